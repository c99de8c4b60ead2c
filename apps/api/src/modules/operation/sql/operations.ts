/** Operations, from the view of that name. */
import type { OperationFilter, OperationKind, OperationState } from "@sealstone/shared";
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

const knownKinds = new Set([
  "seal",
  "reseal",
  "unseal",
  "seal_eligible",
  "refresh",
  "migrate",
  "premake",
  "retention",
  "analyze_sizes",
]);

const shape = {
  operationId: int8,
  parentId: int8.nullable(),
  kindText: z.string(),
  targetOid: z.string().nullable(),
  targetName: z.string().nullable(),
  seriesOid: z.string().nullable(),
  state: z
    .enum(["queued", "running", "succeeded", "failed", "cancelled"])
    .transform((state) => state.toUpperCase() as OperationState),
  cancelRequested: z.boolean(),
  requestedBy: z.string().nullable(),
  actor: z.string().nullable(),
  jobId: int8.nullable(),
  requestedAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  durationMs: float8,
  phase: z.string().nullable(),
  progress: float8,
  rowsDone: int8.nullable(),
  rowsTotal: int8.nullable(),
  bytesDone: int8.nullable(),
  bytesTotal: int8.nullable(),
  options: z.unknown(),
  result: z.unknown(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  errorDetail: z.string().nullable(),
  errorHint: z.string().nullable(),
  blockedByPids: z
    .array(z.number())
    .nullable()
    .transform((pids) => pids ?? []),
  blockedByQuery: z.string().nullable(),
  attempt: z.number().nullable(),
  version: int8,
};
const row = z.object(shape);
const keyedRow = z.object({ ...shape, ...keyColumns });
export type OperationRow = z.infer<typeof row>;
export type KeyedOperationRow = z.infer<typeof keyedRow>;

export function operationKind(kindText: string): OperationKind {
  return knownKinds.has(kindText) ? (kindText.toUpperCase() as OperationKind) : "OTHER";
}

const columns =
  raw(`o.id AS "operationId", o.parent_id AS "parentId", o.kind AS "kindText", o.target::oid::text AS "targetOid", o.target_name AS "targetName",
  o.series::oid::text AS "seriesOid", o.state, coalesce(o.cancel_requested, false) AS "cancelRequested", o.requested_by::text AS "requestedBy", o.actor,
  o.job_id AS "jobId", o.requested_at AS "requestedAt", o.started_at AS "startedAt", o.finished_at AS "finishedAt",
  (extract(epoch from coalesce(o.finished_at, clock_timestamp()) - o.started_at) * 1000)::float8 AS "durationMs",
  o.phase, o.progress, o.rows_done AS "rowsDone", o.rows_total AS "rowsTotal", o.bytes_done AS "bytesDone", o.bytes_total AS "bytesTotal",
  o.options, o.result, o.error_code AS "errorCode", o.error_message AS "errorMessage", o.error_detail AS "errorDetail", o.error_hint AS "errorHint",
  o.blocked_by AS "blockedByPids", o.blocked_by_query AS "blockedByQuery", o.attempt, coalesce(o.version, 0) AS version`);

export const operationOrder: KeyOrder = {
  name: "operations",
  expression: "extract(epoch from o.requested_at)",
  type: "numeric",
  descending: true,
  tie: "o.id",
};

export interface OperationScope {
  /** Oids of series whose operations are wanted (their partitions' too). */
  readonly seriesOids?: readonly string[] | undefined;
  /** Oids of targets: partitions or rollups. */
  readonly targetOids?: readonly string[] | undefined;
}

function conditions(filter: OperationFilter | null | undefined, scope: OperationScope): Fragment {
  const list: Fragment[] = [];
  if (scope.seriesOids !== undefined) {
    list.push(
      fragment`(o.series = ANY (${scope.seriesOids}::regclass[]) OR o.target = ANY (${scope.seriesOids}::regclass[]))`,
    );
  }
  if (scope.targetOids !== undefined)
    list.push(fragment`o.target = ANY (${scope.targetOids}::regclass[])`);
  if (filter?.states)
    list.push(
      fragment`o.state = ANY (${filter.states.map((state) => state.toLowerCase())}::text[])`,
    );
  if (filter?.kinds) {
    const known = filter.kinds.filter((kind) => kind !== "OTHER").map((kind) => kind.toLowerCase());
    list.push(
      filter.kinds.includes("OTHER")
        ? fragment`(o.kind = ANY (${known}::text[]) OR o.kind <> ALL (${[...knownKinds]}::text[]))`
        : fragment`o.kind = ANY (${known}::text[])`,
    );
  }
  if (filter?.search)
    list.push(fragment`strpos(lower(o.target_name), lower(${filter.search}::text)) > 0`);
  if (filter?.from) list.push(fragment`o.requested_at >= ${filter.from}::timestamptz`);
  if (filter?.to) list.push(fragment`o.requested_at < ${filter.to}::timestamptz`);
  if (filter?.topLevel === true) list.push(raw("o.parent_id IS NULL"));
  return and(list);
}

export async function pageOperations(
  on: Queryable,
  request: {
    readonly filter: OperationFilter | null | undefined;
    readonly scope: OperationScope;
    readonly position: Position | null;
    readonly limit: number;
  },
): Promise<KeyedOperationRow[]> {
  return await many(
    on,
    keyedRow,
    sql(
      "pageOperations",
    )`SELECT ${columns}, ${selectKey(operationOrder)} FROM sealstone.operations o
      WHERE ${conditions(request.filter, request.scope)} AND ${afterPosition(operationOrder, request.position, on.databaseId)}
      ORDER BY ${orderBy(operationOrder)} LIMIT ${request.limit}`,
  );
}

/** A page for each of several series or targets, in one statement. */
export async function pageOperationsOfMany(
  on: Queryable,
  request: {
    readonly by: "series" | "target";
    readonly oids: readonly string[];
    readonly filter: OperationFilter | null | undefined;
    readonly position: Position | null;
    readonly limit: number;
  },
): Promise<(KeyedOperationRow & { readonly __of: string })[]> {
  const of = raw(request.by === "series" ? "coalesce(o.series, o.target)" : "o.target");
  return await many(
    on,
    z.object({ ...shape, ...keyColumns, __of: z.string() }),
    sql("pageOperationsOfMany")`SELECT * FROM (
        SELECT ${columns}, ${selectKey(operationOrder)}, ${of}::oid::text AS __of,
               row_number() OVER (PARTITION BY ${of} ORDER BY ${orderBy(operationOrder)}) AS __number
          FROM sealstone.operations o
         WHERE ${of} = ANY (${request.oids}::regclass[]) AND ${conditions(request.filter, {})}
           AND ${afterPosition(operationOrder, request.position, on.databaseId)}) q
      WHERE __number <= ${request.limit} ORDER BY __of, __number`,
  );
}

export async function countOperations(
  on: Queryable,
  filter: OperationFilter | null | undefined,
  scope: OperationScope,
): Promise<number> {
  const rows = await many(
    on,
    z.object({ count: int8 }),
    sql(
      "countOperations",
    )`SELECT count(*) AS count FROM sealstone.operations o WHERE ${conditions(filter, scope)}`,
  );
  return Number(rows[0]?.count ?? 0n);
}

export async function operationsByIds(
  on: Queryable,
  ids: readonly string[],
): Promise<OperationRow[]> {
  return await many(
    on,
    row,
    sql(
      "operationsByIds",
    )`SELECT ${columns} FROM sealstone.operations o WHERE o.id = ANY (${ids}::bigint[])`,
  );
}

export async function childrenOfOperations(
  on: Queryable,
  ids: readonly string[],
): Promise<OperationRow[]> {
  return await many(
    on,
    row,
    sql(
      "childrenOfOperations",
    )`SELECT * FROM (SELECT ${columns}, row_number() OVER (PARTITION BY o.parent_id ORDER BY o.id) AS __number
        FROM sealstone.operations o WHERE o.parent_id = ANY (${ids}::bigint[])) q WHERE __number <= 1000 ORDER BY "parentId", __number`,
  );
}

/** What a subscriber begins with: all that is not over, and what ended in the last ten minutes. */
export async function snapshotOperations(on: Queryable): Promise<OperationRow[]> {
  return await many(
    on,
    row,
    sql("snapshotOperations")`SELECT ${columns} FROM sealstone.operations o
      WHERE o.state IN ('queued', 'running') OR o.finished_at > now() - interval '10 minutes' ORDER BY o.id DESC LIMIT 2000`,
  );
}

/** Operations already at one of these targets. */
export async function activeOn(
  on: Queryable,
  oids: readonly string[],
): Promise<{ id: bigint; kind: string; targetName: string | null }[]> {
  return await many(
    on,
    z.object({ id: int8, kind: z.string(), targetName: z.string().nullable() }),
    sql("activeOn")`SELECT o.id, o.kind, o.target_name AS "targetName" FROM sealstone.operations o
      WHERE o.target = ANY (${oids}::regclass[]) AND o.state IN ('queued', 'running') ORDER BY o.id`,
  );
}
