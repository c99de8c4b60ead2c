/** Summary of samples in milliseconds. */
export interface Summary {
  median: number;
  min: number;
  max: number;
  /** median absolute deviation */
  mad: number;
  runs: number[];
}

export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error("median of no values");
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

export function summarize(runs: readonly number[]): Summary {
  const center = median(runs);
  return {
    median: center,
    min: Math.min(...runs),
    max: Math.max(...runs),
    mad: median(runs.map((run) => Math.abs(run - center))),
    runs: [...runs],
  };
}

/** Ratio of two series of samples taken pair by pair: the median of the pairs' ratios. */
export function pairRatio(base: readonly number[], other: readonly number[]): number {
  const pairs = base.slice(0, other.length).map((value, i) => value / (other[i] as number));
  return median(pairs);
}

/** Of the line fitted to points by least squares; 0 where there is no line. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const spread = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  if (!(spread > 0)) return 0;
  return points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread;
}
