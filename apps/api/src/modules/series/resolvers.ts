import type { DropEffect as SharedDropEffect } from "@sealstone/shared";
import { authorize } from "../../auth/principal.js";
import type { Context } from "../../context.js";
import type { Target } from "../../db/target.js";
import { badInput } from "../../errors.js";
import type { DropEffect, Resolvers } from "../../generated/resolvers.js";
import { databaseOfId, idOf, parseRelationId, targetOf, targetsOf } from "../../ids.js";
import { closable } from "../../live/closable.js";
import { merge } from "../../live/merge.js";
import { groupBy } from "../../loaders.js";
import type { Answer, MutationResult, Plan } from "../../mutate.js";
import { asksFor } from "../../selection.js";
import { loadAttention } from "../attention/attention.service.js";
import { resealFraction } from "../attention/rules.js";
import { databasePayload } from "../database/resolvers.js";
import { jobsOf } from "../job/job.service.js";
import { operationsOf } from "../operation/operation.service.js";
import { operationPayload } from "../operation/payload.js";
import { partitionsOfSeries } from "../partition/partition.service.js";
import { historyOf, timingsOf, topQueriesOf } from "../query-stats/query-stats.service.js";
import { rollupsOf } from "../rollup/rollup.service.js";
import * as service from "./series.service.js";
import { type StripRow, stripOfSeries } from "./sql/series.js";

/** Text, as kept with an answer, to the scalars of the contract. */
export function effectView(effect: SharedDropEffect): DropEffect {
  return { ...effect, rows: BigInt(effect.rows), bytes: BigInt(effect.bytes) };
}

const noEffect: SharedDropEffect = {
  partitions: 0,
  rows: "0",
  bytes: "0",
  from: null,
  to: null,
  names: [],
  notRolledUp: [],
  dependents: [],
};

/** What was dropped is what was kept with the answer: a replay may not count again. */
export function keptEffect(
  answer: Answer | null,
  planned: SharedDropEffect | undefined,
): SharedDropEffect {
  const kept = answer?.effect;
  if (typeof kept === "object" && kept !== null && "partitions" in kept)
    return kept as SharedDropEffect;
  return planned ?? noEffect;
}

async function seriesPayload(context: Context, db: Target, result: MutationResult<Plan>) {
  const { answer } = result;
  return {
    sql: [...result.plan.statements],
    dryRun: answer === null,
    replayed: result.replayed,
    series: answer?.oid === undefined ? null : await service.loadSeries(context, db, answer.oid),
    partitionsMade: answer?.count ?? null,
  };
}

async function dropPayload(context: Context, db: Target, result: MutationResult<service.DropPlan>) {
  const { answer, plan } = result;
  return {
    sql: [...plan.statements],
    dryRun: answer === null,
    replayed: result.replayed,
    effect: effectView(keptEffect(answer, plan.effect)),
    series: answer?.oid === undefined ? null : await service.loadSeries(context, db, answer.oid),
  };
}

const databaseOf = (context: Context, id: string): Target => targetOf(context, databaseOfId(id));

