/** Series tables, from series_info. */
import type { SeriesOrder } from "@sealstone/shared";
import { z } from "zod";
import {
  afterPosition,
  type KeyOrder,
  keyColumns,
  orderBy,
  type Position,
  selectKey,
} from "../../../db/keyset.js";
import { float8, int8, many, type Queryable, textArray } from "../../../db/rows.js";
import { and, type Fragment, fragment, raw, sql } from "../../../db/sql.js";
import type { SeriesFilter } from "../../../generated/resolvers.js";

const shape = {
  oid: z.string(),
  schema: z.string(),
  name: z.string(),
  qualifiedName: z.string(),
  owner: z.string(),
  timeColumn: z.string(),
  timeType: z.string(),
  partitionInterval: z.string().nullable(),
  partitionWidth: int8.nullable(),
  premake: z.number().nullable(),
  spaceColumn: z.string().nullable(),
  spacePartitions: z.number().nullable(),
  partitionCount: int8,
  livePartitions: int8,
  sealedPartitions: int8,
  hasDefault: z.boolean(),
  defaultRows: int8,
  defaultBytes: int8,
  rows: int8.nullable(),
  bytes: int8.nullable(),
  sealedBytes: int8.nullable(),
  bytesBefore: int8.nullable(),
  ratio: float8,
  lateRows: int8.nullable(),
  supersededRows: int8.nullable(),
  lateFraction: float8,
  worstLateFraction: float8,
  sealAfter: z.string().nullable(),
  sealAfterWidth: int8.nullable(),
  codec: z.string().nullable(),
  orderBy: textArray,
  keepIndexes: z.boolean().nullable(),
  retention: z.string().nullable(),
  retentionWidth: int8.nullable(),
  settingsVersion: z.string(),
  sealDue: int8,
  oldest: z.string().nullable(),
  newest: z.string().nullable(),
  measuredAt: z.string().nullable(),
};
const row = z.object(shape);
const keyedRow = z.object({ ...shape, ...keyColumns });
export type SeriesRow = z.infer<typeof row>;
export type KeyedSeriesRow = z.infer<typeof keyedRow>;

const columns =
  raw(`s.relation::oid::text AS oid, s.schema_name::text AS schema, s.table_name::text AS name,
  format('%I.%I', s.schema_name, s.table_name) AS "qualifiedName", s.owner::text AS owner,
  s.time_column::text AS "timeColumn", s.time_type::text AS "timeType",
  s.partition_interval AS "partitionInterval", s.partition_width AS "partitionWidth", s.premake,
  s.space_column::text AS "spaceColumn", s.space_partitions AS "spacePartitions",
  s.partitions - (s.default_partition IS NOT NULL)::int AS "partitionCount", s.live_partitions AS "livePartitions", s.sealed_partitions AS "sealedPartitions",
  s.default_partition IS NOT NULL AS "hasDefault", coalesce(s.default_rows, 0) AS "defaultRows", coalesce(s.default_bytes, 0) AS "defaultBytes",
  CASE WHEN s.measured_at IS NOT NULL THEN s.rows END AS rows, CASE WHEN s.measured_at IS NOT NULL THEN s.bytes END AS bytes,
  s.sealed_bytes AS "sealedBytes", s.bytes_before AS "bytesBefore", s.ratio,
  s.late_rows AS "lateRows", s.superseded_rows AS "supersededRows",
  CASE WHEN s.sealed_partitions > 0 THEN s.late_fraction END AS "lateFraction",
  CASE WHEN s.sealed_partitions > 0 THEN s.worst_late_fraction END AS "worstLateFraction",
  s.seal_after AS "sealAfter", s.seal_after_width AS "sealAfterWidth", s.codec, s.order_by AS "orderBy", s.keep_indexes AS "keepIndexes",
  s.retention, s.retention_width AS "retentionWidth",
  md5(concat_ws('|', s.seal_after, s.seal_after_width, s.codec, array_to_string(s.order_by, ','), s.keep_indexes, s.retention, s.retention_width,
                s.partition_interval, s.partition_width, s.premake)) AS "settingsVersion",
  s.seal_due AS "sealDue", s.oldest, s.newest, s.measured_at AS "measuredAt"`);

