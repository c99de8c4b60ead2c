import { expect, test } from "vitest";
import {
  parseDiskstats,
  parseMeminfo,
  parseNetDev,
  parseStat,
  rates,
  readCounters,
  readLevels,
} from "./proc.js";

test("processor modes are percent of the interval, and sum to a hundred", () => {
  const before = {
    at: 0n,
    values: parseStat("cpu  100 0 50 800 50 0 0 0\ncpu0 100 0 50 800 50 0 0 0\n"),
  };
  const after = {
    at: 1_000_000_000n,
    values: parseStat("cpu  150 0 75 900 75 0 0 0\ncpu0 150 0 75 900 75 0 0 0\n"),
  };
  const all = rates(before, after).filter((r) => r.device === "cpu");
  expect(all.find((r) => r.metric === "user_percent")?.value).toBe(25);
  expect(all.find((r) => r.metric === "idle_percent")?.value).toBe(50);
  expect(all.reduce((sum, r) => sum + r.value, 0)).toBe(100);
});

test("bytes are per second, a counter that went back gives none", () => {
  const net = (rx: number) =>
    parseNetDev(`head\nhead\n  eth0: ${rx} 1 0 0 0 0 0 0 500 1 0 0 0 0 0 0\n`);
  const at = (ns: bigint, rx: number) => ({ at: ns, values: net(rx) });
  expect(rates(at(0n, 1000), at(2_000_000_000n, 5000))).toContainEqual({
    device: "eth0",
    metric: "received_bytes_per_second",
    value: 2000,
  });
  expect(rates(at(0n, 1000), at(2_000_000_000n, 10)).map((r) => r.metric)).toEqual([
    "sent_bytes_per_second",
  ]);
});

test("partitions of disks and idle devices are left out", () => {
  const text = [
    "   8 0 sda 10 0 100 0 10 0 200 0 0 0 0",
    "   8 1 sda1 10 0 100 0 10 0 200 0 0 0 0",
    "   7 0 loop0 1 0 2 0 0 0 0 0 0 0 0",
    " 259 0 nvme0n1 1 0 2 0 1 0 2 0 0 0 0",
    " 259 1 nvme0n1p1 1 0 2 0 1 0 2 0 0 0 0",
  ];
  expect([...parseDiskstats(text.join("\n")).entries()]).toEqual([
    ["sda\tread_bytes", 51_200],
    ["sda\twritten_bytes", 102_400],
    ["nvme0n1\tread_bytes", 1024],
    ["nvme0n1\twritten_bytes", 1024],
  ]);
});

test("memory is in bytes", () => {
  const text =
    "MemTotal:  100 kB\nMemAvailable: 60 kB\nCached: 5 kB\nSwapTotal: 10 kB\nSwapFree: 7 kB\n";
  expect(parseMeminfo(text).map((r) => [r.metric, r.value])).toEqual([
    ["used_bytes", 40_960],
    ["available_bytes", 61_440],
    ["cached_bytes", 5120],
    ["swap_used_bytes", 3072],
  ]);
});

test("this machine can be read", async () => {
  const before = await readCounters();
  const after = await readCounters();
  expect(rates(before, after).length).toBeGreaterThan(0);
  expect((await readLevels()).every((r) => Number.isFinite(r.value))).toBe(true);
});
