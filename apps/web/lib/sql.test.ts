import { expect, test } from "vitest";
import { beside, literal } from "./sql";

test("a text is one literal, whatever it holds", () => {
  expect(literal("public.metrics")).toBe("'public.metrics'");
  expect(literal(`public."Ta""b'le; drop"`)).toBe(`'public."Ta""b''le; drop"'`);
});

test("a name beside another is in the same schema, within its quotes", () => {
  expect(beside("public.metrics", "_hourly")).toBe("public.metrics_hourly");
  expect(beside(`public."Ta""b'le; drop"`, "_hourly")).toBe(`public."Ta""b'le; drop_hourly"`);
  expect(beside(`"My schema".metrics`, "_hourly")).toBe(`"My schema".metrics_hourly`);
});
