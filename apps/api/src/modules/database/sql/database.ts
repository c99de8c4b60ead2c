/** What concerns a whole database: sums, worker, disk, tables, names. */
import { z } from "zod";
import { int8, many, maybeOne, type Queryable } from "../../../db/rows.js";
import { and, type Fragment, fragment, raw, sql } from "../../../db/sql.js";

const countRow = z.object({ count: int8 });

async function count(on: Queryable, name: string, body: Fragment): Promise<number> {
  const row = await maybeOne(on, countRow, sql(name)`${body}`);
  return Number(row?.count ?? 0n);
}

export const countFailingJobs = (on: Queryable): Promise<number> =>
  count(
    on,
    "countFailingJobs",
    fragment`SELECT count(*) AS count FROM sealstone.job_info j WHERE j.failures > 0`,
  );
export const countOverdueJobs = (on: Queryable): Promise<number> =>
  count(
    on,
    "countOverdueJobs",
    fragment`SELECT count(*) AS count FROM sealstone.job_info j WHERE j.overdue`,
  );
export const countActiveOperations = (on: Queryable): Promise<number> =>
  count(
    on,
    "countActiveOperations",
    fragment`SELECT count(*) AS count FROM sealstone.operations o WHERE o.state IN ('queued', 'running')`,
  );
export const countSlowQueries = (on: Queryable, thresholdMs: number): Promise<number> =>
  count(
    on,
    "countSlowQueries",
    fragment`SELECT count(*) AS count FROM sealstone.query_stats q WHERE q.p95_ms >= ${thresholdMs}::float8 AND q.last_call > now() - interval '1 day'`,
  );

export async function countPending(on: Queryable): Promise<bigint> {
  const row = await maybeOne(
    on,
    countRow,
    sql(
      "countPending",
    )`SELECT coalesce(sum(coalesce(r.pending_pairs, 0) + coalesce(r.pending_buckets, 0) + coalesce(r.pending_ranges, 0)), 0)::bigint AS count
        FROM sealstone.rollup_info r`,
  );
  return row?.count ?? 0n;
}

const worker = z.object({
  preloaded: z.boolean(),
  launcherPid: z.number().nullable(),
  workerPid: z.number().nullable(),
  helpers: z.number().nullable(),
  maxWorkers: z.number().nullable(),
  paused: z.boolean(),
  heartbeatAt: z.string().nullable(),
  foreignCluster: z.boolean(),
});
export type WorkerRow = z.infer<typeof worker>;

export async function workerInfo(on: Queryable): Promise<WorkerRow | null> {
  return await maybeOne(
    on,
    worker,
    sql(
      "workerInfo",
    )`SELECT w.preloaded, w.launcher_pid AS "launcherPid", w.worker_pid AS "workerPid", w.helpers, w.max_workers AS "maxWorkers",
             coalesce(w.paused, false) AS paused, w.heartbeat_at AS "heartbeatAt", coalesce(w.foreign_cluster, false) AS "foreignCluster" FROM sealstone.worker_info w`,
  );
}

const disk = z.object({ path: z.string(), totalBytes: int8, freeBytes: int8 });
export type DiskRow = z.infer<typeof disk>;

/** NULL where the login lacks pg_monitor: that is a setting, not a failure. */
export async function diskInfo(on: Queryable): Promise<DiskRow | null> {
  return await maybeOne(
    on,
    disk,
    sql(
      "diskInfo",
    )`SELECT d.path, d.total_bytes AS "totalBytes", d.free_bytes AS "freeBytes" FROM sealstone.disk_info() d LIMIT 1`,
  );
}

const table = z.object({
  oid: z.string(),
  schema: z.string(),
  name: z.string(),
  qualifiedName: z.string(),
  kind: z.string(),
  isSeries: z.boolean(),
  rows: int8,
  bytes: int8.nullable(),
});
export type TableRow = z.infer<typeof table>;

export async function listTables(
  on: Queryable,
  request: {
    readonly search: string | null;
    readonly convertible: boolean;
    readonly first: number;
  },
): Promise<TableRow[]> {
  const list: Fragment[] = [];
  if (request.search !== null && request.search !== "") {
    list.push(
      fragment`strpos(lower(n.nspname::text || '.' || c.relname::text), lower(${request.search}::text)) > 0`,
    );
  }
  if (request.convertible) {
    list.push(
      raw(`c.relkind IN ('r', 'p') AND c.relpersistence <> 't' AND n.nspname <> 'sealstone_rollup' AND NOT EXISTS (SELECT FROM sealstone.series_info s WHERE s.relation = c.oid::regclass)
        AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
          AND a.atttypid IN ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype, 'int2'::regtype, 'int4'::regtype, 'int8'::regtype))`),
    );
  }
  return await many(
    on,
    table,
    sql(
      "listTables",
    )`SELECT c.oid::text AS oid, n.nspname::text AS schema, c.relname::text AS name, format('%I.%I', n.nspname, c.relname) AS "qualifiedName",
             CASE c.relkind WHEN 'r' THEN 'table' WHEN 'p' THEN 'partitioned table' WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' ELSE 'foreign table' END AS kind,
             EXISTS (SELECT FROM sealstone.series_info s WHERE s.relation = c.oid::regclass) AS "isSeries",
             greatest(c.reltuples, 0)::bigint AS rows, CASE WHEN c.relkind IN ('r', 'm') THEN c.relpages::bigint * current_setting('block_size')::bigint END AS bytes
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
         AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'sealstone', 'sealstone_console') AND n.nspname NOT LIKE 'pg\\_%'
         AND ${and(list)}
       ORDER BY n.nspname, c.relname LIMIT ${request.first}`,
  );
}

/** The oid of a name such as schema.table, quoted or not; NULL when there is none. */
export async function oidOfName(on: Queryable, name: string): Promise<string | null> {
  const row = await maybeOne(
    on,
    z.object({ oid: z.string().nullable() }),
    sql("oidOfName")`SELECT to_regclass(${name})::oid::text AS oid`,
  );
  return row?.oid ?? null;
}