const keys: Readonly<Record<SeriesOrder["by"] & string, Pick<KeyOrder, "expression" | "type">>> = {
  NAME: { expression: `(s.schema_name::text || '.' || s.table_name::text)`, type: "text" },
  BYTES: { expression: "s.bytes::numeric", type: "numeric" },
  ROWS: { expression: "s.rows::numeric", type: "numeric" },
  RATIO: { expression: "s.ratio", type: "float8" },
  LATE_FRACTION: { expression: "s.late_fraction", type: "float8" },
  PARTITIONS: { expression: "s.partitions::numeric", type: "numeric" },
  SEAL_DUE: { expression: "s.seal_due::numeric", type: "numeric" },
  NEWEST: { expression: "extract(epoch from s.newest)", type: "numeric" },
};

export function seriesKeyOrder(order: SeriesOrder | null | undefined): KeyOrder {
  const by = order?.by ?? "NAME";
  return {
    name: `series:${by}`,
    ...keys[by],
    descending: order?.direction === "DESC",
    tie: "s.relation::oid::bigint",
  };
}

function conditions(filter: SeriesFilter | null | undefined): Fragment {
  const list: Fragment[] = [];
  if (filter?.search) {
    list.push(
      fragment`strpos(lower(s.schema_name::text || '.' || s.table_name::text), lower(${filter.search}::text)) > 0`,
    );
  }
  if (filter?.overdue !== undefined && filter.overdue !== null) {
    list.push(filter.overdue ? raw("s.seal_due > 0") : raw("s.seal_due = 0"));
  }
  if (filter?.minLateFraction !== undefined && filter.minLateFraction !== null) {
    list.push(fragment`s.worst_late_fraction >= ${filter.minLateFraction}::float8`);
  }
  if (filter?.minBytes !== undefined && filter.minBytes !== null) {
    list.push(fragment`s.bytes >= ${String(filter.minBytes)}::bigint`);
  }
  if (filter?.sealed !== undefined && filter.sealed !== null) {
    list.push(filter.sealed ? raw("s.sealed_partitions > 0") : raw("s.sealed_partitions = 0"));
  }
  return and(list);
}

export async function listSeries(
  on: Queryable,
  request: {
    readonly filter: SeriesFilter | null | undefined;
    readonly order: KeyOrder;
    readonly position: Position | null;
    readonly limit: number;
  },
): Promise<KeyedSeriesRow[]> {
  return await many(
    on,
    keyedRow,
    sql("listSeries")`SELECT ${columns}, ${selectKey(request.order)} FROM sealstone.series_info s
      WHERE ${conditions(request.filter)} AND ${afterPosition(request.order, request.position, on.databaseId)}
      ORDER BY ${orderBy(request.order)} LIMIT ${request.limit}`,
  );
}

export async function countSeries(
  on: Queryable,
  filter: SeriesFilter | null | undefined,
): Promise<number> {
  const rows = await many(
    on,
    z.object({ count: int8 }),
    sql(
      "countSeries",
    )`SELECT count(*) AS count FROM sealstone.series_info s WHERE ${conditions(filter)}`,
  );
  return Number(rows[0]?.count ?? 0n);
}

export async function seriesByOids(on: Queryable, oids: readonly string[]): Promise<SeriesRow[]> {
  return await many(
    on,
    row,
    sql(
      "seriesByOids",
    )`SELECT ${columns} FROM sealstone.series_info s WHERE s.relation = ANY (${oids}::regclass[])`,
  );
}

