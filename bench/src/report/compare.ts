import type { Run } from "./report.js";
import { figure, ratio } from "./units.js";

/**
 * What moved between two runs beyond their noise: the medians' ratio, where their distance is more than
 * three times the larger median absolute deviation and more than five per cent.
 */
export function compare(before: Run, after: Run): string[] {
  const lines: string[] = [];
  const key = (m: Run["measurements"][number]) => `${m.suite}/${m.workload}/${m.name}`;
  const old = new Map(before.measurements.map((m) => [key(m), m]));
  for (const m of after.measurements) {
    const was = old.get(key(m));
    if (!was) {
      lines.push(`${key(m)}: new`);
      continue;
    }
    for (const [target, now] of Object.entries(m.values)) {
      const then = was.values[target];
      if (!now || !then) continue;
      const noise = 3 * Math.max(now.summary?.mad ?? 0, then.summary?.mad ?? 0);
      const distance = Math.abs(now.value - then.value);
      if (distance > noise && distance > 0.05 * then.value) {
        lines.push(
          `${key(m)} ${target}: ${figure(then.value, m.unit)} -> ${figure(now.value, m.unit)} (${ratio(now.value / then.value)})`,
        );
      }
    }
  }
  const still = new Set(after.measurements.map(key));
  for (const name of old.keys()) if (!still.has(name)) lines.push(`${name}: gone`);
  for (const what of ["cpu", "postgres", "commit", "settings"] as const) {
    const [then, now] = [before, after].map((run) => JSON.stringify(run.environment[what] ?? null));
    if (then !== now) lines.push(`not the same ${what}: ${then} -> ${now}`);
  }
  return lines.length > 0 ? lines : ["nothing moved beyond noise"];
}
