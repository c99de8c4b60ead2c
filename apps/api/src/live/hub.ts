/**
 * Operations of one database as they change, to any number of subscribers over one LISTEN. What is
 * announced is only (id, version): the truth is read, once for all subscribers, and goes to each in order.
 * A subscriber that is slow keeps at most `most` events; past that it gets a snapshot instead, so that it
 * holds no memory and misses nothing.
 */
import type { EventType } from "@sealstone/shared";
import type { Logger } from "pino";
import type { Pool } from "../db/pool.js";
import type { Target } from "../db/target.js";
import {
  type OperationRow,
  operationsByIds,
  snapshotOperations,
} from "../modules/operation/sql/operations.js";

export interface HubEvent {
  readonly type: EventType;
  readonly operations: readonly OperationRow[];
}

const most = 1_000;
const pollMs = 2_000;

export class Subscription {
  readonly matches: (row: OperationRow) => boolean;
  readonly ids: readonly string[] | null;
  readonly #hub: OperationHub;
  #queue: HubEvent[] = [];
  #wake: (() => void) | null = null;
  #closed = false;
  #needsSnapshot = true;
  /** Newest version given out per operation: nothing is given twice or backwards. */
  readonly #given = new Map<bigint, bigint>();

  constructor(
    hub: OperationHub,
    matches: (row: OperationRow) => boolean,
    ids: readonly string[] | null,
  ) {
    this.#hub = hub;
    this.matches = matches;
    this.ids = ids;
  }

  push(rows: readonly OperationRow[]): void {
    if (this.#closed || this.#needsSnapshot) return;
    const wanted = rows.filter((row) => this.matches(row));
    if (wanted.length === 0) return;
    this.#queue.push({ type: "CHANGE", operations: wanted });
    if (this.#queue.length > most) this.resync();
    this.#wake?.();
  }

  /** What was announced may be lost: begin again with a snapshot. */
  resync(): void {
    this.#queue = [];
    this.#needsSnapshot = true;
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#queue = [];
    this.#wake?.();
    this.#hub.remove(this);
  }

  async next(): Promise<HubEvent | null> {
    while (!this.#closed) {
      if (this.#needsSnapshot) {
        // from here on changes are queued: none between snapshot and stream is missed
        this.#needsSnapshot = false;
        const rows = (await this.#hub.snapshot(this)).filter((row) => this.matches(row));
        if (this.#needsSnapshot) continue;
        this.#given.clear();
        for (const row of rows) this.#given.set(row.operationId, row.version);
        return { type: "SNAPSHOT", operations: rows };
      }
      const event = this.#queue.shift();
      if (event !== undefined) {
        const fresh = event.operations.filter((row) => {
          const given = this.#given.get(row.operationId);
          return given === undefined || row.version > given;
        });
        if (fresh.length === 0) continue;
        for (const row of fresh) {
          this.#given.delete(row.operationId);
          this.#given.set(row.operationId, row.version);
        }
        while (this.#given.size > 5_000) {
          const [oldest] = this.#given.keys();
          if (oldest === undefined) break;
          this.#given.delete(oldest);
        }
        return { type: "CHANGE", operations: fresh };
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
    return null;
  }
}

export class OperationHub {
  readonly #db: Target;
  readonly #logger: Logger;
  readonly #subscriptions = new Set<Subscription>();
  readonly #pending = new Set<string>();
  readonly #listeners = new Set<(rows: readonly OperationRow[]) => void>();
  #reading = false;
  #timer: NodeJS.Timeout | null = null;
  readonly #polled = new Map<bigint, bigint>();
  #runningSnapshot: Promise<void> = Promise.resolve();
  #nextSnapshot: Promise<OperationRow[]> | null = null;

  constructor(db: Target, logger: Logger) {
    this.#db = db;
    this.#logger = logger;
    db.monitor.on("notify", (id) => this.announce(id));
    db.monitor.on("resync", () => this.#resync());
  }

  get subscriberCount(): number {
    return this.#subscriptions.size;
  }

  subscribe(matches: (row: OperationRow) => boolean, ids: readonly string[] | null): Subscription {
    const subscription = new Subscription(this, matches, ids);
    this.#subscriptions.add(subscription);
    this.#schedulePoll();
    return subscription;
  }

  remove(subscription: Subscription): void {
    this.#subscriptions.delete(subscription);
    if (!this.#needed() && this.#timer !== null) {
      clearTimeout(this.#timer);
      this.#timer = null;
    }
  }

  /** Called with every batch of changes, while someone listens. */
  listen(listener: (rows: readonly OperationRow[]) => void): () => void {
    this.#listeners.add(listener);
    this.#schedulePoll();
    return () => this.#listeners.delete(listener);
  }

  announce(id: bigint): void {
    if (!this.#needed()) return;
    this.#pending.add(id.toString());
    void this.#read();
  }

  async snapshot(subscription: Subscription): Promise<OperationRow[]> {
    const pool = this.#db.reader();
    return subscription.ids === null
      ? await this.#sharedSnapshot(pool)
      : await operationsByIds(pool, subscription.ids);
  }

  /**
   * One reading for all who wait for one. Nobody joins a reading that has begun: what changed since it
   * began was not yet kept for them, and would be missed.
   */
  #sharedSnapshot(pool: Pool): Promise<OperationRow[]> {
    this.#nextSnapshot ??= this.#runningSnapshot.then(() => {
      this.#nextSnapshot = null;
      const reading = snapshotOperations(pool);
      this.#runningSnapshot = reading.then(
        () => undefined,
        () => undefined,
      );
      return reading;
    });
    return this.#nextSnapshot;
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const subscription of [...this.#subscriptions]) subscription.close();
  }

  #needed(): boolean {
    return this.#subscriptions.size > 0 || this.#listeners.size > 0;
  }

  #resync(): void {
    for (const subscription of this.#subscriptions) subscription.resync();
  }

  async #read(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      while (this.#pending.size > 0) {
        const ids = [...this.#pending];
        this.#pending.clear();
        const rows = await operationsByIds(this.#db.reader(), ids);
        this.#give(rows.sort((a, b) => (a.operationId < b.operationId ? -1 : 1)));
      }
    } catch (error) {
      this.#logger.warn(
        { err: error, database: this.#db.id },
        "changes could not be read: subscribers begin again",
      );
      this.#pending.clear();
      this.#resync();
    } finally {
      this.#reading = false;
    }
  }

  #give(rows: readonly OperationRow[]): void {
    if (rows.length === 0) return;
    for (const subscription of this.#subscriptions) subscription.push(rows);
    for (const listener of this.#listeners) listener(rows);
  }

  /** Where nothing is announced (a standby, a pooler), asks every two seconds; elsewhere a slow safety net. */
  #schedulePoll(): void {
    if (this.#timer !== null || !this.#needed()) return;
    const wait = this.#db.monitor.liveSource === "POLL" ? pollMs : 15_000;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#poll().finally(() => this.#schedulePoll());
    }, wait);
  }

  async #poll(): Promise<void> {
    if (!this.#db.readable || !this.#needed()) return;
    try {
      const rows = await snapshotOperations(this.#db.reader());
      const changed = rows.filter((row) => {
        const before = this.#polled.get(row.operationId);
        return before === undefined || row.version > before;
      });
      this.#polled.clear();
      for (const row of rows) this.#polled.set(row.operationId, row.version);
      this.#give(changed.sort((a, b) => (a.operationId < b.operationId ? -1 : 1)));
    } catch (error) {
      this.#logger.debug({ err: error, database: this.#db.id }, "a poll failed");
    }
  }
}
