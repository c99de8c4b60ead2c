import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type Database,
  makeDatabase,
  makeSeries,
  operationEnds,
  type Running,
  settingsFor,
  startApp,
} from "./harness.js";

let database: Database;
let api: Running;

beforeAll(async () => {
  database = await makeDatabase();
  for (const name of ["plain", "sealed", "late"]) await makeSeries(database, name, 6);
  api = await startApp(settingsFor(database));
});

afterAll(async () => {
  await api?.stop();
  await database?.drop();
});

it("the sums of a database are what its own view adds up to", async () => {
  for (const name of ["sealed", "late"]) {
    const { sealEligible } = await api.ask<{ sealEligible: { operation: { id: string } } }>(
      `mutation { sealEligible(series: "db.public.${name}") { operation { id } } }`,
    );
    expect((await operationEnds(api, sealEligible.operation.id)).state).toBe("SUCCEEDED");
  }
  // a row where a sealed partition is, and one that no partition takes
  await database.query(
    "INSERT INTO public.late SELECT now() - interval '5 days' + i * interval '1 second', 1, i FROM generate_series(1, 100) i",
  );
  await database.query("INSERT INTO public.late VALUES ('2001-01-01', 1, 1)");
  for (const name of ["sealed", "late"])
    await database.query(`SELECT sealstone.measure('public.${name}')`);

  const names =
    "series partitions sealedPartitions rows bytes sealedBytes bytesBefore savedBytes ratio lateFraction sealDue defaultRows";
  const { databases } = await api.ask<{
    databases: { totals: Record<string, string | number | null> }[];
  }>(`{ databases { totals { ${names} } } }`);
  const totals = databases[0]?.totals ?? {};
  const [added] = await database.query<Record<string, number>>(
    `SELECT count(*)::float8 AS series, sum(s.partitions - (s.default_partition IS NOT NULL)::int)::float8 AS partitions,
       sum(s.sealed_partitions)::float8 AS "sealedPartitions", sum(s.rows)::float8 AS rows, sum(s.bytes)::float8 AS bytes, sum(s.sealed_bytes)::float8 AS "sealedBytes",
       sum(s.bytes_before)::float8 AS "bytesBefore", sum(s.bytes_before - s.sealed_bytes)::float8 AS "savedBytes",
       (sum(s.bytes_before) / sum(s.sealed_bytes))::float8 AS ratio,
       sum(s.late_fraction * s.sealed_bytes) FILTER (WHERE s.sealed_partitions > 0) / sum(s.sealed_bytes) FILTER (WHERE s.sealed_partitions > 0)::float8 AS "lateFraction",
       sum(s.seal_due)::float8 AS "sealDue", sum(s.default_rows)::float8 AS "defaultRows" FROM sealstone.series_info s`,
  );
  for (const name of names.split(" "))
    expect(Number(totals[name]), name).toBeCloseTo(added?.[name] ?? Number.NaN, 9);
  expect(Number(totals.lateFraction)).toBeGreaterThan(0);
  expect(Number(totals.sealedPartitions)).toBeGreaterThan(2);
  expect(Number(totals.defaultRows)).toBeGreaterThan(0);
});
