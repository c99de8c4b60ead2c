import { expect, test } from "vitest";
import { copyLine } from "./copy-text.js";

test("values come out in COPY's text format, NULL apart from the text that spells it", () => {
  expect(copyLine(["a\tb", null, 3, "\\N", "x\ny\r"])).toBe("a\\tb\t\\N\t3\t\\\\N\tx\\ny\\r\n");
});
