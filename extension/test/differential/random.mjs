// A small seeded generator (mulberry32): the same seed gives the same run on every machine.
export class Random {
  constructor(seed) {
    this.state = seed >>> 0;
  }
  /** A generator of its own, which takes one number of this one however many it is asked for. */
  fork() {
    return new Random(this.below(2 ** 32));
  }
  /** @returns {number} in [0, 1) */
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  /** @param {number} n @returns {number} an integer in [0, n) */
  below(n) {
    return Math.floor(this.next() * n);
  }
  /** @param {number} lo @param {number} hi @returns {number} an integer in [lo, hi] */
  between(lo, hi) {
    return lo + this.below(hi - lo + 1);
  }
  /** @param {number} p */
  chance(p) {
    return this.next() < p;
  }
  /** @template T @param {readonly T[]} list @returns {T} undefined of an empty list */
  pick(list) {
    return list[this.below(list.length)];
  }
  /** @template T @param {readonly T[]} list @param {number} n @returns {T[]} n different ones */
  some(list, n) {
    const left = [...list];
    const out = [];
    while (out.length < n && left.length > 0) out.push(...left.splice(this.below(left.length), 1));
    return out;
  }
}
