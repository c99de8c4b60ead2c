import { expect, test } from "vitest";
import { line, progress, span } from "./progress.js";

test("spans read as a person says them", () => {
  expect(span(400)).toBe("0 s");
  expect(span(59_400)).toBe("59 s");
  expect(span(61_000)).toBe("1 min 1 s");
  expect(span(2 * 3_600_000 + 300_000)).toBe("2 h 5 min");
});

test("a stage has a bar and the time left at its own pace; what is not counted has neither", () => {
  const lines: string[] = [];
  let at = 0;
  const say = progress({ write: (text) => lines.push(text.trim()) }, () => at);
  at = 600_000;
  say("load");
  say("first", 0, 4);
  at += 10_000;
  say("second", 1, 4);
  at += 10_000;
  say("third", 2, 4);
  say("other stage", 0, 2);
  expect(lines).toEqual([
    "10 min 0 s  load",
    "10 min 0 s  [--------------------] 0 %  first",
    "10 min 10 s  [#####---------------] 25 %, 30 s left  second",
    "10 min 20 s  [##########----------] 50 %, 20 s left  third",
    "10 min 20 s  [--------------------] 0 %  other stage",
  ]);
});

test("a terminal's line is written over", () => {
  const written: string[] = [];
  const say = progress({ write: (text) => written.push(text), isTTY: true }, () => 0);
  say("a");
  say.end();
  expect(written).toEqual([`\r\u001b[K${line(0, "a")}`, "\r\u001b[K"]);
});

test("a resumed stage is paced by what it did itself", () => {
  const lines: string[] = [];
  let at = 0;
  const say = progress({ write: (text) => lines.push(text.trim()) }, () => at);
  say("fifth", 5, 10);
  at = 30_000;
  say("sixth", 6, 10);
  expect(lines[1]).toContain("60 %, 2 min 0 s left");
});
