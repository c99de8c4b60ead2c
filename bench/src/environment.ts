import { execFileSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import type pg from "pg";

/** What a figure depends on besides the code. */
export interface Environment {
  date: string;
  commit: string;
  node: string;
  cpu: string;
  cores: number;
  memoryBytes: number;
  /** runnable processes, a minute's average: at the start, and at the end once there is one */
  load: number[];
  postgres: string;
  sealstone: string;
  settings: Record<string, string>;
}

const recorded = [
  "shared_buffers",
  "work_mem",
  "maintenance_work_mem",
  "effective_cache_size",
  "random_page_cost",
  "max_parallel_workers",
  "max_wal_size",
  "wal_level",
  "synchronous_commit",
  "fsync",
  "autovacuum",
  "debug_assertions",
  "jit",
];

export async function readEnvironment(client: pg.Client): Promise<Environment> {
  const one = async (sql: string) =>
    String((await client.query({ text: sql, rowMode: "array" })).rows[0]?.[0] ?? "");
  const settings: Record<string, string> = {};
  for (const name of recorded)
    settings[name] = await one(`SELECT current_setting('${name}', true)`);
  let commit = "unknown";
  try {
    commit = execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }).trim();
  } catch {
    // a release archive has no history
  }
  return {
    date: new Date().toISOString(),
    commit,
    node: process.version,
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryBytes: totalmem(),
    load: loadavg().slice(0, 1),
    postgres: await one("SELECT version()"),
    sealstone: await one("SELECT extversion FROM pg_extension WHERE extname = 'sealstone'"),
    settings,
  };
}
