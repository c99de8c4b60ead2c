/**
 * One request's loaders: everything asked for in the same tick, of the same database and with the same
 * arguments, becomes one statement. That is what keeps the number of statements fixed.
 */
import DataLoader from "dataloader";
import type { Pool } from "./db/pool.js";
import type { Target } from "./db/target.js";

/** JSON with bigints as text: for keys only. */
export function stable(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === "bigint") return inner.toString();
    if (typeof inner === "object" && inner !== null && !Array.isArray(inner)) {
      return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
    }
    return inner;
  });
}

export class Loaders {
  readonly #loaders = new Map<string, DataLoader<string, unknown>>();

  /**
   * `fetch` answers for all keys at once. One loader per (name, database, arguments): the type is fixed by
   * the name, which is why the cast is sound.
   */
  load<T>(
    name: string,
    db: Target,
    args: unknown,
    key: string,
    fetch: (pool: Pool, keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
    missing: T,
  ): Promise<T> {
    const id = args === null ? `${name} ${db.id}` : `${name} ${db.id} ${stable(args)}`;
    let loader = this.#loaders.get(id);
    if (loader === undefined) {
      loader = new DataLoader<string, unknown>(
        async (keys) => {
          const found = await fetch(db.reader(), keys);
          return keys.map((wanted) => (found.has(wanted) ? found.get(wanted) : missing));
        },
        { maxBatchSize: 1_000 },
      );
      this.#loaders.set(id, loader);
    }
    return loader.load(key) as Promise<T>;
  }

  /** Once per request and database. */
  once<T>(name: string, db: Target, args: unknown, fetch: (pool: Pool) => Promise<T>): Promise<T> {
    const none: unknown = undefined;
    return this.load<T>(
      name,
      db,
      args,
      "",
      async (pool) => new Map([["", await fetch(pool)]]),
      none as T,
    );
  }

  /** After a change: what was loaded is old. */
  clear(): void {
    this.#loaders.clear();
  }
}

/** Groups rows by a key. */
export function groupBy<Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const id = key(row);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [row]);
    else group.push(row);
  }
  return groups;
}

export function indexBy<Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row> {
  return new Map(rows.map((row) => [key(row), row]));
}
