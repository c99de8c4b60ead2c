/**
 * The SQL page: one statement on a login of its own that owns nothing and can write nothing, through a
 * cursor, bounded in rows, bytes and time. The read-only transaction and the single statement are there
 * for clear errors; what protects the data is the login, and a login that could write is refused.
 */
import type pg from "pg";
import { authorize } from "../../auth/principal.js";
import type { Context } from "../../context.js";
import { sessionSettings } from "../../db/pool.js";
import { fromPgError } from "../../db/sqlstate.js";
import type { Target } from "../../db/target.js";
import { AppError, badInput } from "../../errors.js";
import { targetOf } from "../../ids.js";
import { audited, auditRefusal } from "../audit/audit.service.js";
import { firstWord, readBounded, withinTime } from "./bounds.js";

/** Statements that may wait for their turn: a database has one connection for this page. */
const mostWaiting = 4;
const numericTypes = new Set([
  "smallint",
  "integer",
  "bigint",
  "numeric",
  "real",
  "double precision",
]);

function checkStatement(sql: string): void {
  if (sql.trim() === "") throw badInput("There is no statement.");
  if (sql.length > 100_000) throw badInput("A statement has at most 100000 characters.");
  if (firstWord(sql) === "COPY")
    throw new AppError("UNSUPPORTED", "The SQL page does not COPY.", {
      hint: "Select the rows and export the answer, or use psql.",
    });
}

function checkTimeout(timeoutMs: number): void {
  if (!Number.isInteger(timeoutMs) || timeoutMs < 100 || timeoutMs > 60_000) {
    throw badInput("timeoutMs must be 100 to 60000.");
  }
}

const dangerText = `/* sealstone-api sqlLogin */
SELECT r.rolsuper AS superuser,
       r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication OR r.rolbypassrls AS powerful,
       EXISTS (SELECT FROM pg_class c WHERE c.relkind IN ('r', 'p', 'm', 'v', 'f') AND c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
                AND c.relnamespace::regnamespace::text NOT LIKE 'pg\\_%'
                AND (pg_has_role(c.relowner, 'MEMBER') OR has_table_privilege(c.oid, 'INSERT') OR has_table_privilege(c.oid, 'UPDATE')
                  OR has_table_privilege(c.oid, 'DELETE') OR has_table_privilege(c.oid, 'TRUNCATE'))) AS writes,
       EXISTS (SELECT FROM pg_namespace n WHERE n.nspname NOT LIKE 'pg\\_temp%' AND n.nspname NOT LIKE 'pg\\_toast%' AND has_schema_privilege(n.oid, 'CREATE')) AS creates,
       has_database_privilege(current_database(), 'CREATE') OR has_database_privilege(current_database(), 'TEMPORARY') AS "createsInDatabase",
       pg_has_role('pg_write_all_data', 'MEMBER') OR pg_has_role('pg_write_server_files', 'MEMBER') OR pg_has_role('pg_read_server_files', 'MEMBER')
         OR pg_has_role('pg_execute_server_program', 'MEMBER') OR pg_has_role('pg_signal_backend', 'MEMBER') AS serves
  FROM pg_roles r WHERE r.rolname = current_user AND current_user = session_user`;

/** A login that could write would make the page a hole: refused, with what to do. */
async function checkLogin(client: pg.PoolClient, db: Target): Promise<void> {
  const result = await client.query<Record<string, unknown>>({ text: dangerText });
  const [row] = result.rows;
  const found =
    row === undefined
      ? ["is not what it seems"]
      : [
          row.powerful === true ? "has an attribute such as SUPERUSER or CREATEROLE" : "",
          row.writes === true ? "can write to or owns a table" : "",
          row.creates === true ? "may create objects in a schema" : "",
          row.createsInDatabase === true
            ? "may create schemas or temporary tables in the database"
            : "",
          row.serves === true
            ? "is a member of a role that writes, runs programs or ends sessions"
            : "",
        ].filter((reason) => reason !== "");
  if (found.length === 0) return;
  throw new AppError("UNSUPPORTED", `The SQL page is off: its login ${found.join(", and ")}.`, {
    database: db.id,
    hint: "Run what `node apps/api/dist/grants.js` prints, and give the SQL page the login sealstone_sql.",
  });
}

interface Run {
  readonly db: Target;
  readonly timeoutMs: number;
  /** aborted when the caller has gone */
  readonly signal: AbortSignal | null;
}

const busy = (db: Target): AppError =>
  new AppError("RATE_LIMITED", "The SQL page is busy: other statements are before this one.", {
    database: db.id,
    retryAfter: 5,
    hint: "Wait for them to end, or use psql.",
  });

