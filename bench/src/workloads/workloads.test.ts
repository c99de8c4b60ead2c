import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { flightsFile } from "@sealstone/demo/flights-source";
import { expect, test } from "vitest";
import { connect } from "../connection.js";
import { cpu } from "./cpu.js";
import { iot } from "./iot.js";
import type { Workload } from "./workload.js";

const url = process.env.SEALSTONE_TEST_PG;

/** The rows as text in order of time and key, hashed. */
async function digest({ rows, timeColumn, key }: Workload): Promise<{ n: number; md5: string }> {
  if (!("sql" in rows)) throw new Error("not made by SQL");
  const client = await connect(url ?? "");
  try {
    await client.query(rows.setup);
    const made = await client.query(
      `SELECT count(*)::int AS n, md5(string_agg(r::text, E'\\n' ORDER BY r.${timeColumn}, r.${key})) AS md5 FROM (${rows.sql}) AS r`,
    );
    return made.rows[0];
  } finally {
    await client.end();
  }
}

// bench/workloads/README.md names these too: a change here makes figures of before and after incomparable
test.skipIf(!url)("cpu: the same bytes on every server", async () => {
  expect(await digest(cpu({ rows: 20_000 }))).toEqual({
    n: 20_000,
    md5: "0423f9e5b27ad81f7d0136f29effffb2",
  });
});

test.skipIf(!url)("iot: the same bytes on every server", async () => {
  expect(await digest(iot({ rows: 25_000 }))).toEqual({
    n: 24_533,
    md5: "015d80e79415cd744994438c9a64b28c",
  });
});

test("nab: the file is the one that figures were made with", () => {
  const file = fileURLToPath(new URL("../../data/nab.csv.gz", import.meta.url));
  expect(createHash("sha256").update(readFileSync(file)).digest("hex")).toBe(
    "d4178a94e17f0b57091c4aaf4e7f70e769aa8c2ceb097e689cba0e9e3e0c8652",
  );
});

test("flights: the file is the one that figures were made with", () => {
  expect(createHash("sha256").update(readFileSync(flightsFile())).digest("hex")).toBe(
    "dbeb920c90f59b6ccaff823dcc3d08f25a97fa1ce128d93f40be4e931f5900b0",
  );
});
