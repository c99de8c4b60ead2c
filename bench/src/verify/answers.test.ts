import { expect, test } from "vitest";
import { canonical, checksum } from "./answers.js";

test("the same time and number have one spelling, whoever printed them", () => {
  expect(canonical("2026-01-01 00:00:00+00")).toBe(canonical("2026-01-01T00:00:00.000000Z"));
  expect(canonical("2026-01-01 00:00:00.5+00")).not.toBe(canonical("2026-01-01 00:00:00+00"));
  expect(canonical("0.30000000000000004")).toBe(canonical(0.3));
  expect(canonical("47.65697395")).toBe(canonical(47.65697394999999));
  expect(canonical("9007199254740993")).not.toBe(canonical("9007199254740992"));
  expect(canonical(null)).not.toBe(canonical("N"));
});

test("the order of rows does not matter, a row more does", () => {
  expect(
    checksum([
      [1, "a"],
      [2, "b"],
    ]),
  ).toBe(
    checksum([
      ["2", "b"],
      ["1", "a"],
    ]),
  );
  expect(checksum([[1, "a"]])).not.toBe(
    checksum([
      [1, "a"],
      [1, "a"],
    ]),
  );
});
