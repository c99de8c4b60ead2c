/** Leaf partitions, from partition_info. */
import type { PartitionOrder, PartitionState } from "@sealstone/shared";
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
import type { PartitionFilter } from "../../../generated/resolvers.js";

export const partitionState = z
  .enum(["live", "sealed", "spread", "default", "foreign"])
  .transform((state) => state.toUpperCase() as PartitionState);

const shape = {
  oid: z.string(),
  seriesOid: z.string(),
  schema: z.string(),
  name: z.string(),
  qualifiedName: z.string(),
  state: partitionState,
  rangeFrom: z.string().nullable(),
  rangeTo: z.string().nullable(),
  lo: z.string().nullable(),
  hi: z.string().nullable(),
  loValue: int8.nullable(),
  hiValue: int8.nullable(),
  rows: int8.nullable(),
  bytes: int8.nullable(),
  bytesBefore: int8.nullable(),
  ratio: float8,
  lateRows: int8.nullable(),
  supersededRows: int8.nullable(),
  lateFraction: float8,
  sealedAt: z.string().nullable(),
  sealDueAt: z.string().nullable(),
  due: z
    .boolean()
    .nullable()
    .transform((due) => due ?? false),
  codec: z.string().nullable(),
  orderKey: textArray,
  collationStale: z
    .boolean()
    .nullable()
    .transform((stale) => stale ?? false),
  lastOperationId: int8.nullable(),
  measuredAt: z.string().nullable(),
};
const row = z.object(shape);
const keyedRow = z.object({ ...shape, ...keyColumns });
export type PartitionRow = z.infer<typeof row>;
export type KeyedPartitionRow = z.infer<typeof keyedRow>;

const columns =
  raw(`p.partition::oid::text AS oid, p.relation::oid::text AS "seriesOid", p.schema_name::text AS schema, p.partition_name::text AS name,
  format('%I.%I', p.schema_name, p.partition_name) AS "qualifiedName", p.state, p.range_from AS "rangeFrom", p.range_to AS "rangeTo",
  p.lo, p.hi, p.lo_value AS "loValue", p.hi_value AS "hiValue", p.rows, p.bytes, p.bytes_before AS "bytesBefore", p.ratio,
  p.late_rows AS "lateRows", p.deleted_rows AS "supersededRows", p.late_fraction AS "lateFraction", p.sealed_at AS "sealedAt",
  p.seal_due_at AS "sealDueAt", p.due, p.codec, p.order_key AS "orderKey", p.collation_stale AS "collationStale",
  p.last_operation AS "lastOperationId", p.measured_at AS "measuredAt"`);

const keys: Readonly<Record<PartitionOrder["by"] & string, Pick<KeyOrder, "expression" | "type">>> =
  {
    // MINVALUE comes first; the default partition has no range and comes last
    RANGE: {
      expression: `CASE WHEN p.state <> 'default' THEN coalesce(extract(epoch from p.lo), p.lo_value::numeric, '-Infinity') END`,
      type: "numeric",
    },
    NAME: { expression: `(p.schema_name::text || '.' || p.partition_name::text)`, type: "text" },
    BYTES: { expression: "p.bytes::numeric", type: "numeric" },
    ROWS: { expression: "p.rows::numeric", type: "numeric" },
    RATIO: { expression: "p.ratio", type: "float8" },
    LATE_FRACTION: { expression: "p.late_fraction", type: "float8" },
    SEALED_AT: { expression: "extract(epoch from p.sealed_at)", type: "numeric" },
  };

export function partitionKeyOrder(order: PartitionOrder | null | undefined): KeyOrder {
  const by = order?.by ?? "RANGE";
  return {
    name: `partitions:${by}`,
    ...keys[by],
    descending: (order?.direction ?? "DESC") === "DESC",
    tie: "p.partition::oid::bigint",
  };
}

function bound(column: "lo" | "hi", operator: "<" | ">", value: string): Fragment {
  return /^-?\d+$/.test(value)
    ? fragment`coalesce(${raw(`p.${column}_value ${operator}`)} ${value}::bigint, p.state <> 'default')`
    : fragment`${raw(`p.${column} ${operator}`)} ${value}::timestamptz`;
}

