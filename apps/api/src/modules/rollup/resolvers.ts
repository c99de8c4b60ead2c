import type { Context } from "../../context.js";
import type { Target } from "../../db/target.js";
import type { Resolvers } from "../../generated/resolvers.js";
import { databaseOfId, idOf, targetOf } from "../../ids.js";
import type { MutationResult, Plan } from "../../mutate.js";
import { jobsOf } from "../job/job.service.js";
import { operationsOf } from "../operation/operation.service.js";
import { operationPayload } from "../operation/payload.js";
import { effectView, keptEffect } from "../series/resolvers.js";
import { loadSeries } from "../series/series.service.js";
import * as service from "./rollup.service.js";

const databaseOf = (context: Context, id: string): Target => targetOf(context, databaseOfId(id));

async function rollupPayload(context: Context, db: Target, result: MutationResult<Plan>) {
  const { answer } = result;
  return {
    sql: [...result.plan.statements],
    dryRun: answer === null,
    replayed: result.replayed,
    rollup: answer?.oid === undefined ? null : await service.loadRollup(context, db, answer.oid),
  };
}

export const rollupResolvers: Resolvers = {
  Query: { rollup: (_parent, { id }, context) => service.findRollup(context, id) },
  Mutation: {
    createRollup: async (_parent, args, context) =>
      await rollupPayload(
        context,
        databaseOf(context, args.input.source),
        await service.createRollup(context, args),
      ),
    refreshRollup: async (_parent, args, context) =>
      await operationPayload(
        context,
        databaseOf(context, args.rollup),
        await service.refreshRollup(context, args),
      ),
    setRollupRetention: async (_parent, args, context) =>
      await rollupPayload(
        context,
        databaseOf(context, args.rollup),
        await service.setRollupRetention(context, args),
      ),
    dropRollup: async (_parent, args, context) => {
      const db = databaseOf(context, args.rollup);
      const result = await service.dropRollup(context, args);
      const seriesOid = result.answer?.seriesOid;
      return {
        sql: [...result.plan.statements],
        dryRun: result.answer === null,
        replayed: result.replayed,
        effect: effectView(keptEffect(result.answer, result.plan.effect)),
        series: typeof seriesOid === "string" ? await loadSeries(context, db, seriesOid) : null,
      };
    },
  },
  InvalidationConnection: {
    nodes: ({ nodes }) => [...nodes],
    totalCount: (connection) => connection.total(),
  },
  Rollup: {
    id: ({ db, oid }) => idOf(db, oid),
    database: ({ db }) => ({ db }),
    series: ({ db, seriesOid }, _args, context) =>
      seriesOid === null ? null : loadSeries(context, db, seriesOid),
    sourceRollup: ({ db, sourceOid, seriesOid }, _args, context) =>
      sourceOid === null || sourceOid === seriesOid
        ? null
        : service.loadRollup(context, db, sourceOid),
    invalidations: (rollup, args, context) => service.invalidationsOf(context, rollup, args),
    jobs: ({ db, oid }, _args, context) => jobsOf(context, db, oid),
    operations: ({ db, oid }, args, context) => operationsOf(context, db, "target", oid, args),
  },
};
