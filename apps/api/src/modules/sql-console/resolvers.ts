import type { Resolvers } from "../../generated/resolvers.js";
import { explainSql, runSql } from "./sql-console.service.js";

export const sqlConsoleResolvers: Resolvers = {
  Mutation: {
    runSql: (_parent, args, context) => runSql(context, args),
    explainSql: (_parent, args, context) => explainSql(context, args),
  },
};
