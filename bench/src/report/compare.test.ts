import { expect, test } from "vitest";
import { summarize } from "../measure/statistics.js";
import { compare } from "./compare.js";
import type { Run } from "./report.js";

const run = (samples: number[]): Run => ({
  command: "",
  of: "",
  environment: {
    date: "",
    commit: "",
    node: "",
    cpu: "",
    cores: 1,
    memoryBytes: 1,
    load: [],
    postgres: "",
    sealstone: "",
    settings: {},
  },
  measurements: [
    {
      suite: "query",
      workload: "cpu",
      name: "last",
      title: "",
      unit: "ms",
      values: { sealed: { value: summarize(samples).median, summary: summarize(samples) } },
      ratios: {},
      notes: [],
    },
  ],
});

test("a change within the noise is none, one beyond it is named", () => {
  expect(compare(run([10, 12, 8, 11, 9]), run([11, 13, 9, 12, 10]))).toEqual([
    "nothing moved beyond noise",
  ]);
  expect(compare(run([10, 10.1, 9.9]), run([20, 20.1, 19.9]))[0]).toContain(
    "query/cpu/last sealed",
  );
});

test("what is gone and what was otherwise is said", () => {
  const after = run([10, 12, 8, 11, 9]);
  after.measurements = after.measurements.map((m) => ({ ...m, name: "first" }));
  after.environment = { ...after.environment, commit: "b" };
  expect(compare(run([10, 12, 8, 11, 9]), after)).toEqual([
    "query/cpu/first: new",
    "query/cpu/last: gone",
    'not the same commit: "" -> "b"',
  ]);
});
