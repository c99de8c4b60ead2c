/** What is generated from the schema: types for web and bench in packages/shared, resolver types here. */
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

const models = "../modules/models.js";

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
      [`${here}src/generated/resolvers.ts`]: {
        plugins: [
          { add: { content: "// Generated from apps/api/schema.graphql. Do not edit." } },
          "typescript",
          "typescript-resolvers",
        ],
        config: {
          scalars: {
            ID: "string",
            BigInt: { input: "bigint", output: "bigint" },
            DateTime: { input: "string", output: "string" },
            Interval: { input: "string", output: "string" },
            JSON: { input: "unknown", output: "unknown" },
          },
          enumsAsTypes: true,
          skipTypename: true,
          useTypeImports: true,
          useIndexSignature: false,
          makeResolverTypeCallable: true,
          avoidOptionals: { field: true, inputValue: false, object: false, defaultValue: false },
          maybeValue: "T | null",
          inputMaybeValue: "T | null | undefined",
          contextType: "../context.js#Context",
          mappers: {
            Database: `${models}#DatabaseModel`,
            Series: `${models}#SeriesModel`,
            Partition: `${models}#PartitionModel`,
            Rollup: `${models}#RollupModel`,
            Job: `${models}#JobModel`,
            Operation: `${models}#OperationModel`,
            AttentionItem: `${models}#AttentionModel`,
            User: `${models}#UserModel`,
            SeriesConnection: `${models}#SeriesConnectionModel`,
            PartitionConnection: `${models}#PartitionConnectionModel`,
            OperationConnection: `${models}#OperationConnectionModel`,
            InvalidationConnection: `${models}#InvalidationConnectionModel`,
            QueryStatConnection: `${models}#QueryStatConnectionModel`,
          },
        },
      },
    },
  };
}
