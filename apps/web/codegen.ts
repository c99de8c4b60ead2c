import type { CodegenConfig } from "@graphql-codegen/cli";

/**
 * From the API's schema and the documents beside: types, the documents as strings, and the list of
 * documents by hash that the API lets the console send.
 */
const config: CodegenConfig = {
  schema: process.env.SEALSTONE_SCHEMA ?? "../api/schema.graphql",
  documents: ["data/documents/*.graphql"],
  ignoreNoDocuments: true,
  generates: {
    "data/generated/": {
      preset: "client",
      presetConfig: {
        fragmentMasking: false,
        persistedDocuments: { hashAlgorithm: "sha256", mode: "embedHashInDocument" },
      },
      config: {
        documentMode: "string",
        enumType: "string-literal",
        enumsAsTypes: true,
        useTypeImports: true,
        strictScalars: true,
        dedupeFragments: true,
        scalars: {
          BigInt: "string",
          DateTime: "string",
          Interval: "string",
          JSON: "unknown",
          ID: "string",
        },
      },
    },
  },
};

export default config;
