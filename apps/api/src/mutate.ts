/**
 * How every mutation on a database runs: authorize, plan (read what is there, check, write the exact SQL),
 * stop there in a dry run, write the intent to the audit log, and then in one transaction of the target
 * database: name the person, take the idempotency key, do the work, store the answer.
 *
 * What a dry run shows is what runs, letter for letter: statements carry their values as quoted literals.
 */
import { createHash } from "node:crypto";
import type { TokenScope } from "@sealstone/shared";
import { z } from "zod";
import { authorize } from "./auth/principal.js";
import type { Context } from "./context.js";
import { migrate } from "./db/migrate.js";
import type { TransactionClient } from "./db/pool.js";
import { maybeOne } from "./db/rows.js";
import { sql } from "./db/sql.js";
import type { Target } from "./db/target.js";
import { AppError, badInput } from "./errors.js";
import { databaseOfId, idOf, targetOf } from "./ids.js";
import { stable } from "./loaders.js";
import { audited, auditRefusal } from "./modules/audit/audit.service.js";
import { activeOn } from "./modules/operation/sql/operations.js";
import { traced } from "./observe/tracing.js";

/** What is kept as the answer: JSON. */
export interface Answer {
  readonly operationId?: string;
  readonly oid?: string;
  readonly count?: number;
  readonly [key: string]: unknown;
}

export interface Plan {
  /** The exact SQL, one statement an element. */
  readonly statements: readonly string[];
  readonly level: "operator" | "admin";
  /** Name of what it acts on, for the audit log. */
  readonly targetName: string;
  /** Oids at which no other operation may be. */
  readonly exclusiveOids?: readonly string[];
  /** Oids whose lock holders are named when a lock cannot be had. */
  readonly lockOids?: readonly string[];
  /** Whose settings it writes, an oid or a number: one request at a time, from its recheck to its commit. */
  readonly settingsOf?: string;
  /** Checked again inside the transaction, just before the work. */
  readonly recheck?: (client: TransactionClient) => Promise<void>;
  readonly answer: (results: readonly (readonly unknown[])[]) => Answer;
}

interface MutationRequest {
  readonly mutation: string;
  readonly scope: TokenScope;
  readonly db: Target;
  readonly args: Readonly<Record<string, unknown>>;
  readonly dryRun: boolean;
  readonly idempotencyKey: string | null | undefined;
}

export interface MutationResult<P extends Plan> {
  readonly plan: P;
  /** null in a dry run. */
  readonly answer: Answer | null;
  readonly replayed: boolean;
}

/** The value of the first column of the first row, as text: what a function returned. */
export function scalar(rows: readonly unknown[] | undefined): string | null {
  const [row] = rows ?? [];
  if (typeof row !== "object" || row === null) return null;
  const [value] = Object.values(row);
  return value === null || value === undefined ? null : String(value);
}

/** Answer of a statement that requests an operation. */
export function operationAnswer(results: readonly (readonly unknown[])[]): Answer {
  const id = scalar(results.at(-1));
  if (id === null)
    throw new AppError("INTERNAL", "The database did not say which operation it made.");
  return { operationId: id };
}

/** Arguments that every mutation on a database takes. */
export interface MutationArguments {
  readonly dryRun: boolean;
  readonly idempotencyKey?: string | null | undefined;
}

/**
 * One mutation on what `id` names: an id, or a database's own id.
 * `args` are all of its arguments: what an idempotency key stands for, and what the audit log keeps.
 */
export async function mutate<P extends Plan>(
  context: Context,
  mutation: string,
  scope: TokenScope,
  id: string,
  args: MutationArguments,
  makePlan: (db: Target) => Promise<P>,
): Promise<MutationResult<P>> {
  const db = targetOf(context, databaseOfId(id));
  const { dryRun, idempotencyKey } = args;
  return await traced(
    mutation,
    "mutation",
    { "sealstone.database": db.id, "sealstone.dry_run": dryRun },
    async (span) => {
      const result = await runMutation(
        context,
        { mutation, scope, db, args: { ...args }, dryRun, idempotencyKey },
        async () => await makePlan(db),
      );
      const { answer } = result;
      if (answer?.operationId !== undefined)
        span.setAttribute("sealstone.operation", idOf(db, answer.operationId));
      return result;
    },
  );
}

