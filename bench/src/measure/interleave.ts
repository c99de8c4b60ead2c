import { performance } from "node:perf_hooks";

/** One thing to measure. */
export interface Subject {
  name: string;
  run: () => Promise<unknown>;
}

/** What a sample of reading lasts at least: of half a millisecond once, waking up is the greater part. */
export const SAMPLE_MS = 20;

/** Milliseconds that it takes. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/** Milliseconds that it takes, the mean of as many runs, one after the other, as fill `least` milliseconds. */
async function sampled(run: () => Promise<unknown>, least: number): Promise<number> {
  const began = performance.now();
  for (let runs = 1; ; runs += 1) {
    await run();
    const took = performance.now() - began;
    if (took >= least) return took / runs;
  }
}

/**
 * Runs every subject in turn, round after round, so that whatever the machine does meanwhile meets all of
 * them alike; the first rounds are warm-up and not kept. A subject that takes long is run fewer times,
 * never less than `least`, once it has used its budget.
 * @returns milliseconds per kept round, by subject
 */
export async function interleave(
  subjects: readonly Subject[],
  {
    rounds,
    warmup,
    budgetMs,
    least,
    sampleMs = 0,
    onRound,
  }: {
    rounds: number;
    warmup: number;
    budgetMs: number;
    least: number;
    /** each sample is repeated until this has gone by; 0, once: what changes something is not run twice */
    sampleMs?: number;
    /** called as each round begins, with the share of the rounds that is behind */
    onRound?: (share: number) => void;
  },
): Promise<Map<string, number[]>> {
  const samples = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  const spent = new Map<string, number>();
  for (let round = -warmup; round < rounds; round += 1) {
    onRound?.((round + warmup) / (rounds + warmup));
    for (const { name, run } of subjects) {
      const kept = samples.get(name) as number[];
      if (round >= 0 && kept.length >= least && (spent.get(name) ?? 0) > budgetMs) continue;
      const took = await sampled(run, sampleMs);
      if (round >= 0) kept.push(took);
      spent.set(name, (spent.get(name) ?? 0) + took);
    }
  }
  return samples;
}
