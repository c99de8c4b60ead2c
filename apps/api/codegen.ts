/** What is generated from the schema: types for web and bench in packages/shared. */
import { fileURLToPath } from "node:url";
import type { CodegenConfig } from "@graphql-codegen/cli";

const here = fileURLToPath(new URL("./", import.meta.url));

const scalars = {
  ID: "string",
  BigInt: { input: "string", output: "string" },
  DateTime: { input: "string", output: "string" },
  Interval: { input: "string", output: "string" },
  JSON: { input: "unknown", output: "unknown" },
};

export function config(schema: string): CodegenConfig {
  return {
    schema,
    generates: {
      [`${here}../../packages/shared/src/generated/graphql.ts`]: {
        plugins: [
          { add: { content: "// Generated from apps/api/schema.graphql. Do not edit." } },
          "typescript",
        ],
        config: {
          scalars,
          enumsAsTypes: true,
          skipTypename: true,
          useTypeImports: true,
          avoidOptionals: { field: true, inputValue: false, object: false, defaultValue: false },
          maybeValue: "T | null",
          inputMaybeValue: "T | null | undefined",
        },
      },
    },
  };
}
