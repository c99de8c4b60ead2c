/** A sliding window in memory: so many of a key in so long. Bounded in keys. */
export class Limiter {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #hits = new Map<string, number[]>();
  readonly #now: () => number;

  constructor(most: number, windowMs: number, now: () => number = Date.now) {
    this.#most = most;
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /** Seconds to wait; 0 when it may go on. Does not count. */
  wait(key: string): number {
    const hits = this.#recent(key);
    const [oldest] = hits;
    if (hits.length < this.#most || oldest === undefined) return 0;
    return Math.max(1, Math.ceil((oldest + this.#windowMs - this.#now()) / 1000));
  }

  hit(key: string): void {
    const hits = this.#recent(key);
    hits.push(this.#now());
    this.#hits.delete(key);
    this.#hits.set(key, hits.slice(-this.#most));
    if (this.#hits.size > 50_000) {
      const [oldest] = this.#hits.keys();
      if (oldest !== undefined) this.#hits.delete(oldest);
    }
  }

  clear(key: string): void {
    this.#hits.delete(key);
  }

  #recent(key: string): number[] {
    const since = this.#now() - this.#windowMs;
    return (this.#hits.get(key) ?? []).filter((at) => at > since);
  }
}
