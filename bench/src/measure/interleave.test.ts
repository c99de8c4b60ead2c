import { performance } from "node:perf_hooks";
import { expect, test, vi } from "vitest";
import { interleave } from "./interleave.js";

const rounds = { rounds: 3, warmup: 1, budgetMs: 1e9, least: 1 };

test("every subject runs once a round, in turn, and the warm-up is not kept", async () => {
  const ran: string[] = [];
  const subject = (name: string) => ({ name, run: async () => ran.push(name) });
  const samples = await interleave([subject("a"), subject("b")], rounds);
  expect(ran.join("")).toBe("abababab");
  expect([...samples].map(([name, kept]) => [name, kept.length])).toEqual([
    ["a", 3],
    ["b", 3],
  ]);
});

test("a sample of a short run is the mean of many, of a long one it is that run", async () => {
  let clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  const takes = (ms: number) => async () => {
    clock += ms;
  };
  const samples = await interleave(
    [
      { name: "short", run: takes(4) },
      { name: "long", run: takes(30) },
    ],
    { ...rounds, sampleMs: 15 },
  );
  vi.restoreAllMocks();
  expect([...samples]).toEqual([
    ["short", [4, 4, 4]],
    ["long", [30, 30, 30]],
  ]);
  // four rounds, in each four short ones and a long one
  expect(clock).toBe(4 * (4 * 4 + 30));
});
