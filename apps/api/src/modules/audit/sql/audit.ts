/** The audit log in the home database. */
import type { AuditFilter, AuditOutcome, Role } from "@sealstone/shared";
import { z } from "zod";
import { float8, int8, many, type Queryable } from "../../../db/rows.js";
import { and, type Fragment, fragment, sql } from "../../../db/sql.js";

export interface NewAuditEntry {
  readonly actor: string | null;
  readonly actorKind: "user" | "token" | "anonymous";
  readonly actorId: string | null;
  readonly role: Role | null;
  readonly action: string;
  readonly face: string;
  readonly database: string | null;
  readonly target: string | null;
  readonly arguments: unknown;
  readonly sql: readonly string[];
  readonly outcome: AuditOutcome;
  readonly errorCode?: string | undefined;
  readonly errorMessage?: string | undefined;
  readonly address: string | null;
  readonly requestId: string | null;
}

export async function insertAudit(on: Queryable, entry: NewAuditEntry): Promise<bigint> {
  const rows = await many(
    on,
    z.object({ id: int8 }),
    sql(
      "insertAudit",
    )`INSERT INTO sealstone_console.audit (actor, actor_kind, actor_id, role, action, face, database, target, arguments, sql, outcome,
        error_code, error_message, address, request_id, finished_at)
      VALUES (${entry.actor}, ${entry.actorKind}, ${entry.actorId}::uuid, ${entry.role}, ${entry.action}, ${entry.face}, ${entry.database}, ${entry.target},
        ${entry.arguments === undefined ? null : JSON.stringify(entry.arguments)}::jsonb, ${entry.sql}::text[], ${entry.outcome},
        ${entry.errorCode ?? null}, ${entry.errorMessage ?? null}, ${entry.address}, ${entry.requestId},
        CASE WHEN ${entry.outcome} <> 'INTENT' THEN clock_timestamp() END) RETURNING id`,
  );
  return rows[0]?.id ?? 0n;
}

export async function finishAudit(
  on: Queryable,
  id: bigint,
  result: {
    readonly outcome: AuditOutcome;
    readonly errorCode?: string | undefined;
    readonly errorMessage?: string | undefined;
    readonly operation?: string | undefined;
    readonly target?: string | undefined;
  },
): Promise<void> {
  await on.run(
    sql(
      "finishAudit",
    )`UPDATE sealstone_console.audit SET outcome = ${result.outcome}, error_code = ${result.errorCode ?? null},
        error_message = ${result.errorMessage ?? null}, operation = ${result.operation ?? null}, target = coalesce(${result.target ?? null}, target),
        finished_at = clock_timestamp()
      WHERE id = ${id.toString()}::bigint AND outcome = 'INTENT'`,
  );
}

const row = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.string().nullable(),
  actorKind: z.string(),
  role: z.enum(["VIEWER", "OPERATOR", "ADMIN"]).nullable(),
  action: z.string(),
  face: z.string(),
  database: z.string().nullable(),
  target: z.string().nullable(),
  arguments: z.unknown(),
  sql: z.array(z.string()),
  outcome: z.enum(["INTENT", "SUCCEEDED", "FAILED", "REFUSED"]),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  operation: z.string().nullable(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  durationMs: float8,
});
export type AuditRow = z.infer<typeof row>;

export async function pageAudit(
  on: Queryable,
  request: {
    readonly filter: AuditFilter | null | undefined;
    /** Only entries of these ids (a user and that user's tokens); null: all. */
    readonly ownUserId: string | null;
    readonly databases: readonly string[] | null;
    readonly beforeId: string | null;
    readonly limit: number;
  },
): Promise<AuditRow[]> {
  const { filter } = request;
  const list: Fragment[] = [];
  if (request.ownUserId !== null) {
    list.push(
      fragment`(a.actor_id::text = ${request.ownUserId} OR a.actor_id IN (SELECT t.id FROM sealstone_console.tokens t WHERE t.owner_id::text = ${request.ownUserId}))`,
    );
  }
  if (request.databases !== null)
    list.push(fragment`(a.database IS NULL OR a.database = ANY (${request.databases}::text[]))`);
  if (request.beforeId !== null) list.push(fragment`a.id < ${request.beforeId}::bigint`);
  if (filter?.database) list.push(fragment`a.database = ${filter.database}`);
  if (filter?.actor) list.push(fragment`lower(a.actor) = lower(${filter.actor}::text)`);
  if (filter?.action) list.push(fragment`a.action = ${filter.action}`);
  if (filter?.outcomes) list.push(fragment`a.outcome = ANY (${filter.outcomes}::text[])`);
  if (filter?.from) list.push(fragment`a.at >= ${filter.from}::timestamptz`);
  if (filter?.to) list.push(fragment`a.at < ${filter.to}::timestamptz`);
  if (filter?.search) {
    list.push(
      fragment`(strpos(lower(coalesce(a.target, '')), lower(${filter.search}::text)) > 0 OR strpos(lower(array_to_string(a.sql, ' ')), lower(${filter.search}::text)) > 0)`,
    );
  }
  return await many(
    on,
    row,
    sql(
      "pageAudit",
    )`SELECT a.id::text AS id, a.at, a.actor, a.actor_kind AS "actorKind", a.role, a.action, a.face, a.database, a.target, a.arguments, a.sql, a.outcome,
             a.error_code AS "errorCode", a.error_message AS "errorMessage", a.operation, a.address, a.request_id AS "requestId",
             (extract(epoch from a.finished_at - a.at) * 1000)::float8 AS "durationMs"
        FROM sealstone_console.audit a WHERE ${and(list)} ORDER BY a.id DESC LIMIT ${request.limit}`,
  );
}
