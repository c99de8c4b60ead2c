import { expect, test } from "vitest";
import { placeOf } from "./place";

const database = { id: "demo", name: "demo" };
const series = { id: "demo.7", qualifiedName: "public.m" };

test("an item leads to the view that shows it", () => {
  expect(placeOf({ rule: "slow-queries", database, series })?.href).toBe(
    "/series/demo.7/queries?sort=P95_MS",
  );
  expect(placeOf({ rule: "seal-due", database, series })?.href).toBe(
    "/series/demo.7/partitions?due=true",
  );
  expect(placeOf({ rule: "disk-low", database })?.href).toBe("/series?sort=BYTES&dir=DESC&db=demo");
});

test("a job leads to the place where its runs are", () => {
  expect(placeOf({ rule: "job-failed", database, job: { series } })?.href).toBe(
    "/series/demo.7/jobs",
  );
  const rollup = { id: "demo.9", qualifiedName: "public.r" };
  expect(placeOf({ rule: "job-overdue", database, job: { rollup } })?.href).toBe("/rollups/demo.9");
});

test("what failed leads to the failure itself, a rule not known here to the series", () => {
  expect(
    placeOf({ rule: "operation-failed", database, series, operation: { id: "demo.3" } })?.href,
  ).toBe("/operations/demo.3");
  expect(placeOf({ rule: "of tomorrow", database, series })?.href).toBe("/series/demo.7");
  expect(placeOf({ rule: "paused", database })).toBeUndefined();
});