export function partitionConditions(filter: PartitionFilter | null | undefined): Fragment {
  const list: Fragment[] = [];
  if (filter?.states)
    list.push(
      fragment`p.state = ANY (${filter.states.map((state) => state.toLowerCase())}::text[])`,
    );
  if (filter?.from) list.push(bound("hi", ">", filter.from));
  if (filter?.to) list.push(bound("lo", "<", filter.to));
  if (filter?.due !== undefined && filter.due !== null)
    list.push(fragment`coalesce(p.due, false) = ${filter.due}::boolean`);
  if (filter?.minLateFraction !== undefined && filter.minLateFraction !== null) {
    list.push(fragment`p.late_fraction >= ${filter.minLateFraction}::float8`);
  }
  if (filter?.minBytes !== undefined && filter.minBytes !== null) {
    list.push(fragment`p.bytes >= ${String(filter.minBytes)}::bigint`);
  }
  if (filter?.search) {
    list.push(
      fragment`strpos(lower(p.schema_name::text || '.' || p.partition_name::text), lower(${filter.search}::text)) > 0`,
    );
  }
  return and(list);
}

export interface PartitionPageRequest {
  readonly oids: readonly string[];
  readonly filter: PartitionFilter | null | undefined;
  readonly order: KeyOrder;
  readonly position: Position | null;
  readonly limit: number;
}

/** A page for each of several series, in one statement. */
export async function pagePartitions(
  on: Queryable,
  request: PartitionPageRequest,
): Promise<KeyedPartitionRow[]> {
  const where = fragment`${partitionConditions(request.filter)} AND ${afterPosition(request.order, request.position, on.databaseId)}`;
  if (request.oids.length === 1) {
    return await many(
      on,
      keyedRow,
      sql(
        "pagePartitions",
      )`SELECT ${columns}, ${selectKey(request.order)} FROM sealstone.partition_info p
        WHERE p.relation = ${request.oids[0]}::regclass AND ${where} ORDER BY ${orderBy(request.order)} LIMIT ${request.limit}`,
    );
  }
  return await many(
    on,
    keyedRow,
    sql("pagePartitionsOfMany")`SELECT * FROM (
        SELECT ${columns}, ${selectKey(request.order)}, row_number() OVER (PARTITION BY p.relation ORDER BY ${orderBy(request.order)}) AS __number
          FROM sealstone.partition_info p WHERE p.relation = ANY (${request.oids}::regclass[]) AND ${where}) q
      WHERE __number <= ${request.limit} ORDER BY "seriesOid", __number`,
  );
}

/** One by equality: from a list the planner takes it that there are few partitions, and looks each size up alone. */
const ofSeries = (oids: readonly string[]): Fragment =>
  oids.length === 1
    ? fragment`p.relation = ${oids[0]}::regclass`
    : fragment`p.relation = ANY (${oids}::regclass[])`;

const totals = z.object({ oid: z.string(), count: int8, bytes: int8, rows: int8 });

export async function totalPartitions(
  on: Queryable,
  oids: readonly string[],
  filter: PartitionFilter | null | undefined,
): Promise<z.infer<typeof totals>[]> {
  return await many(
    on,
    totals,
    sql(
      "totalPartitions",
    )`SELECT p.relation::oid::text AS oid, count(*) AS count, coalesce(sum(p.bytes), 0)::bigint AS bytes, coalesce(sum(p.rows), 0)::bigint AS rows
        FROM sealstone.partition_info p WHERE ${ofSeries(oids)} AND ${partitionConditions(filter)} GROUP BY p.relation`,
  );
}

/** By oid; the series is looked up first, so that the view need not walk them all. */
export async function partitionsByOids(
  on: Queryable,
  oids: readonly string[],
): Promise<PartitionRow[]> {
  return await many(
    on,
    row,
    sql("partitionsByOids")`SELECT ${columns} FROM sealstone.partition_info p
      WHERE p.partition = ANY (${oids}::regclass[])
        AND p.relation = ANY (ARRAY(SELECT DISTINCT pg_partition_root(o)::regclass FROM unnest(${oids}::regclass[]) o WHERE pg_partition_root(o) IS NOT NULL))`,
  );
}

export async function allMatching(
  on: Queryable,
  series: string,
  filter: PartitionFilter | null | undefined,
  limit: number,
): Promise<PartitionRow[]> {
  return await many(
    on,
    row,
    sql("matchingPartitions")`SELECT ${columns} FROM sealstone.partition_info p
      WHERE p.relation = ${series}::regclass AND ${partitionConditions(filter)} ORDER BY p.lo, p.lo_value, p.partition::oid LIMIT ${limit}`,
  );
}

