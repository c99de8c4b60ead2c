import { authorize } from "../../auth/principal.js";
import type { Target } from "../../db/target.js";
import { badInput } from "../../errors.js";
import type { Resolvers } from "../../generated/resolvers.js";
import { idOf, targetsOf } from "../../ids.js";
import type { MutationResult, Plan } from "../../mutate.js";
import { loadAttention } from "../attention/attention.service.js";
import { jobsOfDatabase } from "../job/job.service.js";
import { callOnDatabase, listOperations } from "../operation/operation.service.js";
import { rollupsOfDatabase } from "../rollup/rollup.service.js";
import { listSeriesOf, loadColumns } from "../series/series.service.js";
import {
  addUp,
  loadAllSeries,
  loadDisk,
  loadWorker,
  orNull,
  slowThreshold,
} from "./database.service.js";
import {
  countActiveOperations,
  countFailingJobs,
  countOverdueJobs,
  countPending,
  countSlowQueries,
  listTables,
} from "./sql/database.js";

export function databasePayload(db: Target, result: MutationResult<Plan>) {
  return {
    sql: [...result.plan.statements],
    dryRun: result.answer === null,
    replayed: result.replayed,
    database: result.answer === null ? null : { db },
  };
}

export const databaseResolvers: Resolvers = {
  Query: {
    databases: (_parent, _args, context) => {
      authorize(context.principal, "READ");
      return targetsOf(context).map((db) => ({ db }));
    },
    database: (_parent, { id }, context) => {
      authorize(context.principal, "READ");
      const [db] = targetsOf(context, id);
      return db === undefined ? null : { db };
    },
  },
  Mutation: {
    pauseAll: async (_parent, args, context) => {
      const result = await callOnDatabase(
        context,
        args,
        "pauseAll",
        "OPERATE",
        "SELECT sealstone.pause_all()",
      );
      const [db] = targetsOf(context, args.database);
      if (db === undefined) throw new Error("no database");
      return databasePayload(db, result);
    },
    resumeAll: async (_parent, args, context) => {
      const result = await callOnDatabase(
        context,
        args,
        "resumeAll",
        "OPERATE",
        "SELECT sealstone.resume_all()",
      );
      const [db] = targetsOf(context, args.database);
      if (db === undefined) throw new Error("no database");
      return databasePayload(db, result);
    },
    resumeJobs: async (_parent, args, context) => {
      const result = await callOnDatabase(
        context,
        args,
        "resumeJobs",
        "CONFIGURE",
        "SELECT sealstone.resume_jobs()",
      );
      const [db] = targetsOf(context, args.database);
      if (db === undefined) throw new Error("no database");
      return databasePayload(db, result);
    },
  },
  Database: {
    id: ({ db }) => db.id,
    name: ({ db }) => db.name,
    address: ({ db }) => db.address,
    state: ({ db }) => db.monitor.report.state,
    stateMessage: ({ db }) => db.monitor.report.message,
    stateRemedy: ({ db }) => db.monitor.report.remedy,
    readable: ({ db }) => db.readable,
    writable: ({ db }) => db.writable,
    stateSince: ({ db }) => db.monitor.since,
    serverVersion: ({ db }) => db.monitor.seen?.serverVersion ?? null,
    extensionVersion: ({ db }) => db.monitor.seen?.created ?? null,
    libraryVersion: ({ db }) => db.monitor.seen?.libraryVersion ?? null,
    liveSource: ({ db }) => db.monitor.liveSource,
    asOf: ({ db }) => (db.readable ? db.monitor.now : null),
    totals: async ({ db }, _args, context) => {
      const count = <T>(name: string, read: Parameters<typeof orNull<T>>[1]): Promise<T | null> =>
        context.loaders.once(name, db, null, (pool) => orNull(pool, read));
      const [all, failingJobs, overdueJobs, activeOperations, pendingInvalidations, slowQueries] =
        await Promise.all([
          loadAllSeries(context, db),
          count("failingJobs", countFailingJobs),
          count("overdueJobs", countOverdueJobs),
          count("activeOperations", countActiveOperations),
          count("pending", countPending),
          count("slowQueries", (pool) => countSlowQueries(pool, slowThreshold(context))),
        ]);
      return {
        ...addUp(all),
        failingJobs,
        overdueJobs,
        activeOperations,
        pendingInvalidations,
        slowQueries,
      };
    },
    worker: ({ db }, _args, context) => loadWorker(context, db),
    disk: ({ db }, _args, context) => loadDisk(context, db),
    series: ({ db }, args, context) =>
      listSeriesOf(context, {
        database: db.id,
        first: args.first,
        after: args.after,
        filter: args.filter,
        order: args.order,
      }),
    rollups: ({ db }, _args, context) => rollupsOfDatabase(context, db),
    jobs: ({ db }, _args, context) => jobsOfDatabase(context, db),
    operations: ({ db }, args, context) =>
      listOperations(context, {
        database: db.id,
        first: args.first,
        after: args.after,
        filter: args.filter,
      }),
    attention: async ({ db }, _args, context) => [...(await loadAttention(context, db))],
    tables: async ({ db }, args, context) => {
      if (args.first < 1 || args.first > 1_000) throw badInput("first must be 1 to 1000.");
      const request = {
        search: args.search ?? null,
        convertible: args.convertible,
        first: args.first,
      };
      const tables = await context.loaders.once("tables", db, request, (pool) =>
        listTables(pool, request),
      );
      const columns = await Promise.all(tables.map((table) => loadColumns(context, db, table.oid)));
      return tables.map((table, index) => ({
        ...table,
        id: idOf(db, table.oid),
        columns: columns[index] ?? [],
      }));
    },
  },
};
