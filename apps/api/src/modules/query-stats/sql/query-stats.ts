/** Query timings, from query_stats and query_history. */
import type { QueryOrder, QuerySort } from "@sealstone/shared";
import { z } from "zod";
import {
  afterPosition,
  type KeyOrder,
  keyColumns,
  orderBy,
  type Position,
  selectKey,
} from "../../../db/keyset.js";
import { float8, int8, many, type Queryable } from "../../../db/rows.js";
import { raw, sql } from "../../../db/sql.js";

const real = z
  .number()
  .nullable()
  .transform((value) => (value === null || !Number.isFinite(value) ? 0 : value));

const row = z.object({
  seriesOid: z.string(),
  queryId: int8,
  userOid: z.string(),
  query: z
    .string()
    .nullable()
    .transform((query) => query ?? "<text not known>"),
  user: z.string().nullable(),
  calls: int8,
  totalMs: real,
  meanMs: real,
  minMs: real,
  maxMs: real,
  p50Ms: float8,
  p95Ms: float8,
  p99Ms: float8,
  rows: int8,
  path: z.string().nullable(),
  groupsRead: int8,
  groupsSkipped: int8,
  partitionsRead: int8.nullable(),
  partitionsTotal: int8.nullable(),
  lastCall: z.string().nullable(),
  ...keyColumns,
});
export type QueryStatRow = z.infer<typeof row>;

const keys: Readonly<Record<QuerySort, Pick<KeyOrder, "expression" | "type">>> = {
  TOTAL_MS: { expression: "q.total_ms", type: "float8" },
  MEAN_MS: { expression: "q.mean_ms", type: "float8" },
  P95_MS: { expression: "q.p95_ms", type: "float8" },
  P99_MS: { expression: "q.p99_ms", type: "float8" },
  MAX_MS: { expression: "q.max_ms", type: "float8" },
  CALLS: { expression: "q.calls::numeric", type: "numeric" },
  GROUPS_READ: { expression: "q.groups_read::numeric", type: "numeric" },
  LAST_CALL: { expression: "extract(epoch from q.last_call)", type: "numeric" },
};

export function queryKeyOrder(order: QueryOrder | null | undefined): KeyOrder {
  const by = order?.by ?? "TOTAL_MS";
  return {
    name: `queries:${by}`,
    ...keys[by],
    descending: (order?.direction ?? "DESC") === "DESC",
    // one query can be there for several users: told apart by a hash that is stable
    tie: "hashint8extended(q.query_id, q.userid::bigint)",
  };
}

export async function pageQueryStats(
  on: Queryable,
  request: {
    readonly oids: readonly string[];
    readonly order: KeyOrder;
    readonly position: Position | null;
    readonly limit: number;
  },
): Promise<QueryStatRow[]> {
  return await many(
    on,
    row,
    sql("pageQueryStats")`SELECT * FROM (
        SELECT q.relation::oid::text AS "seriesOid", q.query_id AS "queryId", q.userid::text AS "userOid", q.query,
               (SELECT a.rolname::text FROM pg_roles a WHERE a.oid = q.userid) AS user,
               q.calls, q.total_ms AS "totalMs", q.mean_ms AS "meanMs", q.min_ms AS "minMs", q.max_ms AS "maxMs", q.p50_ms AS "p50Ms", q.p95_ms AS "p95Ms",
               q.p99_ms AS "p99Ms", q.rows, q.path, coalesce(q.groups_read, 0) AS "groupsRead", coalesce(q.groups_skipped, 0) AS "groupsSkipped",
               q.partitions_read AS "partitionsRead", q.partitions_total AS "partitionsTotal", q.last_call AS "lastCall", ${selectKey(request.order)},
               row_number() OVER (PARTITION BY q.relation ORDER BY ${orderBy(request.order)}) AS __number
          FROM sealstone.query_stats q
         WHERE q.relation = ANY (${request.oids}::regclass[]) AND ${afterPosition(request.order, request.position, on.databaseId)}) x
      WHERE __number <= ${request.limit} ORDER BY "seriesOid", __number`,
  );
}

export async function countQueryStats(
  on: Queryable,
  oids: readonly string[],
): Promise<{ oid: string; count: bigint }[]> {
  return await many(
    on,
    z.object({ oid: z.string(), count: int8 }),
    sql(
      "countQueryStats",
    )`SELECT q.relation::oid::text AS oid, count(*) AS count FROM sealstone.query_stats q
        WHERE q.relation = ANY (${oids}::regclass[]) GROUP BY q.relation`,
  );
}

const slow = z.object({
  seriesOid: z.string(),
  queries: int8,
  worstP95Ms: real,
  everyPartition: int8,
  everyPartitionTotal: int8,
});
export type SlowQueriesRow = z.infer<typeof slow>;

/** Per series: how many queries are slow, and how many of those read every partition. */
export async function slowQueries(on: Queryable, thresholdMs: number): Promise<SlowQueriesRow[]> {
  return await many(
    on,
    slow,
    sql(
      "slowQueries",
    )`SELECT q.relation::oid::text AS "seriesOid", count(*) FILTER (WHERE q.p95_ms >= ${thresholdMs}::float8) AS queries,
             coalesce(max(q.p95_ms), 0) AS "worstP95Ms",
             count(*) FILTER (WHERE q.p95_ms >= ${thresholdMs}::float8 AND q.partitions_read >= q.partitions_total AND q.partitions_total > 1) AS "everyPartition",
             coalesce(max(q.partitions_total), 0) AS "everyPartitionTotal"
        FROM sealstone.query_stats q WHERE q.last_call > now() - interval '1 day' GROUP BY q.relation`,
  );
}

const point = z.object({
  seriesOid: z.string(),
  at: z.string(),
  calls: int8,
  totalMs: real,
  meanMs: float8,
  p50Ms: float8,
  p95Ms: float8,
  p99Ms: float8,
  rows: int8,
  groupsRead: int8,
  groupsSkipped: int8,
});
export type QueryTimingRow = z.infer<typeof point>;

export async function timingsOfSeries(
  on: Queryable,
  request: {
    readonly oids: readonly string[];
    readonly from: string;
    readonly to: string;
    readonly stepSeconds: number;
  },
): Promise<QueryTimingRow[]> {
  const step = raw(`${Math.trunc(request.stepSeconds)}`);
  return await many(
    on,
    point,
    sql(
      "timingsOfSeries",
    )`SELECT h.relation::oid::text AS "seriesOid", to_timestamp(floor(extract(epoch from h.at) / ${step}) * ${step}) AS at,
             sum(h.calls)::bigint AS calls, sum(h.total_ms) AS "totalMs", sum(h.total_ms) / nullif(sum(h.calls), 0)::float8 AS "meanMs",
             max(h.p50_ms) AS "p50Ms", max(h.p95_ms) AS "p95Ms", max(h.p99_ms) AS "p99Ms", coalesce(sum(h.rows), 0)::bigint AS rows,
             coalesce(sum(h.groups_read), 0)::bigint AS "groupsRead", coalesce(sum(h.groups_skipped), 0)::bigint AS "groupsSkipped"
        FROM sealstone.query_history h
       WHERE h.relation = ANY (${request.oids}::regclass[]) AND h.at >= ${request.from}::timestamptz AND h.at < ${request.to}::timestamptz
       GROUP BY h.relation, 2 ORDER BY h.relation, 2`,
  );
}