const columnSize = z.object({
  oid: z.string(),
  name: z.string(),
  type: z.string(),
  encodings: z.string().nullable(),
  pages: int8,
  bytes: int8,
  rawBytes: int8,
  nullCount: int8,
});
export type ColumnSizeRow = z.infer<typeof columnSize>;

/** Opens the partitions: one statement for as many as were asked for. */
export async function columnSizes(
  on: Queryable,
  oids: readonly string[],
): Promise<ColumnSizeRow[]> {
  return await many(
    on,
    columnSize,
    sql(
      "columnSizes",
    )`SELECT o.oid::text AS oid, c.column_name::text AS name, c.type::text AS type, c.encoding AS encodings, c.pages, c.bytes,
             c.raw_bytes AS "rawBytes", c.null_count AS "nullCount"
        FROM unnest(${oids}::oid[]) WITH ORDINALITY o(oid, n) CROSS JOIN LATERAL sealstone.column_sizes(o.oid::regclass) WITH ORDINALITY c ORDER BY o.n, c.ordinality`,
  );
}

const group = z.object({
  oid: z.string(),
  rowGroup: z.number(),
  firstRow: int8,
  rows: z.number(),
  minTime: z.string().nullable(),
  maxTime: z.string().nullable(),
  firstKey: z.string().nullable(),
  lastKey: z.string().nullable(),
  bytes: int8,
  superseded: z.number(),
});
export type RowGroupRow = z.infer<typeof group>;

export async function rowGroups(
  on: Queryable,
  oids: readonly string[],
  first: number,
  skip: number,
): Promise<RowGroupRow[]> {
  return await many(
    on,
    group,
    sql(
      "rowGroups",
    )`SELECT o.oid::text AS oid, g.row_group AS "rowGroup", g.first_row AS "firstRow", g.rows, g.min_time AS "minTime", g.max_time AS "maxTime",
             g.first_key AS "firstKey", g.last_key AS "lastKey", g.bytes, g.superseded
        FROM unnest(${oids}::oid[]) WITH ORDINALITY o(oid, n)
        CROSS JOIN LATERAL (SELECT * FROM sealstone.row_groups(o.oid::regclass) r ORDER BY r.row_group LIMIT ${first} OFFSET ${skip}) g
       ORDER BY o.n, g.row_group`,
  );
}

const historyPoint = z.object({
  oid: z.string(),
  at: z.string(),
  state: partitionState,
  lateFraction: float8,
});
export type PartitionHistoryRow = z.infer<typeof historyPoint>;

export async function partitionHistory(
  on: Queryable,
  oids: readonly string[],
): Promise<PartitionHistoryRow[]> {
  return await many(
    on,
    historyPoint,
    sql(
      "partitionHistory",
    )`SELECT h.partition::oid::text AS oid, h.at, h.state, h.late_fraction AS "lateFraction"
        FROM (SELECT x.*, row_number() OVER (PARTITION BY x.partition ORDER BY x.at DESC) AS n FROM sealstone.partition_history x
               WHERE x.partition = ANY (${oids}::regclass[])) h
       WHERE h.n <= 1000 ORDER BY h.partition, h.at`,
  );
}

const estimate = z.object({
  rows: int8,
  bytesBefore: int8,
  bytesAfter: int8,
  ratio: float8,
  orderKey: textArray,
  sampledRows: int8,
});

export async function estimateSeal(
  on: Queryable,
  oid: string,
): Promise<z.infer<typeof estimate> | null> {
  const rows = await many(
    on,
    estimate,
    sql(
      "estimateSeal",
    )`SELECT e.rows, e.bytes_before AS "bytesBefore", e.bytes_after AS "bytesAfter", e.ratio, e.order_key AS "orderKey", e.sampled_rows AS "sampledRows"
        FROM sealstone.estimate_seal(${oid}::regclass) e`,
  );
  return rows[0] ?? null;
}

const problem = z.object({
  rowGroup: z.number().nullable(),
  column: z.string().nullable(),
  block: int8.nullable(),
  problem: z.string(),
});

export async function checkPartition(
  on: Queryable,
  oid: string,
): Promise<z.infer<typeof problem>[]> {
  return await many(
    on,
    problem,
    sql(
      "checkPartition",
    )`SELECT c.row_group AS "rowGroup", c.column_name::text AS column, c.block, c.problem
        FROM sealstone.check_partition(${oid}::regclass) c LIMIT 1000`,
  );
}
