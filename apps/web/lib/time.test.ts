import { describe, expect, it } from "vitest";
import { range, relative, scaleValue, show, tick, ticks, utc } from "./time";

describe("times as they are shown", () => {
  it("drops midnight and zero seconds, keeps the rest", () => {
    expect(utc("2026-01-02T00:00:00.000000Z")).toBe("2026-01-02");
    expect(utc("2026-01-02T03:04:00.000000Z")).toBe("2026-01-02 03:04");
    expect(utc("2026-01-02T03:04:05.123456Z")).toBe("2026-01-02 03:04:05");
  });

  it("names the ends of time", () => {
    expect(utc("-infinity")).toBe("no beginning");
    expect(utc("infinity")).toBe("no end");
    expect(relative("infinity", 0)).toBe("no end");
  });

  it("says a day once when both ends share it", () => {
    expect(range("2026-01-02T01:00:00.000000Z", "2026-01-02T02:00:00.000000Z", "utc")).toBe(
      "2026-01-02 01:00 – 02:00",
    );
    expect(range("2026-01-02T00:00:00.000000Z", "2026-01-03T00:00:00.000000Z", "utc")).toBe(
      "2026-01-02 – 2026-01-03",
    );
    expect(range(null, "2026-01-03T00:00:00.000000Z", "utc")).toBe("–");
  });

  it("tells past from future", () => {
    const now = Date.UTC(2026, 0, 2, 12);
    expect(show("2026-01-02T11:00:00.000000Z", "relative", now)).toBe(
      "60 min ago".replace("60 min", "1 h"),
    );
    expect(show("2026-01-02T12:30:00.000000Z", "relative", now)).toBe("in 30 min");
  });
});

describe("axis marks", () => {
  it("are round, inside, and not more than asked for", () => {
    for (const days of [0.01, 0.5, 3, 40, 400, 4000, 20_000]) {
      const lo = Date.UTC(2001, 0, 1, 5, 17);
      const hi = lo + days * 86_400_000;
      const marks = ticks(lo, hi, 8);
      expect(marks.length).toBeLessThanOrEqual(9);
      for (const t of marks) {
        expect(t).toBeGreaterThanOrEqual(lo);
        expect(t).toBeLessThanOrEqual(hi);
      }
    }
  });

  it("are none for no span", () => {
    expect(ticks(5, 5, 8)).toEqual([]);
    expect(ticks(Number.NEGATIVE_INFINITY, 5, 8)).toEqual([]);
  });

  it("have a label fit for the span", () => {
    const t = Date.UTC(2026, 4, 6, 7, 8, 9);
    expect(tick(t, 60_000)).toBe("07:08:09");
    expect(tick(t, 3_600_000)).toBe("07:08");
    expect(tick(t, 10 * 86_400_000)).toBe("05-06");
    expect(tick(t, 300 * 86_400_000)).toBe("2026-05");
  });
});

it("times of every type are on one scale, what is none is not", () => {
  const day = Date.UTC(2001, 1, 10);
  for (const text of [
    "2001-02-10",
    "2001-02-10 00:00:00",
    "2001-02-10 00:00:00+00",
    "2001-02-10T01:00:00+01:00",
  ])
    expect([text, scaleValue(text)]).toEqual([text, day]);
  expect(scaleValue("-42")).toBe(-42);
  for (const text of ["garbage", "", null, undefined]) expect(scaleValue(text)).toBeNaN();
});
