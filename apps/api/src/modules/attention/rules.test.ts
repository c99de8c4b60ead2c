import { expect, test } from "vitest";
import type { SeriesRow } from "../series/sql/series.js";
import { type AttentionFacts, findAttention } from "./rules.js";

const GB = 1_000_000_000n;

function facts(series: readonly Partial<SeriesRow>[]): AttentionFacts {
  return {
    databaseId: "demo",
    state: "OK",
    stateMessage: "",
    stateRemedy: null,
    stateSince: "2026-01-01T00:00:00Z",
    now: "2026-01-02T00:00:00.000000Z",
    clockOffset: 0,
    // what the rule under test reads of a series; other rules are not asked about here
    series: series as readonly SeriesRow[],
    jobs: null,
    rollups: null,
    failedOperations: null,
    blockedOperations: null,
    worker: null,
    disk: { path: "/data", totalBytes: 100n * GB, freeBytes: 4n * GB },
    growthPerDay: 2n * GB,
    slowQueries: null,
  };
}

const quiet = { defaultRows: 0n, worstLateFraction: null, sealAfter: "01:00:00" } as const;

test("a disk that fills is mended by sealing what is due, where most of it is not sealed yet", () => {
  const items = findAttention(
    facts([
      {
        ...quiet,
        oid: "1",
        qualifiedName: "public.a",
        sealDue: 1n,
        bytes: 9n * GB,
        sealedBytes: 8n * GB,
      },
      {
        ...quiet,
        oid: "2",
        qualifiedName: "public.b",
        sealDue: 2n,
        bytes: 5n * GB,
        sealedBytes: null,
      },
      {
        ...quiet,
        oid: "3",
        qualifiedName: "public.c",
        sealDue: 0n,
        bytes: 70n * GB,
        sealedBytes: null,
      },
    ]),
    {},
  );
  for (const rule of ["disk-filling", "disk-low"]) {
    const remedy = items.find((item) => item.rule === rule)?.remedy;
    expect(remedy).toMatchObject({
      label: "Seal what is due in public.b",
      mutation: "sealEligible",
      arguments: { series: "demo.2" },
      sql: "SELECT sealstone.request('seal_eligible', 'public.b'::regclass);",
      destructive: false,
    });
  }
});

test("where nothing is due, a full disk has no click that loses nothing", () => {
  const items = findAttention(
    facts([{ ...quiet, oid: "3", qualifiedName: "public.c", sealDue: 0n, bytes: 70n * GB }]),
    {},
  );
  expect(items.find((item) => item.rule === "disk-filling")).toMatchObject({
    value: 2,
    remedy: null,
  });
});
