import { expect, test } from "vitest";
import { connect } from "./connection.js";
import { openDatabase } from "./database.js";
import { Refused } from "./refused.js";

const url = process.env.SEALSTONE_TEST_PG;

const refusal = async (address: string) => {
  try {
    const { client } = await openDatabase(address);
    await client.end();
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
  return undefined;
};

test("an address that is none is refused by a sentence", async () => {
  expect(await refusal("postgresql://u:p@[bad/x")).toMatch(
    /^the server cannot be reached: .*SEALSTONE_BENCH_PG is/,
  );
  expect(await refusal("postgresql://postgres@127.0.0.1:1/x")).toMatch(/ECONNREFUSED/);
});

test.skipIf(!url)(
  "the bench works in a database of its own, alone, and needs a superuser",
  async () => {
    const server = await connect(url ?? "");
    const first = await openDatabase(url as string);
    try {
      const { rows } = await first.client.query("SELECT current_database() AS name");
      expect(rows[0].name).toBe("sealstone_bench");
      expect(await refusal(url as string)).toMatch(/^another bench is at work on that server/);
      await server.query(
        "DROP ROLE IF EXISTS bench_nobody; CREATE ROLE bench_nobody LOGIN PASSWORD 'x'",
      );
      const nobody = new URL(url as string);
      nobody.username = "bench_nobody";
      nobody.password = "x";
      expect(await refusal(nobody.href)).toBe(
        "the bench needs a superuser, and bench_nobody is none: name one in SEALSTONE_BENCH_PG",
      );
    } finally {
      await first.client.end();
      await server.query("DROP ROLE IF EXISTS bench_nobody");
      await server.query("DROP DATABASE sealstone_bench WITH (FORCE)");
    }
    try {
      await server.query("CREATE DATABASE sealstone_bench");
      expect(await refusal(url as string)).toMatch(
        /^there is a database sealstone_bench that the bench did not make/,
      );
    } finally {
      await server.query("DROP DATABASE IF EXISTS sealstone_bench WITH (FORCE)");
      await server.end();
    }
  },
);
