/** Rollups and what invalidates them, from rollup_info and rollup_invalidations. */
import type { InvalidationKind } from "@sealstone/shared";
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
import { and, type Fragment, fragment, raw, sql } from "../../../db/sql.js";

const count = int8.nullable().transform((value) => value ?? 0n);

const row = z.object({
  oid: z.string(),
  schema: z.string(),
  name: z.string(),
  qualifiedName: z.string(),
  seriesOid: z.string().nullable(),
  sourceOid: z.string().nullable(),
  source: z.string(),
  bucket: z.string().nullable(),
  bucketWidth: int8.nullable(),
  timeZone: z.string().nullable(),
  selectList: z.string(),
  groupBy: z.string().nullable(),
  watermark: z.string().nullable(),
  watermarkValue: int8.nullable(),
  floor: z.string().nullable(),
  floorValue: int8.nullable(),
  pendingPairs: count,
  pendingBuckets: count,
  pendingRanges: count,
  pending: count,
  pendingSince: z.string().nullable(),
  materializedBuckets: int8.nullable(),
  rows: int8.nullable(),
  bytes: int8.nullable(),
  lastRefresh: z.string().nullable(),
  lastRefreshMs: float8,
  lastRefreshRows: int8.nullable(),
  lastRefreshBuckets: int8.nullable(),
  estimateMs: float8,
  retention: z.string().nullable(),
  retentionWidth: int8.nullable(),
  triggersEnabled: z
    .boolean()
    .nullable()
    .transform((enabled) => enabled ?? true),
  measuredAt: z.string().nullable(),
});
export type RollupRow = z.infer<typeof row>;

const columns =
  raw(`r.rollup::oid::text AS oid, n.nspname::text AS schema, c.relname::text AS name, format('%I.%I', n.nspname, c.relname) AS "qualifiedName",
  r.series::oid::text AS "seriesOid", r.source::oid::text AS "sourceOid",
  coalesce((SELECT format('%I.%I', sn.nspname, sc.relname) FROM pg_class sc JOIN pg_namespace sn ON sn.oid = sc.relnamespace WHERE sc.oid = r.source::oid), r.source::text, '') AS source,
  r.bucket, r.bucket_width AS "bucketWidth", r.time_zone AS "timeZone", coalesce(r.select_list, '') AS "selectList", r.group_by AS "groupBy",
  r.watermark, r.watermark_value AS "watermarkValue", r.floor, r.floor_value AS "floorValue",
  r.pending_pairs AS "pendingPairs", r.pending_buckets AS "pendingBuckets", r.pending_ranges AS "pendingRanges",
  coalesce(r.pending_pairs, 0) + coalesce(r.pending_buckets, 0) + coalesce(r.pending_ranges, 0) AS pending, r.pending_since AS "pendingSince",
  r.materialized_buckets AS "materializedBuckets", r.rows, r.bytes, r.last_refresh AS "lastRefresh", r.last_refresh_ms AS "lastRefreshMs",
  r.last_refresh_rows AS "lastRefreshRows", r.last_refresh_buckets AS "lastRefreshBuckets", r.estimate_ms AS "estimateMs",
  r.retention, r.retention_width AS "retentionWidth", r.triggers_enabled AS "triggersEnabled", r.measured_at AS "measuredAt"`);
const from = raw(
  "sealstone.rollup_info r JOIN pg_class c ON c.oid = r.rollup::oid JOIN pg_namespace n ON n.oid = c.relnamespace",
);

export async function rollupsOfSeries(
  on: Queryable,
  oids: readonly string[],
): Promise<RollupRow[]> {
  return await many(
    on,
    row,
    sql(
      "rollupsOfSeries",
    )`SELECT ${columns} FROM ${from} WHERE r.series = ANY (${oids}::regclass[]) ORDER BY n.nspname, c.relname`,
  );
}

export async function rollupsByOids(on: Queryable, oids: readonly string[]): Promise<RollupRow[]> {
  return await many(
    on,
    row,
    sql("rollupsByOids")`SELECT ${columns} FROM ${from} WHERE r.rollup = ANY (${oids}::regclass[])`,
  );
}

export async function allRollups(on: Queryable): Promise<RollupRow[]> {
  return await many(
    on,
    row,
    sql("allRollups")`SELECT ${columns} FROM ${from} ORDER BY n.nspname, c.relname`,
  );
}

const invalidationShape = {
  rollupOid: z.string(),
  id: int8,
  kind: z
    .enum(["pair", "bucket", "range"])
    .transform((kind) => kind.toUpperCase() as InvalidationKind),
  lo: z.string().nullable(),
  hi: z.string().nullable(),
  loValue: int8.nullable(),
  hiValue: int8.nullable(),
  groupKey: z.unknown(),
  cause: z.string().nullable(),
  rows: int8.nullable(),
  createdAt: z.string().nullable(),
};
const invalidation = z.object({ ...invalidationShape, ...keyColumns });
export type InvalidationRow = z.infer<typeof invalidation>;

export const invalidationOrder: KeyOrder = {
  name: "invalidations",
  expression: "coalesce(extract(epoch from i.lo), i.lo_value::numeric, '-Infinity')",
  type: "numeric",
  descending: false,
  tie: "i.id",
};

function conditions(from: string | null, to: string | null): Fragment {
  const list: Fragment[] = [];
  const compare = (column: string, operator: string, value: string): Fragment =>
    /^-?\d+$/.test(value)
      ? fragment`${raw(`coalesce(i.${column}_value ${operator}`)} ${value}::bigint, true)`
      : fragment`${raw(`i.${column} ${operator}`)} ${value}::timestamptz`;
  if (from !== null) list.push(compare("hi", ">", from));
  if (to !== null) list.push(compare("lo", "<", to));
  return and(list);
}

export async function pageInvalidations(
  on: Queryable,
  request: {
    readonly oids: readonly string[];
    readonly from: string | null;
    readonly to: string | null;
    readonly position: Position | null;
    readonly limit: number;
  },
): Promise<InvalidationRow[]> {
  return await many(
    on,
    invalidation,
    sql("pageInvalidations")`SELECT * FROM (
        SELECT i.rollup::oid::text AS "rollupOid", i.id, i.kind, i.lo, i.hi, i.lo_value AS "loValue", i.hi_value AS "hiValue", i.group_key AS "groupKey",
               i.cause, i.rows, i.created_at AS "createdAt", ${selectKey(invalidationOrder)},
               row_number() OVER (PARTITION BY i.rollup ORDER BY ${orderBy(invalidationOrder)}) AS __number
          FROM sealstone.rollup_invalidations i
         WHERE i.rollup = ANY (${request.oids}::regclass[]) AND ${conditions(request.from, request.to)}
           AND ${afterPosition(invalidationOrder, request.position, on.databaseId)}) q
      WHERE __number <= ${request.limit} ORDER BY "rollupOid", __number`,
  );
}

export async function countInvalidations(
  on: Queryable,
  oids: readonly string[],
  from: string | null,
  to: string | null,
): Promise<{ oid: string; count: bigint }[]> {
  return await many(
    on,
    z.object({ oid: z.string(), count: int8 }),
    sql(
      "countInvalidations",
    )`SELECT i.rollup::oid::text AS oid, count(*) AS count FROM sealstone.rollup_invalidations i
        WHERE i.rollup = ANY (${oids}::regclass[]) AND ${conditions(from, to)} GROUP BY i.rollup`,
  );
}