async function runMutation<P extends Plan>(
  context: Context,
  request: MutationRequest,
  makePlan: () => Promise<P>,
): Promise<MutationResult<P>> {
  const { db } = request;
  const act = { action: request.mutation, database: db.id, arguments: request.args };
  try {
    authorize(context.principal, request.scope, db.id);
  } catch (error) {
    await auditRefusal(context, act, error);
    throw error;
  }
  const key = request.idempotencyKey ?? null;
  if (key !== null && (key.length < 1 || key.length > 200))
    throw badInput("An idempotency key has 1 to 200 characters.");

  // A key that was answered is answered again, whatever has become of its target since.
  const replay = async (): Promise<MutationResult<P> | null> => {
    if (key === null || request.dryRun) return null;
    const earlier = await earlierAnswer(context, request, key);
    if (earlier === null) return null;
    const plan = await makePlan().catch(() => null);
    return { plan: plan ?? replayPlan<P>(earlier), answer: earlier, replayed: true };
  };
  const replayed = await replay();
  if (replayed !== null) return replayed;
  let plan: P;
  try {
    plan = await makePlan();
  } catch (error) {
    // its twin may have finished since the key was looked for, and have left nothing to do
    const twin = await replay();
    if (twin !== null) return twin;
    throw error;
  }
  if (request.dryRun) {
    if (plan.exclusiveOids !== undefined) await refuseWhenBusy(db, db.reader(), plan.exclusiveOids);
    return { plan, answer: null, replayed: false };
  }
  const lockedByRows =
    (plan.exclusiveOids !== undefined || plan.settingsOf !== undefined) && (await haveKeys(db));
  const pool = db.writer(plan.level);
  const attempt = async (): Promise<{ readonly answer: Answer; readonly replayed: boolean }> =>
    await pool.transaction(request.mutation, async (client) => {
      await nameThePerson(context, client);
      if (key !== null) {
        const earlier = await takeKey(context, client, request, key);
        if (earlier !== null) return { answer: earlier, replayed: true };
      }
      if (plan.exclusiveOids !== undefined) {
        await holdTargets(client, plan.exclusiveOids, lockedByRows);
        await refuseWhenBusy(db, client, plan.exclusiveOids);
      }
      if (plan.settingsOf !== undefined) await holdTargets(client, [plan.settingsOf], lockedByRows);
      await plan.recheck?.(client);
      const results: (readonly unknown[])[] = [];
      for (const statement of plan.statements) results.push(await client.exact(statement));
      const answer = plan.answer(results);
      if (key !== null) await keepAnswer(context, client, request, key, plan, answer);
      return { answer, replayed: false };
    });
  const result = await audited(
    context,
    { ...act, target: plan.targetName, sql: plan.statements },
    async () => {
      try {
        return plan.level === "operator" ? await admitted(context, db, attempt) : await attempt();
      } catch (error) {
        throw await withBlockers(db, plan.lockOids ?? plan.exclusiveOids, error);
      }
    },
    ({ answer }) =>
      answer.operationId === undefined ? {} : { operation: idOf(db, answer.operationId) },
  );
  context.loaders.clear();
  context.services.live.touched(db);
  return { plan, ...result };
}

/** A series made since the grants were: its owner's login lets the operator's in, and it is tried once more. */
export async function admitted<T>(
  context: Context,
  db: Target,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!denied(error) || !(await admitOperator(context, db))) throw error;
    return await work();
  }
}

function denied(error: unknown): boolean {
  return (
    error instanceof AppError && error.code === "FORBIDDEN" && error.details.sqlstate === "42501"
  );
}

