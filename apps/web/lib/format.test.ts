import { expect, it } from "vitest";
import {
  bytes,
  count,
  duration,
  exact,
  interval,
  millis,
  percent,
  plural,
  toNumber,
} from "./format";

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

it("says an interval as a person does, and leaves alone what it does not know", () => {
  expect(interval("01:00:00")).toBe("1 hour");
  expect(interval("00:05:00")).toBe("5 minutes");
  expect(interval("01:30:10")).toBe("1 hour 30 minutes 10 seconds");
  expect(interval("1 day 02:00:00")).toBe("1 day 2 hours");
  expect(interval("1 mon")).toBe("1 month");
  expect(interval("2 mons 01:00:00")).toBe("2 months 1 hour");
  expect(interval("-01:00:00")).toBe("-01:00:00");
  expect(interval("00:00:00.5")).toBe("00:00:00.5");
  expect(interval(null)).toBe("–");
});

it("counts what goes on in whole seconds, from nothing", () => {
  expect(duration(0)).toBe("0 s");
  expect(duration(-3)).toBe("0 s");
  expect(duration(59.4)).toBe("59 s");
  expect(duration(90)).toBe("1 min 30 s");
});

it("says nothing of microseconds where there is nothing", () => {
  expect(millis(0)).toBe("0 ms");
  expect(millis(null)).toBe("–");
});