export const seriesResolvers: Resolvers = {
  Query: {
    seriesList: (_parent, args, context) =>
      service.listSeriesOf(context, {
        database: args.database,
        first: args.first,
        after: args.after,
        filter: args.filter,
        order: args.order,
      }),
    series: (_parent, { id }, context) => service.findSeries(context, id),
  },
  Mutation: {
    createSeries: async (_parent, args, context) =>
      await seriesPayload(
        context,
        targetOf(context, args.input.database),
        await service.createSeries(context, args),
      ),
    setSealing: async (_parent, args, context) =>
      await seriesPayload(
        context,
        databaseOf(context, args.series),
        await service.setSealing(context, args),
      ),
    setRetention: async (_parent, args, context) =>
      await dropPayload(
        context,
        databaseOf(context, args.series),
        await service.setRetention(context, args),
      ),
    makePartitions: async (_parent, args, context) =>
      await seriesPayload(
        context,
        databaseOf(context, args.series),
        await service.makePartitions(context, args),
      ),
    dropPartitions: async (_parent, args, context) =>
      await dropPayload(
        context,
        databaseOf(context, args.series),
        await service.dropPartitions(context, args),
      ),
    migrateSeries: async (_parent, args, context) => {
      if (args.batches !== undefined && args.batches !== null && args.batches < 1)
        throw badInput("batches must be 1 or more.");
      const options =
        args.batches === undefined || args.batches === null ? {} : { batches: args.batches };
      return await operationPayload(
        context,
        databaseOf(context, args.series),
        await service.requestOnSeries(context, args, "migrateSeries", "migrate", options),
      );
    },
    sealEligible: async (_parent, args, context) =>
      await operationPayload(
        context,
        databaseOf(context, args.series),
        await service.requestOnSeries(context, args, "sealEligible", "seal_eligible"),
      ),
    measureSeries: async (_parent, args, context) =>
      await seriesPayload(
        context,
        databaseOf(context, args.series),
        await service.measureSeries(context, args),
      ),
    dropSeries: async (_parent, args, context) =>
      databasePayload(databaseOf(context, args.series), await service.dropSeries(context, args)),
  },
  Subscription: {
    seriesChanged: {
      subscribe: async (_parent, args, context) => {
        authorize(context.principal, "READ");
        let targets = targetsOf(context, args.database);
        let only: string | null = null;
        if (args.series !== undefined && args.series !== null) {
          const { db, oid } = await parseRelationId(context, args.series, "such series table");
          targets = targets.filter((target) => target === db);
          only = oid;
        }
        const readable = targets.filter((db) => db.readable);
        const controller = new AbortController();
        const streams = readable.map((db) => ({
          db,
          events: context.services.live.series(
            db,
            (row) => only === null || row.oid === only,
            controller.signal,
          ),
        }));
        const end = (): void => controller.abort();
        const events = async function* () {
          try {
            for await (const { source, value } of merge(streams.map((stream) => stream.events))) {
              const db = streams[source]?.db;
              if (db === undefined) continue;
              context.loaders.clear();
              yield {
                seriesChanged: {
                  type: value.type,
                  series: value.series.map((row) => ({ ...row, db })),
                  removed: value.removed.map((oid) => idOf(db, oid)),
                  source: db.monitor.liveSource,
                  asOf: db.monitor.now,
                },
              };
            }
          } finally {
            end();
          }
        };
        return closable(events(), end);
      },
    },
  },
  SeriesConnection: {
    nodes: ({ nodes }) => [...nodes],
    unavailable: ({ unavailable }) => [...unavailable],
    totalCount: (connection) => connection.total(),
  },
  Series: {
    id: ({ db, oid }) => idOf(db, oid),
    database: ({ db }) => ({ db }),
    integerTime: (series) => service.isIntegerTime(series),
    sealing: (series) => ({
      enabled: series.sealAfter !== null || series.sealAfterWidth !== null,
      after: series.sealAfter,
      afterWidth: series.sealAfterWidth,
      codec: series.codec,
      orderBy: series.orderBy,
      keepIndexes: series.keepIndexes ?? false,
      resealFraction,
    }),
    retention: (series) => ({
      enabled: series.retention !== null || series.retentionWidth !== null,
      keep: series.retention,
      keepWidth: series.retentionWidth,
    }),
    columns: ({ db, oid }, _args, context) => service.loadColumns(context, db, oid),
    partitions: (series, args, context, info) =>
      partitionsOfSeries(context, series, args, asksFor(info, ["totalCount", "totalBytes"])),
    strip: async (series, args, context) => {
      if (args.buckets < 1 || args.buckets > 500) throw badInput("buckets must be 1 to 500.");
      const from = args.from ? service.boundLiteral(series, args.from, "from") : null;
      const to = args.to ? service.boundLiteral(series, args.to, "to") : null;
      const { db } = series;
      const rows = await context.loaders.load<StripRow[]>(
        "strip",
        db,
        { buckets: args.buckets, from, to, withRows: args.withRows },
        series.oid,
        async (pool, oids) =>
          groupBy(
            await stripOfSeries(pool, {
              oids,
              buckets: args.buckets,
              from,
              to,
              withRows: args.withRows,
            }),
            (row) => row.oid,
          ),
        [],
      );
      const [first] = rows;
      return {
        from: first?.rangeFrom ?? null,
        to: first?.rangeTo ?? null,
        fromValue: first?.rangeFromValue ?? null,
        toValue: first?.rangeToValue ?? null,
        partitions: rows.reduce(
          (sum, row) => sum + row.live + row.sealed + row.spread + row.foreign,
          0,
        ),
        slices: rows.map((row) => ({
          ...row,
          partition: row.partition === null ? null : idOf(db, row.partition),
        })),
        resealFraction,
        asOf: db.monitor.now,
      };
    },
    rollups: (series, _args, context) => rollupsOf(context, series),
    jobs: ({ db, oid }, _args, context) => jobsOf(context, db, oid),
    operations: ({ db, oid }, args, context) => operationsOf(context, db, "series", oid, args),
    queryTimings: (series, args, context) => timingsOf(context, series, args),
    topQueries: (series, args, context) => topQueriesOf(context, series, args),
    history: (series, args, context) => historyOf(context, series, args),
    attention: async ({ db, oid }, _args, context) =>
      (await loadAttention(context, db)).filter((item) => item.seriesOid === oid),
  },
};
