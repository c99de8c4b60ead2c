import type { StripPartsFragment } from "@/data/generated/graphql";
import { toNumber } from "@/lib/format";
import { toMillis } from "@/lib/time";

export type Strip = StripPartsFragment;
export type Slice = Strip["slices"][number];

export interface Placed {
  slice: Slice;
  /** 0 to 1 along the line */
  from: number;
  to: number;
}

/** The two ends of the line as numbers: milliseconds, or values of an integer series. */
export function domain(strip: Strip): { lo: number; hi: number; integer: boolean } {
  const integer = strip.fromValue !== null && strip.fromValue !== undefined;
  const ends = strip.slices
    .flatMap((s) => [bound(s, "lo", integer), bound(s, "hi", integer)])
    .filter(Number.isFinite);
  const given = integer
    ? [toNumber(strip.fromValue), toNumber(strip.toValue)]
    : [strip.from ? toMillis(strip.from) : Number.NaN, strip.to ? toMillis(strip.to) : Number.NaN];
  const finite = given.filter(Number.isFinite);
  const all = [...ends, ...finite];
  if (all.length === 0) return { lo: 0, hi: 1, integer };
  const lo = Math.min(...all);
  const hi = Math.max(...all);
  return { lo, hi: hi > lo ? hi : lo + 1, integer };
}

function bound(slice: Slice, end: "lo" | "hi", integer: boolean): number {
  if (integer) {
    const value = end === "lo" ? slice.loValue : slice.hiValue;
    return value === null || value === undefined
      ? end === "lo"
        ? Number.NEGATIVE_INFINITY
        : Number.POSITIVE_INFINITY
      : toNumber(value);
  }
  const value = end === "lo" ? slice.lo : slice.hi;
  return value
    ? toMillis(value)
    : end === "lo"
      ? Number.NEGATIVE_INFINITY
      : Number.POSITIVE_INFINITY;
}

export function place(strip: Strip): Placed[] {
  const { lo, hi, integer } = domain(strip);
  const span = hi - lo;
  return strip.slices.map((slice) => {
    const a = Math.max(lo, bound(slice, "lo", integer));
    const b = Math.min(hi, bound(slice, "hi", integer));
    return { slice, from: (a - lo) / span, to: (Math.max(a, b) - lo) / span };
  });
}

export function sliceCount(slice: Slice): number {
  return slice.live + slice.sealed + slice.spread + slice.foreign;
}

/** A number on the line back as the text that the API takes. */
export function boundText(value: number, integer: boolean): string {
  return integer ? String(Math.round(value)) : new Date(value).toISOString().replace("Z", "000Z");
}

/** Whether the stretch that has rows is less than a fifth of the whole line. */
export function farApart(
  strip: Strip | null | undefined,
  oldest: string | null | undefined,
  newest: string | null | undefined,
): boolean {
  if (!strip || !oldest || !newest) return false;
  const { lo, hi } = domain(strip);
  const rows = toMillis(newest) - toMillis(oldest);
  return Number.isFinite(rows) && rows > 0 && rows < (hi - lo) / 5;
}
