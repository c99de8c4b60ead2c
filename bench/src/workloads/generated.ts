import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Reads a generator of `bench/workloads/`, puts numbers for its `:name` parameters, and cuts it into
 * the functions it needs first and the SELECT that makes the rows.
 */
export function generator(
  file: string,
  parameters: Record<string, number>,
): { setup: string; sql: string } {
  const path = fileURLToPath(new URL(`../../workloads/${file}`, import.meta.url));
  let text = readFileSync(path, "utf8");
  for (const [name, value] of Object.entries(parameters)) {
    text = text.replaceAll(new RegExp(`(?<!:):${name}\\b`, "g"), String(value));
  }
  const [before = "", rows] = text.split(/^--- rows.*$/m);
  const setup =
    "SET timezone = 'UTC'; SET max_parallel_workers_per_gather = 0; SET work_mem = '1GB';";
  return rows === undefined ? { setup, sql: before } : { setup: `${setup}\n${before}`, sql: rows };
}
