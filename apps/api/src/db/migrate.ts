/**
 * Numbered, forward-only migrations of schema sealstone_console, each in a transaction under one advisory
 * lock. Two sets: "home" (users, sessions, tokens, audit) and "target" (idempotency keys), which may be in
 * one database.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Pool } from "./pool.js";
import { quoteLiteral, sql } from "./sql.js";

export type MigrationSet = "home" | "target";

const root = new URL("../../migrations/", import.meta.url);

export function migrationFiles(
  set: MigrationSet,
): { readonly number: number; readonly name: string; readonly text: string }[] {
  const directory = fileURLToPath(new URL(`${set}/`, root));
  return readdirSync(directory)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort()
    .map((name) => ({
      number: Number(name.slice(0, 4)),
      name,
      text: readFileSync(`${directory}${name}`, "utf8"),
    }));
}

/** Applies what is missing; returns the names applied. */
export async function migrate(pool: Pool, set: MigrationSet): Promise<string[]> {
  const done = await appliedNumbers(pool, set);
  const missing = migrationFiles(set).filter((file) => !done.has(file.number));
  if (missing.length === 0) return [];
  return await pool.transaction(`migrate-${set}`, async (client) => {
    await client.run(
      sql("migrateLock")`SELECT pg_advisory_xact_lock(hashtextextended('sealstone_console', 0))`,
    );
    const schemas = await client.run(
      sql("migrateSchema")`SELECT 1 FROM pg_namespace WHERE nspname = 'sealstone_console'`,
    );
    if (schemas.length === 0) await client.exact("CREATE SCHEMA sealstone_console");
    const tables = await client.run(
      sql(
        "migrateTable",
      )`SELECT to_regclass('sealstone_console.migrations') IS NOT NULL AS present`,
    );
    const [table] = tables;
    if (
      !(typeof table === "object" && table !== null && "present" in table && table.present === true)
    ) {
      await client.exact(
        "CREATE TABLE sealstone_console.migrations (set_name text, number int, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (set_name, number))",
      );
    }
    const rows = await client.run(
      sql("migrated")`SELECT number FROM sealstone_console.migrations WHERE set_name = ${set}`,
    );
    const now = numbers(rows);
    const applied: string[] = [];
    for (const file of migrationFiles(set)) {
      if (now.has(file.number)) continue;
      // its own number first: a racing migrator would fail here, and change nothing
      await client.exact(
        `INSERT INTO sealstone_console.migrations (set_name, number, name) VALUES (${quoteLiteral(set)}, ${file.number}, ${quoteLiteral(file.name)})`,
      );
      await client.exact(file.text);
      applied.push(file.name);
    }
    return applied;
  });
}

async function appliedNumbers(pool: Pool, set: MigrationSet): Promise<Set<number>> {
  const tables = await pool.run(
    sql("migrateTable")`SELECT to_regclass('sealstone_console.migrations') IS NOT NULL AS present`,
  );
  const [table] = tables;
  if (
    !(typeof table === "object" && table !== null && "present" in table && table.present === true)
  )
    return new Set();
  return numbers(
    await pool.run(
      sql("migrated")`SELECT number FROM sealstone_console.migrations WHERE set_name = ${set}`,
    ),
  );
}

function numbers(rows: readonly unknown[]): Set<number> {
  const found = new Set<number>();
  for (const row of rows) {
    if (
      typeof row === "object" &&
      row !== null &&
      "number" in row &&
      typeof row.number === "number"
    )
      found.add(row.number);
  }
  return found;
}
