import { describe, expect, it } from "vitest";
import {
  decodeCursor,
  encodeCursor,
  errorCodes,
  exactCount,
  formatBytes,
  formatCount,
  formatDuration,
  formatFraction,
  formatInterval,
  formatRatio,
  formatRelative,
  formatTimeUtc,
  fromMicroseconds,
  toMicroseconds,
} from "./index.js";

describe("numbers a person reads", () => {
  it("keeps three digits and never loses an exact one", () => {
    expect(formatBytes("0")).toBe("0 B");
    expect(formatBytes("999")).toBe("999 B");
    expect(formatBytes("999500")).toBe("1.00 MB");
    expect(formatBytes("1234567890")).toBe("1.23 GB");
    expect(formatBytes("9223372036854775807")).toBe("9.22 EB");
    expect(exactCount("9223372036854775807")).toBe("9,223,372,036,854,775,807");
    expect(formatCount(12_345_678)).toBe("12.3 M");
    expect(formatBytes(null)).toBe("–");
  });
  it("does not round a fraction to nothing or to all", () => {
    expect(formatFraction(0)).toBe("0%");
    expect(formatFraction(0.000001)).toBe("<0.01%");
    expect(formatFraction(0.9999)).toBe(">99.9%");
    expect(formatFraction(0.034)).toBe("3.4%");
    expect(formatFraction(1.5)).toBe("150%");
    expect(formatRatio(14.24)).toBe("14.2×");
  });
  it("carries durations over into the next unit", () => {
    expect(formatDuration(0.5)).toBe("500 µs");
    expect(formatDuration(999.9)).toBe("1.00 s");
    expect(formatDuration(59_999)).toBe("1 min");
    expect(formatDuration(250_000)).toBe("4 min 10 s");
    expect(formatDuration(3 * 86_400_000 + 4 * 3_600_000)).toBe("3 d 4 h");
  });
});

describe("times", () => {
  it("keeps all six digits both ways, before 1970 too", () => {
    for (const text of [
      "2026-11-30T15:04:05.123456Z",
      "1969-12-31T23:59:59.999999Z",
      "0001-01-01T00:00:00.000001Z",
    ]) {
      const microseconds = toMicroseconds(text);
      expect(microseconds).not.toBeNull();
      expect(fromMicroseconds(microseconds ?? 0n)).toBe(text);
    }
    expect(toMicroseconds("2026-11-30T15:04:05.5+02:00")).toBe(
      toMicroseconds("2026-11-30T13:04:05.500000Z"),
    );
    expect(toMicroseconds("infinity")).toBeNull();
  });
  it("speaks of the past and the future", () => {
    const now = Date.UTC(2026, 10, 30, 12);
    expect(formatRelative("2026-11-30T11:55:00.000000Z", now)).toBe("5 min ago");
    expect(formatRelative("2026-11-30T14:00:00.000000Z", now)).toBe("in 2 h");
    expect(formatRelative("-infinity", now)).toBe("-infinity");
    expect(formatRelative(null, now)).toBe("never");
    expect(formatTimeUtc("2026-11-30T11:55:00.120000Z")).toBe("2026-11-30 11:55:00");
    expect(formatTimeUtc("2026-11-30T11:55:00.120000Z", true)).toBe(
      "2026-11-30 11:55:00.120000 UTC",
    );
  });
});

describe("cursors", () => {
  it("come back as they were and are refused for another order", () => {
    const cursor = encodeCursor("name", ["größe", null, 3]);
    expect(decodeCursor(cursor, "name", 3)).toEqual(["größe", null, 3]);
    expect(decodeCursor(cursor, "bytes", 3)).toBeNull();
    expect(decodeCursor(cursor, "name", 2)).toBeNull();
    expect(decodeCursor("%%%", "name", 3)).toBeNull();
  });
});

it("every error code has a status that HTTP knows as an error", () => {
  for (const info of Object.values(errorCodes)) expect(info.status).toBeGreaterThanOrEqual(400);
});

it("says an interval as a person does", () => {
  expect(formatInterval("7 days")).toBe("7 days");
  expect(formatInterval("00:01:00")).toBe("1 minute");
  expect(formatInterval("1 mon 2 days 03:00:00")).toBe("1 month 2 days 3 hours");
  expect(formatInterval("00:00:00")).toBe("0 seconds");
  expect(formatInterval("-1 days")).toBe("-1 days");
  expect(formatInterval(null)).toBe("–");
});