/** What Postgres says of a person's own statement, which is no fault of the API or of the database. */
function ofStatement(app: AppError): AppError {
  const { sqlstate } = app.details;
  switch (true) {
    // here it is the page that reads only, not the server
    case sqlstate === "25006":
      return new AppError("FORBIDDEN", "The SQL page only reads.", {
        ...app.details,
        hint: "Run what writes with psql, under your own name.",
      });
    case sqlstate === "42501":
      return new AppError("FORBIDDEN", app.message, {
        ...app.details,
        hint: "The SQL page reads what its login may: GRANT SELECT ON … TO sealstone_sql.",
      });
    case sqlstate === "08P01":
      return badInput("The statement has parameters ($1): write their values into it.");
    case sqlstate === "42601" && /multiple commands/.test(app.message):
      return badInput("One statement at a time.");
    case app.code === "DATABASE_ERROR" && /^(?:0[A-Z]|2|42|5[45])/.test(sqlstate ?? ""):
      return new AppError("BAD_INPUT", app.message, app.details);
    default:
      return app;
  }
}

async function onSqlLogin<T>(run: Run, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const { db } = run;
  if (db.sqlPool === null) {
    throw new AppError(
      "UNSUPPORTED",
      "The SQL page is off: it has no login of its own for this database.",
      {
        database: db.id,
        hint: "Run what `node apps/api/dist/grants.js` prints, and set SEALSTONE_SQL_URL.",
      },
    );
  }
  if (!db.readable) throw db.unavailable();
  if (db.sqlPool.counts.waiting >= mostWaiting) throw busy(db);
  let client: pg.PoolClient;
  try {
    client = await db.sqlPool.client();
  } catch (error) {
    // waited in vain for a connection that is there, and at work
    throw db.sqlPool.counts.total > 0 ? busy(db) : error;
  }
  let broken = false;
  try {
    return await withinTime(client, run, async () => {
      await client.query("ROLLBACK").catch(() => undefined);
      await client.query("DISCARD ALL");
      await client.query(sessionSettings(run.timeoutMs, true));
      // names are looked up as a person expects
      await client.query('SET search_path = "$user", public');
      await checkLogin(client, db);
      await client.query("BEGIN READ ONLY");
      return await work(client);
    });
  } catch (error) {
    const app = fromPgError(error, db.id);
    // a cancel that came late must not meet the next one's statement
    broken = app.code === "TIMEOUT" || app.code === "CANCELLED";
    throw ofStatement(app);
  } finally {
    try {
      await client.query("ROLLBACK");
      await client.query("DISCARD ALL");
    } catch {
      broken = true;
    }
    client.release(broken);
  }
}

/** Names of types by oid and modifier, as Postgres prints them. */
async function typeNames(client: pg.PoolClient, fields: readonly pg.FieldDef[]): Promise<string[]> {
  if (fields.length === 0) return [];
  const result = await client.query<{ name: string }>({
    text: "SELECT format_type(t, m) AS name FROM unnest($1::oid[], $2::int[]) WITH ORDINALITY AS x(t, m, n) ORDER BY n",
    values: [
      fields.map((field) => field.dataTypeID),
      fields.map((field) => field.dataTypeModifier),
    ],
  });
  return result.rows.map((row) => row.name);
}

async function guarded<T>(
  context: Context,
  action: string,
  database: string,
  sql: string,
  work: (db: Target) => Promise<T>,
): Promise<T> {
  const act = { action, database, sql: [sql.slice(0, 20_000)] };
  let db: Target;
  try {
    authorize(context.principal, "SQL", database);
    db = targetOf(context, database);
  } catch (error) {
    await auditRefusal(context, act, error);
    throw error;
  }
  return await audited(context, act, () => work(db));
}

export async function runSql(
  context: Context,
  args: {
    readonly database: string;
    readonly sql: string;
    readonly maxRows: number;
    readonly timeoutMs: number;
  },
) {
  checkStatement(args.sql);
  checkTimeout(args.timeoutMs);
  if (!Number.isInteger(args.maxRows) || args.maxRows < 1 || args.maxRows > 10_000) {
    throw badInput("maxRows must be 1 to 10000.");
  }
  return await guarded(context, "runSql", args.database, args.sql, (db) =>
    onSqlLogin({ db, timeoutMs: args.timeoutMs, signal: context.signal }, async (client) => {
      const warnings = await planWarnings(client, args.sql);
      const start = performance.now();
      const { rows, truncated, fields, command } = await readBounded(
        client,
        args.sql,
        args.maxRows,
      );
      const durationMs = performance.now() - start;
      const names = await typeNames(client, fields);
      return {
        columns: fields.map((field, index) => {
          const type = names[index] ?? "unknown";
          const base = type.replace(/\(.*\)/, "");
          return {
            name: field.name,
            type,
            numeric: numericTypes.has(base.trim()),
            temporal: /^(?:timestamp|date)/.test(base),
          };
        }),
        rows,
        truncated,
        durationMs,
        command,
        warnings,
      };
    }),
  );
}

interface PlanNode {
  readonly [key: string]: unknown;
  readonly Plans?: readonly PlanNode[];
}

