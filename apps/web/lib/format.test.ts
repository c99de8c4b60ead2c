import { expect, it } from "vitest";
import { bytes, count, exact, percent, plural, toNumber } from "./format";

it("shows a dash for what is not known, never a zero", () => {
  for (const f of [bytes, count, exact]) {
    expect(f(null)).toBe("–");
    expect(f(undefined)).toBe("–");
  }
  expect(percent(undefined)).toBe("–");
});

it("keeps every digit of a bigint that no double holds", () => {
  expect(exact("9007199254740993")).toBe("9,007,199,254,740,993");
});

it("counts in words", () => {
  expect(plural(1, "partition")).toBe("1 partition");
  expect(plural("12", "partition")).toBe("12 partitions");
  expect(plural(2, "query", "queries")).toBe("2 queries");
});

it("draws nothing as nothing", () => {
  expect(toNumber(null)).toBe(0);
  expect(toNumber("12")).toBe(12);
});
