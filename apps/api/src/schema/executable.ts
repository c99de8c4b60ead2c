/** The schema with its resolvers. */
import { makeExecutableSchema } from "@graphql-tools/schema";
import type { GraphQLSchema } from "graphql";
import { attentionResolvers } from "../modules/attention/resolvers.js";
import { auditResolvers } from "../modules/audit/resolvers.js";
import { baseResolvers } from "../modules/base/resolvers.js";
import { databaseResolvers } from "../modules/database/resolvers.js";
import { identityResolvers } from "../modules/identity/resolvers.js";
import { jobResolvers } from "../modules/job/resolvers.js";
import { operationResolvers } from "../modules/operation/resolvers.js";
import { partitionResolvers } from "../modules/partition/resolvers.js";
import { queryStatsResolvers } from "../modules/query-stats/resolvers.js";
import { rollupResolvers } from "../modules/rollup/resolvers.js";
import { seriesResolvers } from "../modules/series/resolvers.js";
import { sqlConsoleResolvers } from "../modules/sql-console/resolvers.js";
import { loadTypeDefs } from "./load.js";

export function buildSchema(): GraphQLSchema {
  return makeExecutableSchema({
    typeDefs: loadTypeDefs(),
    resolvers: [
      baseResolvers,
      databaseResolvers,
      seriesResolvers,
      partitionResolvers,
      rollupResolvers,
      jobResolvers,
      operationResolvers,
      queryStatsResolvers,
      attentionResolvers,
      sqlConsoleResolvers,
      auditResolvers,
      identityResolvers,
    ],
    resolverValidationOptions: { requireResolversToMatchSchema: "error" },
  });
}