export async function allSeries(on: Queryable): Promise<SeriesRow[]> {
  return await many(
    on,
    row,
    sql("allSeries")`SELECT ${columns} FROM sealstone.series_info s ORDER BY s.relation::oid`,
  );
}

const strip = z.object({
  oid: z.string(),
  index: z.number(),
  lo: z.string().nullable(),
  hi: z.string().nullable(),
  loValue: int8.nullable(),
  hiValue: int8.nullable(),
  live: z.number(),
  sealed: z.number(),
  spread: z.number(),
  foreign: z.number(),
  due: z.number(),
  rows: int8,
  bytes: int8,
  worstLateFraction: float8,
  partition: z.string().nullable(),
  rangeFrom: z.string().nullable(),
  rangeTo: z.string().nullable(),
  rangeFromValue: int8.nullable(),
  rangeToValue: int8.nullable(),
});
export type StripRow = z.infer<typeof strip>;

/**
 * Partitions added up in slices of the time line, one statement for any number of series. A partition is
 * in the slice of its lower bound; one that begins before the range and reaches into it, in the first.
 */
export async function stripOfSeries(
  on: Queryable,
  request: {
    readonly oids: readonly string[];
    readonly buckets: number;
    readonly from: string | null;
    readonly to: string | null;
    /** an end not given is that of the partitions with rows */
    readonly withRows: boolean;
  },
): Promise<StripRow[]> {
  const bound = (value: string | null): Fragment => {
    if (value === null) return raw("NULL::numeric");
    return /^-?\d+$/.test(value)
      ? fragment`${value}::numeric`
      : fragment`extract(epoch from ${value}::timestamptz)`;
  };
  return await many(
    on,
    strip,
    sql("stripOfSeries")`WITH p AS MATERIALIZED (
        SELECT i.*, coalesce(extract(epoch from i.lo), i.lo_value::numeric, '-Infinity') AS lo_at,
               coalesce(extract(epoch from i.hi), i.hi_value::numeric, 'Infinity') AS hi_at, i.lo IS NULL AND i.hi IS NULL AS by_value
          FROM sealstone.partition_info i
         WHERE i.relation = ANY (${request.oids}::regclass[]) AND i.state <> 'default'
      ), r AS (
        SELECT relation, bool_and(by_value) AS by_value,
               coalesce(${bound(request.from)}, min(CASE WHEN lo_at > '-Infinity' AND rows > 0 AND ${request.withRows}::boolean THEN lo_at END),
                        min(CASE WHEN lo_at > '-Infinity' THEN lo_at END), min(CASE WHEN hi_at < 'Infinity' THEN hi_at END), 0) AS from_at,
               coalesce(${bound(request.to)}, max(CASE WHEN hi_at < 'Infinity' AND rows > 0 AND ${request.withRows}::boolean THEN hi_at END),
                        max(CASE WHEN hi_at < 'Infinity' THEN hi_at END), max(CASE WHEN lo_at > '-Infinity' THEN lo_at END), 1) AS to_at
          FROM p GROUP BY relation
      ), x AS (
        SELECT p.*, r.from_at, r.to_at, r.by_value AS series_by_value,
               CASE WHEN p.lo_at <= r.from_at OR r.to_at <= r.from_at THEN 0
                    ELSE least(floor((p.lo_at - r.from_at) * ${request.buckets}::int / (r.to_at - r.from_at))::int, ${request.buckets}::int - 1) END AS slice
          FROM p JOIN r USING (relation)
         WHERE p.hi_at > r.from_at AND p.lo_at < greatest(r.to_at, r.from_at + 1)
      )
      SELECT relation::oid::text AS oid, slice AS index, min(lo) AS lo, max(hi) AS hi, min(lo_value) AS "loValue", max(hi_value) AS "hiValue",
             count(*) FILTER (WHERE state = 'live')::int AS live, count(*) FILTER (WHERE state = 'sealed')::int AS sealed,
             count(*) FILTER (WHERE state = 'spread')::int AS spread, count(*) FILTER (WHERE state = 'foreign')::int AS foreign,
             count(*) FILTER (WHERE due)::int AS due, coalesce(sum(rows), 0)::bigint AS rows, coalesce(sum(bytes), 0)::bigint AS bytes,
             max(late_fraction) AS "worstLateFraction", CASE WHEN count(*) = 1 THEN min(partition::oid::bigint)::text END AS partition,
             CASE WHEN NOT min(series_by_value::int)::boolean THEN to_timestamp(min(from_at)::float8) END AS "rangeFrom",
             CASE WHEN NOT min(series_by_value::int)::boolean THEN to_timestamp(min(to_at)::float8) END AS "rangeTo",
             CASE WHEN min(series_by_value::int)::boolean THEN min(from_at)::bigint END AS "rangeFromValue",
             CASE WHEN min(series_by_value::int)::boolean THEN min(to_at)::bigint END AS "rangeToValue"
        FROM x GROUP BY relation, slice ORDER BY relation, slice`,
  );
}

