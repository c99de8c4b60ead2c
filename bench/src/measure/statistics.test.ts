import { expect, test } from "vitest";
import { median, pairRatio, slope, summarize } from "./statistics.js";

test("median of an even number of values is the middle of the middle two", () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(() => median([])).toThrow();
});

test("deviation is the median of distances, so one outlier does not move it", () => {
  expect(summarize([10, 11, 9, 10, 500])).toMatchObject({ median: 10, min: 9, max: 500, mad: 1 });
});

test("a ratio is taken pair by pair", () => {
  expect(pairRatio([10, 20, 30], [1, 2, 3])).toBe(10);
});

test("a slope is the fitted line's, level where there is one point", () => {
  expect(
    slope([
      [0, 5],
      [1, 7],
      [2, 9],
    ]),
  ).toBeCloseTo(2);
  expect(
    slope([
      [0, 1],
      [1, 3],
      [2, 2],
    ]),
  ).toBeCloseTo(0.5);
  expect(slope([[3, 7]])).toBe(0);
});