/** grant_operate on every series that the admin login owns and the operator's may not work on. True when any was granted. */
async function admitOperator(context: Context, db: Target): Promise<boolean> {
  const role = db.operatorRole;
  if (role === null) return false;
  try {
    const series = await db
      .writer("operator")
      .run(
        sql(
          "notOperable",
        )`SELECT relation::oid::text AS oid FROM sealstone.series_info WHERE NOT sealstone.may_operate(relation)`,
      );
    const oids = series.flatMap((row) =>
      typeof row === "object" && row !== null && "oid" in row ? [String(row.oid)] : [],
    );
    if (oids.length === 0) return false;
    const granted = await db.writer("admin").run(
      sql(
        "admitOperator",
      )`SELECT sealstone.grant_operate(s.relation, ${role}::regrole) FROM sealstone.series_info s
        JOIN pg_class c ON c.oid = s.relation::oid WHERE s.relation = ANY (${oids}::regclass[]) AND pg_has_role(c.relowner, 'USAGE')`,
    );
    context.services.logger.info(
      { database: db.id, series: granted.length },
      "the operator's login was let in to new series",
    );
    return granted.length > 0;
  } catch (error) {
    context.services.logger.warn(
      { err: error, database: db.id },
      "the operator's login could not be let in",
    );
    return false;
  }
}

/** The plan of an answer whose target is gone: its statements were kept with the answer. */
function replayPlan<P extends Plan>(answer: Answer): P {
  const statements = Array.isArray(answer.__sql) ? answer.__sql.map(String) : [];
  const plan: Plan = { statements, level: "operator", targetName: "", answer: () => answer };
  // fields that P adds describe the target, which no longer is: callers treat them as missing
  return plan as P;
}

async function nameThePerson(context: Context, client: TransactionClient): Promise<void> {
  const name = context.principal?.name ?? "";
  // A library without the setting, or a role not trusted for it, goes on without.
  await client.run(
    sql(
      "nameThePerson",
    )`SELECT set_config('sealstone.actor', ${name}, true) FROM pg_settings WHERE name = 'sealstone.actor'
      AND (current_setting('sealstone.trust_actor', true) = 'on' OR current_setting('is_superuser') = 'on')`,
  );
}

async function refuseWhenBusy(
  db: Target,
  on: Parameters<typeof activeOn>[0],
  oids: readonly string[],
): Promise<void> {
  const [active] = await activeOn(on, oids);
  if (active === undefined) return;
  throw new AppError(
    "CONFLICT",
    `An operation is already at ${active.targetName ?? "it"}: ${active.kind}, number ${active.id}.`,
    { database: db.id, operation: idOf(db, active.id), hint: "Wait until it ends, or cancel it." },
  );
}

function keyHash(context: Context, request: MutationRequest, key: string): Buffer {
  const principal = context.principal;
  return createHash("sha256")
    .update(stable([principal?.kind, principal?.id, request.db.id, request.mutation, key]))
    .digest();
}

function argumentsHash(request: MutationRequest): Buffer {
  const { dryRun: _dryRun, idempotencyKey: _key, ...rest } = request.args;
  return createHash("sha256").update(stable(rest)).digest();
}

const kept = z.object({ sameArguments: z.boolean(), answer: z.unknown() });

async function readAnswer(
  on: Parameters<typeof maybeOne>[0],
  context: Context,
  request: MutationRequest,
  key: string,
): Promise<Answer | null> {
  const row = await maybeOne(
    on,
    kept,
    sql("readAnswer")`SELECT arguments_hash = ${argumentsHash(request)} AS "sameArguments", answer
      FROM sealstone_console.idempotency WHERE key_hash = ${keyHash(context, request, key)}`,
  );
  if (row === null) return null;
  if (!row.sameArguments) {
    throw new AppError(
      "IDEMPOTENCY_MISMATCH",
      "This idempotency key was already used with other arguments.",
      {
        database: request.db.id,
        hint: "Use a new key for a new request.",
      },
    );
  }
  return typeof row.answer === "object" && row.answer !== null ? (row.answer as Answer) : {};
}

const prepared = new WeakMap<Target, Promise<void>>();

/** Makes the table of keys where the login may; grants.js makes it where logins are apart. */
async function prepareKeys(db: Target): Promise<void> {
  let ready = prepared.get(db);
  if (ready === undefined) {
    ready = migrate(db.writer("admin"), "target").then(() => undefined);
    prepared.set(db, ready);
  }
  try {
    await ready;
  } catch (error) {
    prepared.delete(db);
    if (error instanceof AppError && (error.code === "FORBIDDEN" || error.code === "NOT_FOUND")) {
      throw new AppError("UNSUPPORTED", "Idempotency keys cannot be kept in this database yet.", {
        database: db.id,
        hint: "Run what `node apps/api/dist/grants.js` prints in it, as a superuser.",
        cause: error,
      });
    }
    throw error;
  }
}

