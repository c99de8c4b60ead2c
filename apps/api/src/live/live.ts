/** The live side of every database: operations, and series tables as they change. */
import type { EventType } from "@sealstone/shared";
import type { Logger } from "pino";
import type { Target } from "../db/target.js";
import { stable } from "../loaders.js";
import { allSeries, type SeriesRow } from "../modules/series/sql/series.js";
import { OperationHub } from "./hub.js";

export interface SeriesHubEvent {
  readonly type: EventType;
  readonly series: readonly SeriesRow[];
  readonly removed: readonly string[];
}

const seriesPollMs = 5_000;

/** Reads all series of a database when an operation ends and every five seconds, for all subscribers at once. */
class SeriesHub {
  readonly #db: Target;
  readonly #logger: Logger;
  readonly #waiting = new Set<() => void>();
  #rows: SeriesRow[] | null = null;
  #readAt = 0;
  #subscribers = 0;
  #timer: NodeJS.Timeout | null = null;
  #reading: Promise<void> | null = null;
  #again = false;

  constructor(db: Target, operations: OperationHub, logger: Logger) {
    this.#db = db;
    this.#logger = logger;
    let unlisten: (() => void) | null = null;
    this.acquire = () => {
      this.#subscribers += 1;
      unlisten ??= operations.listen((rows) => {
        if (rows.some((row) => row.finishedAt !== null)) void this.read();
      });
      this.#schedule();
    };
    this.release = () => {
      this.#subscribers -= 1;
      if (this.#subscribers > 0) return;
      unlisten?.();
      unlisten = null;
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = null;
      this.#rows = null;
    };
  }

  readonly acquire: () => void;
  readonly release: () => void;

  get wanted(): boolean {
    return this.#subscribers > 0;
  }

  async read(): Promise<void> {
    if (this.#reading !== null) {
      this.#again = true;
      return await this.#reading;
    }
    this.#reading = (async () => {
      do {
        this.#again = false;
        try {
          this.#rows = await allSeries(this.#db.reader());
          this.#readAt = Date.now();
        } catch (error) {
          this.#logger.debug({ err: error, database: this.#db.id }, "series could not be read");
        }
      } while (this.#again);
    })();
    try {
      await this.#reading;
    } finally {
      this.#reading = null;
    }
    for (const wake of this.#waiting) wake();
  }

  async current(): Promise<readonly SeriesRow[]> {
    if (this.#rows === null || Date.now() - this.#readAt > seriesPollMs) {
      this.#rows = await allSeries(this.#db.reader());
      this.#readAt = Date.now();
    }
    return this.#rows;
  }

  get latest(): readonly SeriesRow[] | null {
    return this.#rows;
  }

  /** Resolves at the next reading. */
  changed(): { readonly promise: Promise<void>; readonly cancel: () => void } {
    let wake: () => void = () => undefined;
    const promise = new Promise<void>((resolve) => {
      wake = () => {
        this.#waiting.delete(wake);
        resolve();
      };
      this.#waiting.add(wake);
    });
    return { promise, cancel: wake };
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#subscribers = 0;
    for (const wake of [...this.#waiting]) wake();
  }

  #schedule(): void {
    if (this.#timer !== null || this.#subscribers === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.read().finally(() => this.#schedule());
    }, seriesPollMs);
  }
}

export class Live {
  readonly #operations = new Map<string, OperationHub>();
  readonly #series = new Map<string, SeriesHub>();
  #stopped = false;

  constructor(targets: Iterable<Target>, logger: Logger) {
    for (const db of targets) {
      const hub = new OperationHub(db, logger);
      this.#operations.set(db.id, hub);
      this.#series.set(db.id, new SeriesHub(db, hub, logger));
    }
  }

  operations(db: Target): OperationHub {
    const hub = this.#operations.get(db.id);
    if (hub === undefined) throw new Error(`no hub for ${db.id}`);
    return hub;
  }

  /** Something was changed through this API. */
  touched(db: Target): void {
    const hub = this.#series.get(db.id);
    if (hub?.wanted === true) void hub.read();
  }

  /** A snapshot, then what differs at each reading. */
  async *series(
    db: Target,
    matches: (row: SeriesRow) => boolean,
    signal: AbortSignal,
  ): AsyncGenerator<SeriesHubEvent> {
    const hub = this.#series.get(db.id);
    if (hub === undefined) return;
    hub.acquire();
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    try {
      const known = new Map<string, string>();
      let type: EventType = "SNAPSHOT";
      let rows: readonly SeriesRow[] = await hub.current();
      while (!signal.aborted && !this.#stopped) {
        const wanted = rows.filter(matches);
        const changed = wanted.filter((row) => known.get(row.oid) !== stable(row));
        const present = new Set(wanted.map((row) => row.oid));
        const removed = [...known.keys()].filter((oid) => !present.has(oid));
        for (const row of changed) known.set(row.oid, stable(row));
        for (const oid of removed) known.delete(oid);
        if (type === "SNAPSHOT") yield { type, series: wanted, removed: [] };
        else if (changed.length > 0 || removed.length > 0) yield { type, series: changed, removed };
        type = "CHANGE";
        const next = hub.changed();
        await Promise.race([next.promise, aborted]);
        next.cancel();
        rows = hub.latest ?? rows;
      }
    } finally {
      hub.release();
    }
  }

  subscriberCounts(): { readonly database: string; readonly count: number }[] {
    return [...this.#operations].map(([database, hub]) => ({
      database,
      count: hub.subscriberCount,
    }));
  }

  stop(): void {
    this.#stopped = true;
    for (const hub of this.#operations.values()) hub.stop();
    for (const hub of this.#series.values()) hub.stop();
  }
}