function isNode(value: unknown): value is PlanNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function walk(node: unknown, visit: (node: PlanNode) => void): void {
  if (!isNode(node)) return;
  visit(node);
  for (const child of Array.isArray(node.Plans) ? node.Plans : []) walk(child, visit);
}

/** Relations a plan reads, by schema.name. */
function relationsRead(plan: unknown): string[] {
  const names = new Set<string>();
  walk(plan, (node) => {
    const name = node["Relation Name"];
    const schema = node.Schema;
    if (typeof name === "string")
      names.add(typeof schema === "string" ? `${schema}.${name}` : name);
  });
  return [...names];
}

interface SeriesRead {
  readonly series: string;
  readonly timeColumn: string;
  readonly read: number;
  readonly total: number;
}

async function seriesRead(
  client: pg.PoolClient,
  relations: readonly string[],
): Promise<SeriesRead[]> {
  if (relations.length === 0) return [];
  const result = await client.query<{
    series: string;
    time_column: string;
    read: string;
    total: string;
  }>({
    text: `SELECT format('%I.%I', s.schema_name, s.table_name) AS series, s.time_column, count(*)::text AS read,
             (s.partitions)::text AS total
        FROM unnest($1::text[]) r(name) JOIN pg_class c ON c.relname = split_part(r.name, '.', 2) JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = split_part(r.name, '.', 1)
        JOIN sealstone.series_info s ON s.relation = pg_partition_root(c.oid)::regclass
       WHERE c.relispartition GROUP BY s.schema_name, s.table_name, s.time_column, s.partitions`,
    values: [relations],
  });
  return result.rows.map((row) => ({
    series: row.series,
    timeColumn: row.time_column,
    read: Number(row.read),
    total: Number(row.total),
  }));
}

function warningsOf(reads: readonly SeriesRead[]): string[] {
  return reads
    .filter((read) => read.total > 1 && read.read >= read.total)
    .map(
      (read) =>
        `Every partition of ${read.series} is read (${read.total}). A condition on ${read.timeColumn}, such as ${read.timeColumn} >= now() - interval '1 day', leaves out the rest.`,
    );
}

async function explainJson(
  client: pg.PoolClient,
  sql: string,
  analyze: boolean,
): Promise<Record<string, unknown> | null> {
  const options = analyze ? "ANALYZE, BUFFERS, VERBOSE, FORMAT JSON" : "VERBOSE, FORMAT JSON";
  const { rows } = await readBounded(client, `EXPLAIN (${options}) ${sql}`, 10);
  const parsed: unknown = JSON.parse(rows.map((row) => row[0] ?? "").join("\n"));
  const [first] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
  return isNode(first) ? { ...first } : null;
}

/** Best effort: not every statement can be explained, and none needs it to run. */
async function planWarnings(client: pg.PoolClient, sql: string): Promise<string[]> {
  if (!/^(?:select|with|table|values)$/i.test(firstWord(sql))) return [];
  try {
    await client.query("SAVEPOINT plan");
    const plan = await explainJson(client, sql, false);
    const warnings = warningsOf(await seriesRead(client, relationsRead(plan?.Plan)));
    await client.query("RELEASE SAVEPOINT plan");
    return warnings;
  } catch (error) {
    // its connection is gone: the statement has no other
    if (error instanceof AppError && error.code === "TOO_LARGE") throw error;
    await client.query("ROLLBACK TO SAVEPOINT plan");
    return [];
  }
}

export async function explainSql(
  context: Context,
  args: {
    readonly database: string;
    readonly sql: string;
    readonly analyze: boolean;
    readonly timeoutMs: number;
  },
) {
  checkStatement(args.sql);
  checkTimeout(args.timeoutMs);
  return await guarded(context, "explainSql", args.database, args.sql, (db) =>
    onSqlLogin({ db, timeoutMs: args.timeoutMs, signal: context.signal }, async (client) => {
      const options = args.analyze ? "ANALYZE, BUFFERS, VERBOSE" : "VERBOSE";
      const json = await explainJson(client, args.sql, args.analyze);
      const { rows } = await readBounded(client, `EXPLAIN (${options}) ${args.sql}`, 5_000);
      const reads = await seriesRead(client, relationsRead(json?.Plan)).catch(() => []);
      const number = (value: unknown): number | null => (typeof value === "number" ? value : null);
      return {
        plan: json ?? {},
        text: rows.map((row) => row[0] ?? "").join("\n"),
        executionMs: number(json?.["Execution Time"]),
        planningMs: number(json?.["Planning Time"]),
        partitionsRead: reads.length === 0 ? null : reads.reduce((sum, read) => sum + read.read, 0),
        partitionsTotal:
          reads.length === 0 ? null : reads.reduce((sum, read) => sum + read.total, 0),
        warnings: warningsOf(reads),
      };
    }),
  );
}
