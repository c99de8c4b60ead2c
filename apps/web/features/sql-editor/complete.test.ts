import { describe, expect, it } from "vitest";
import { suggest, wordAt } from "./complete";

const known = {
  tables: [
    {
      schema: "public",
      name: "flights",
      qualifiedName: "public.flights",
      columns: [
        { name: "ts", type: "timestamptz" },
        { name: "origin", type: "text" },
      ],
    },
    {
      schema: "ops",
      name: "hosts",
      qualifiedName: "ops.hosts",
      columns: [{ name: "host", type: "text" }],
    },
  ],
};
const texts = (sql: string) => suggest(sql, sql.length, known).map((s) => s.text);

describe("completion", () => {
  it("offers tables after FROM, by name or with their schema", () => {
    expect(texts("SELECT 1 FROM fl")).toEqual(["flights"]);
    expect(texts("SELECT 1 FROM ho")).toEqual(["ops.hosts"]);
  });

  it("offers the columns of the tables in use", () => {
    const sql = "SELECT ori FROM flights";
    expect(suggest(sql, 10, known).map((s) => s.text)).toContain("origin");
    expect(texts("SELECT ori")).not.toContain("origin");
  });

  it("knows an alias", () => {
    const sql = "SELECT f.or FROM flights f";
    expect(suggest(sql, 11, known).map((s) => s.text)).toEqual(["f.origin"]);
  });

  it("is silent inside text and comments", () => {
    expect(texts("SELECT 'fl")).toEqual([]);
    expect(texts("-- fl")).toEqual([]);
  });

  it("finds our functions without their schema", () => {
    expect(texts("SELECT buck")).toContain("sealstone.bucket(");
  });
});

it("takes the word at the cursor", () => {
  expect(wordAt("select a.b", 10)).toBe("a.b");
  expect(wordAt("select ", 7)).toBe("");
});