const historyPoint = z.object({
  oid: z.string(),
  at: z.string(),
  rows: int8.nullable(),
  bytes: int8.nullable(),
  sealedBytes: int8.nullable(),
  bytesBefore: int8.nullable(),
  ratio: float8,
  lateFraction: float8,
  worstLateFraction: float8,
  sealedPartitions: int8.nullable(),
  sealDue: int8.nullable(),
  pendingInvalidations: int8.nullable(),
});
export type SeriesHistoryRow = z.infer<typeof historyPoint>;

/** The last sample of each step. */
export async function historyOfSeries(
  on: Queryable,
  request: {
    readonly oids: readonly string[];
    readonly from: string;
    readonly to: string;
    readonly stepSeconds: number;
    readonly resolution: "minute" | "hour";
  },
): Promise<SeriesHistoryRow[]> {
  // in the text, not a parameter: DISTINCT ON and ORDER BY must be the same expression
  const step = raw(`${Math.trunc(request.stepSeconds)}`);
  return await many(
    on,
    historyPoint,
    sql(
      "historyOfSeries",
    )`SELECT DISTINCT ON (h.relation, floor(extract(epoch from h.at) / ${step}))
             h.relation::oid::text AS oid, h.at, h.rows, h.bytes, h.sealed_bytes AS "sealedBytes", h.bytes_before AS "bytesBefore", h.ratio,
             h.late_fraction AS "lateFraction", h.worst_late_fraction AS "worstLateFraction", h.sealed_partitions AS "sealedPartitions",
             h.seal_due AS "sealDue", h.pending_invalidations AS "pendingInvalidations"
        FROM sealstone.series_history h
       WHERE h.relation = ANY (${request.oids}::regclass[]) AND h.at >= ${request.from}::timestamptz AND h.at < ${request.to}::timestamptz
         AND h.resolution = ${request.resolution}
       ORDER BY h.relation, floor(extract(epoch from h.at) / ${step}), h.at DESC`,
  );
}

const column = z.object({
  oid: z.string(),
  name: z.string(),
  type: z.string(),
  nullable: z.boolean(),
  timeLike: z.boolean(),
});
export type ColumnRow = z.infer<typeof column>;

export async function columnsOfRelations(
  on: Queryable,
  oids: readonly string[],
): Promise<ColumnRow[]> {
  return await many(
    on,
    column,
    sql(
      "columnsOfRelations",
    )`SELECT a.attrelid::text AS oid, a.attname::text AS name, format_type(a.atttypid, a.atttypmod) AS type,
             NOT a.attnotnull AS nullable,
             a.atttypid IN ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype, 'int2'::regtype, 'int4'::regtype, 'int8'::regtype) AS "timeLike"
        FROM pg_attribute a
       WHERE a.attrelid = ANY (${oids}::oid[]) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attrelid, a.attnum`,
  );
}
