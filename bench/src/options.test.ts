import { expect, test } from "vitest";
import { needDisk, needOut, readWish } from "./options.js";
import { Refused } from "./refused.js";

const refusal = (...args: string[]) => {
  try {
    readWish(args);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
  return undefined;
};

test("what is not there is refused by a sentence that says what there is", () => {
  expect(refusal("quary")).toMatch(/^unknown suite "quary": there are load, .*query/);
  expect(refusal("constructor")).toMatch(/^unknown suite "constructor"/);
  expect(refusal("query", "--workload", "gpu")).toBe(
    'unknown workload "gpu": there are cpu, iot, flights, nab',
  );
  expect(refusal("query", "--targets", "heap,mongodb")).toMatch(/^unknown target "mongodb"/);
  expect(refusal("query", "--targets", "heap,heap")).toMatch(/each once/);
  expect(refusal("query", "--fast")).toMatch(/^Unknown option '--fast'/);
  expect(refusal("query", "size")).toMatch(/^one suite at a time/);
  expect(refusal()).toMatch(/^npm run bench/);
  expect(refusal("compare", "a.json")).toMatch(/^npm run bench/);
});

test.each(["", "0", "999", "-5", "1e7", "ten", "1000.5", "99999999999999999999"])(
  "--rows %j is refused",
  (rows) => {
    expect(refusal("query", `--rows=${rows}`)).toBe(`--rows ${rows}: a whole number from 1000`);
  },
);

test("numbers that make no sense are refused, each by its own option", () => {
  expect(refusal("query", "--rounds=0")).toMatch(/^--rounds 0:/);
  expect(refusal("query", "--limit=0")).toMatch(/^--limit 0:/);
  expect(refusal("query", "--limit=86401")).toMatch(/^--limit 86401:.*at most a day/);
  expect(refusal("api", "--soak=-1")).toMatch(/^--soak -1:/);
  expect(refusal("query", "--soak=5")).toBe("--soak is for the suite api");
});

test("an option that the suite would not look at is refused", () => {
  expect(refusal("plan", "--targets=sealed")).toBe("--targets is for the suites size, query");
  expect(refusal("seal", "--targets=sealed")).toBe("--targets is for the suites size, query");
  expect(refusal("codec", "--rows=5000")).toMatch(/^--rows is for the suites load, size, query/);
  expect(refusal("views", "--workload=iot")).toMatch(/^--workload is for the suites load, size/);
  expect(refusal("late", "--workload=iot", "--rows=5000")).toBeUndefined();
});

test("a wish reads as it was meant", () => {
  expect(readWish(["--help"])).toEqual({ kind: "help" });
  // as whoever started npm meant them
  expect(readWish(["compare", "/x/a", "/x/b"])).toEqual({ kind: "compare", a: "/x/a", b: "/x/b" });
  const wish = readWish(["query", "--quick", "--targets=sealed", "--limit=0.5"]);
  expect(wish).toMatchObject({
    kind: "run",
    options: { name: "query", rows: 1_000_000, rounds: 5, limitMs: 500, targets: ["sealed"] },
  });
});

test("results that cannot be written are refused before anything runs", () => {
  const wish = readWish(["query", `--out=${import.meta.filename}`]);
  if (wish.kind !== "run") throw new Error(wish.kind);
  expect(() => needOut(wish.options)).toThrow(/^--out .* is no folder that can be written/);
});

test("rows that the disk does not hold are refused, fewer are not", () => {
  const of = (rows: string) => {
    const wish = readWish(["query", `--rows=${rows}`]);
    if (wish.kind !== "run") throw new Error(wish.kind);
    return wish.options;
  };
  expect(() => needDisk(of("9000000000000"), ".")).toThrow(
    /^the rows of cpu need about 9000000 GB of disk and [\d.]+ GB are free: --rows with fewer/,
  );
  expect(() => needDisk(of("1000"), ".")).not.toThrow();
});
