import { expect, test } from "vitest";
import type { Measurement } from "../suites/suite.js";
import { html, markdown, type Run, terminal } from "./report.js";

const measurement: Measurement = {
  suite: "query",
  workload: "cpu",
  name: "asof",
  title: "as-of <join>",
  unit: "ms",
  base: "partitioned",
  values: { partitioned: { value: 400 }, sealed: { value: 200 }, duckdb: null, heap: null },
  ratios: { sealed: 2 },
  over: { duckdb: 60_000 },
  plans: { sealed: "Custom Scan <b>" },
  notes: ["heap: no room"],
};
const run: Run = {
  command: "npm run bench -- query",
  of: "query",
  environment: {
    date: "2026-11-30T00:00:00Z",
    commit: "abc",
    node: "v20",
    cpu: "one",
    cores: 2,
    memoryBytes: 1,
    load: [1.26, 3],
    postgres: "PostgreSQL 15",
    sealstone: "0.1.0",
    settings: {},
  },
  measurements: [measurement],
};

test("a target that was stopped says at what limit, one that failed says so, on every output", () => {
  expect(terminal(run.measurements)).toMatch(/400 ms\s+200 ms \(2\.00x\)\s+over 60\.0 s\s+failed/);
  const text = markdown(run);
  expect(text).toContain("| 400 ms | 200 ms (2.00x) | over 60.0 s | failed |");
  expect(text).toContain("Load of the machine (a minute's): 1.3 at the start, 3.0 at the end.");
});

test("the page holds itself: no script, nothing from elsewhere, all text escaped", () => {
  const page = html(run);
  expect(page).toContain("as-of &lt;join>");
  expect(page).toContain("Custom Scan &lt;b>");
  expect(page).toContain("over 60.0 s");
  expect(page).toContain('style="width:50.00%"');
  expect(page).not.toMatch(/<script|https?:|src=|href=/);
});
