import { expect, it } from "vitest";
import { domain, farApart, place, type Slice, type Strip } from "./scale";

const slice = (lo: string | null, hi: string | null, more: Partial<Slice> = {}): Slice => ({
  index: 0,
  lo,
  hi,
  loValue: null,
  hiValue: null,
  live: 0,
  sealed: 1,
  spread: 0,
  foreign: 0,
  due: 0,
  rows: "1",
  bytes: "1",
  worstLateFraction: null,
  partition: null,
  ...more,
});

const strip = (slices: Slice[], more: Partial<Strip> = {}): Strip => ({
  from: null,
  to: null,
  fromValue: null,
  toValue: null,
  partitions: slices.length,
  resealFraction: 0.1,
  asOf: "2026-01-01T00:00:00.000000Z",
  slices,
  ...more,
});

const day = (n: number) => `2026-01-0${n}T00:00:00.000000Z`;

it("places slices between the ends of the line", () => {
  const placed = place(strip([slice(day(1), day(2)), slice(day(2), day(5))]));
  expect(placed.map((p) => [p.from, p.to])).toEqual([
    [0, 0.25],
    [0.25, 1],
  ]);
});

it("clips what has no end to the line, and never turns round", () => {
  const placed = place(
    strip([slice("-infinity", day(1)), slice(day(1), day(3)), slice(day(3), "infinity")]),
  );
  for (const p of placed) {
    expect(p.from).toBeGreaterThanOrEqual(0);
    expect(p.to).toBeLessThanOrEqual(1);
    expect(p.to).toBeGreaterThanOrEqual(p.from);
  }
});

it("draws an integer series by its values", () => {
  const s = strip([slice(null, null, { loValue: "0", hiValue: "100" })], {
    fromValue: "0",
    toValue: "200",
  });
  expect(domain(s)).toEqual({ lo: 0, hi: 200, integer: true });
  expect(place(s)[0]?.to).toBe(0.5);
});

it("sees when the rows are a small part of the line", () => {
  const s = strip([
    slice("2001-01-01T00:00:00.000000Z", "2001-07-01T00:00:00.000000Z"),
    slice("2026-01-01T00:00:00.000000Z", "2026-02-01T00:00:00.000000Z"),
  ]);
  expect(farApart(s, "2001-01-01T00:00:00.000000Z", "2001-07-01T00:00:00.000000Z")).toBe(true);
  expect(farApart(s, "2001-01-01T00:00:00.000000Z", "2026-02-01T00:00:00.000000Z")).toBe(false);
  expect(farApart(s, null, null)).toBe(false);
});