/** Whether the table of keys is there: without it only requests with a key are refused. */
async function haveKeys(db: Target): Promise<boolean> {
  try {
    await prepareKeys(db);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "UNSUPPORTED") return false;
    throw error;
  }
}

/**
 * One request at a time on each target, to the end of the transaction. A row that is inserted and deleted
 * again makes the next one that inserts it wait; only logins that may write the table of keys can do that.
 * An advisory lock can be taken by anybody who can send a SELECT, as the SQL page can.
 */
async function holdTargets(
  client: TransactionClient,
  oids: readonly string[],
  byRows: boolean,
): Promise<void> {
  // in order, so that two requests cannot wait for each other
  const sorted = [...new Set(oids)].sort();
  if (!byRows) {
    // of many only the first stands for all, since such locks are a shared good
    await client.run(
      sql(
        "holdTargetsUnprepared",
      )`SELECT count(pg_advisory_xact_lock(1397049172, (o.oid::bigint % 2147483647)::int)) FROM unnest(${sorted.slice(0, 100)}::oid[]) o(oid)`,
    );
    return;
  }
  const keys = sorted.map((oid) => createHash("sha256").update(`target ${oid}`).digest());
  await client.run(
    sql(
      "holdTargets",
    )`INSERT INTO sealstone_console.idempotency (key_hash, principal, mutation, arguments_hash)
      SELECT k.key, '', 'holdTargets', '' FROM unnest(${keys}::bytea[]) WITH ORDINALITY k(key, n) ORDER BY k.n ON CONFLICT DO NOTHING`,
  );
  // seen by nobody, and gone with the transaction: what holds is its being under way
  await client.run(
    sql(
      "unwriteTargets",
    )`DELETE FROM sealstone_console.idempotency WHERE key_hash = ANY (${keys}::bytea[])`,
  );
}

async function earlierAnswer(
  context: Context,
  request: MutationRequest,
  key: string,
): Promise<Answer | null> {
  await prepareKeys(request.db);
  return await readAnswer(request.db.writer("operator"), context, request, key);
}

/** Takes the key; when another request has it, waits for that one and gives its answer. */
async function takeKey(
  context: Context,
  client: TransactionClient,
  request: MutationRequest,
  key: string,
): Promise<Answer | null> {
  const principal = `${context.principal?.kind}:${context.principal?.name}`;
  const taken = await client.run(
    sql(
      "takeKey",
    )`INSERT INTO sealstone_console.idempotency (key_hash, principal, mutation, arguments_hash)
      VALUES (${keyHash(context, request, key)}, ${principal}, ${request.mutation}, ${argumentsHash(request)}) ON CONFLICT DO NOTHING RETURNING 1 AS one`,
  );
  if (taken.length > 0) {
    await client.run(
      sql(
        "forgetKeys",
      )`DELETE FROM sealstone_console.idempotency WHERE created_at < now() - interval '7 days'`,
    );
    return null;
  }
  return await readAnswer(client, context, request, key);
}

async function keepAnswer(
  context: Context,
  client: TransactionClient,
  request: MutationRequest,
  key: string,
  plan: Plan,
  answer: Answer,
): Promise<void> {
  const value = JSON.stringify({ ...answer, __sql: plan.statements });
  await client.run(
    sql(
      "keepAnswer",
    )`UPDATE sealstone_console.idempotency SET answer = ${value}::jsonb WHERE key_hash = ${keyHash(context, request, key)}`,
  );
}

/** A lock that could not be had: says who holds it. */
export async function withBlockers(
  db: Target,
  oids: readonly string[] | undefined,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== "LOCKED" || oids === undefined) return error;
  try {
    const rows = await db.reader().run(
      sql(
        "lockHolders",
      )`SELECT DISTINCT pid FROM pg_locks WHERE locktype = 'relation' AND granted AND pid IS NOT NULL
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND relation = ANY (${oids}::oid[])`,
    );
    const pids = rows.flatMap((row) =>
      typeof row === "object" && row !== null && "pid" in row && typeof row.pid === "number"
        ? [row.pid]
        : [],
    );
    return new AppError("LOCKED", error.message, { ...error.details, blockedBy: pids });
  } catch {
    return error;
  }
}
