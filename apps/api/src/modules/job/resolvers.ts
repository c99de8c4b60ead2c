import type { Resolvers } from "../../generated/resolvers.js";
import { databaseOfId, idOf, targetOf } from "../../ids.js";
import { operationPayload } from "../operation/payload.js";
import { loadRollup } from "../rollup/rollup.service.js";
import { effectView } from "../series/resolvers.js";
import { loadSeries } from "../series/series.service.js";
import * as service from "./job.service.js";

export const jobResolvers: Resolvers = {
  Query: { job: (_parent, { id }, context) => service.findJob(context, id) },
  Mutation: {
    runJob: async (_parent, args, context) =>
      await operationPayload(
        context,
        targetOf(context, databaseOfId(args.job)),
        await service.runJob(context, args),
      ),
    updateJob: async (_parent, args, context) => {
      const db = targetOf(context, databaseOfId(args.job));
      const result = await service.updateJob(context, args);
      const id = result.answer?.jobId;
      return {
        sql: [...result.plan.statements],
        dryRun: result.answer === null,
        replayed: result.replayed,
        job: typeof id === "string" ? await service.loadJob(context, db, id) : null,
        effect: result.plan.effect == null ? null : effectView(result.plan.effect),
      };
    },
  },
  Job: {
    id: ({ db, jobId }) => idOf(db, jobId),
    database: ({ db }) => ({ db }),
    series: ({ db, relationOid, kind }, _args, context) =>
      kind === "REFRESH" ? null : loadSeries(context, db, relationOid),
    rollup: ({ db, relationOid, kind }, _args, context) =>
      kind === "REFRESH" ? loadRollup(context, db, relationOid) : null,
    history: async (job, { first }, context) =>
      (await service.runsOf(context, job, first)).map((run) => ({
        ...run,
        operation: run.operationId === null ? null : idOf(job.db, run.operationId),
        status: run.status ?? "RUNNING",
      })),
  },
};
