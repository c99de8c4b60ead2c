import { quoteLiteral } from "../../db/sql.js";
import { notFound } from "../../errors.js";
import type { Resolvers } from "../../generated/resolvers.js";
import { databaseOfId, idOf, targetOf } from "../../ids.js";
import { databasePayload } from "../database/resolvers.js";
import { callOnDatabase } from "../operation/operation.service.js";
import { findSeries } from "../series/series.service.js";

export const queryStatsResolvers: Resolvers = {
  Mutation: {
    resetQueryStats: async (_parent, args, context) => {
      const db = targetOf(context, args.database);
      let argument = "";
      if (args.series !== undefined && args.series !== null) {
        if (databaseOfId(args.series) !== args.database) throw notFound("such series table");
        const series = await findSeries(context, args.series);
        argument = `${quoteLiteral(series.qualifiedName)}::regclass`;
      }
      const result = await callOnDatabase(
        context,
        args,
        "resetQueryStats",
        "CONFIGURE",
        `SELECT sealstone.query_stats_reset(${argument})`,
      );
      return databasePayload(db, result);
    },
  },
  QueryStatConnection: {
    nodes: ({ nodes }) =>
      nodes.map((row) => ({
        ...row,
        id: idOf(row.db, `${row.seriesOid}.${row.queryId}.${row.userOid}`),
        paths: (row.path ?? "")
          .split(",")
          .map((path) => path.trim())
          .filter((path) => path !== ""),
        skippedFraction:
          row.groupsRead + row.groupsSkipped > 0n
            ? Number(row.groupsSkipped) / Number(row.groupsRead + row.groupsSkipped)
            : null,
        readsEveryPartition:
          row.partitionsRead !== null &&
          row.partitionsTotal !== null &&
          row.partitionsTotal > 1n &&
          row.partitionsRead >= row.partitionsTotal,
      })),
    totalCount: (connection) => connection.total(),
  },
};
