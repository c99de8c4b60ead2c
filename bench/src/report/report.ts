import type { Environment } from "../environment.js";
import type { Measurement } from "../suites/suite.js";
import { figure, ratio } from "./units.js";

export interface Run {
  command: string;
  /** what was measured: only a run of the same is resumed */
  of: string;
  environment: Environment;
  measurements: Measurement[];
}

const cell = (m: Measurement, target: string): string => {
  const value = m.values[target];
  const limit = m.over?.[target];
  if (limit !== undefined) return `over ${figure(limit, "ms")}`;
  if (value === null) return "failed";
  if (!value) return "";
  const against =
    m.base && m.base !== target && m.ratios[target] !== undefined
      ? ` (${ratio(m.ratios[target])})`
      : "";
  return `${figure(value.value, m.unit)}${against}`;
};

function grouped(
  measurements: readonly Measurement[],
): { title: string; columns: string[]; rows: Measurement[] }[] {
  const groups = new Map<string, Measurement[]>();
  for (const m of measurements) {
    const columns = Object.keys(m.values).join();
    const title = `${m.suite}, ${m.workload}`;
    const id = `${title}\0${columns}`;
    groups.set(id, [...(groups.get(id) ?? []), m]);
  }
  return [...groups.values()].map((rows) => {
    const first = rows[0] as Measurement;
    return { title: `${first.suite}, ${first.workload}`, columns: Object.keys(first.values), rows };
  });
}

/** The table on the terminal. */
export function terminal(measurements: readonly Measurement[]): string {
  return grouped(measurements)
    .map(({ title, columns, rows }) => {
      const lines = [
        ["", ...columns, "reach"],
        ...rows.map((m) => [
          m.title,
          ...columns.map((c) => cell(m, c)),
          m.reach ? ratio(m.reach) : "",
        ]),
      ];
      const widths =
        lines[0]?.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0))) ?? [];
      const text = lines.map((line) =>
        line
          .map((field, i) =>
            i === 0 ? field.padEnd(widths[i] ?? 0) : field.padStart(widths[i] ?? 0),
          )
          .join("  "),
      );
      const notes = rows.flatMap((m) => m.notes.map((note) => `  ${m.name}: ${note}`));
      return [title, ...text, ...notes].join("\n");
    })
    .join("\n\n");
}

const conditions = (e: Environment): string =>
  [
    `Settings: ${Object.entries(e.settings)
      .map(([k, v]) => `${k}=${v}`)
      .join(", ")}.`,
    `Load of the machine (a minute's): ${e.load.map((load) => load.toFixed(1)).join(" at the start, ")} at the end.`,
  ].join("\n");

/** The same as Markdown, with the machine. */
export function markdown({ command, environment: e, measurements }: Run): string {
  const tables = grouped(measurements).map(({ title, columns, rows }) =>
    [
      `## ${title}`,
      "",
      `| | ${columns.join(" | ")} | reach |`,
      `|---|${columns.map(() => "---:").join("|")}|---:|`,
      ...rows.map(
        (m) =>
          `| ${m.title} | ${columns.map((c) => cell(m, c)).join(" | ")} | ${m.reach ? ratio(m.reach) : ""} |`,
      ),
      "",
      ...rows.flatMap((m) => m.notes.map((note) => `- ${m.name}: ${note}`)),
    ].join("\n"),
  );
  return [
    `Measured ${e.date.slice(0, 10)} at ${e.commit}: \`${command}\`.`,
    "",
    `${e.cpu}, ${e.cores} cores, ${figure(e.memoryBytes, "bytes")}; ${e.postgres.split(" on ")[0]}; Sealstone ${e.sealstone}; Node ${e.node}.`,
    ...conditions(e).split("\n"),
    "Medians of interleaved runs; in brackets, how many times better than the base.",
    "",
    ...tables,
    "",
  ].join("\n");
}

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The shortest and the longest run. */
const extent = (m: Measurement, target: string): string => {
  const summary = m.values[target]?.summary;
  if (!summary) return "";
  return `<small> ${escapeHtml(`${figure(summary.min, m.unit)} to ${figure(summary.max, m.unit)}`)}</small>`;
};

/** One self-contained page: each measurement as a row of bars on its own scale, the plans folded below. */
export function html(run: Run): string {
  const body = grouped(run.measurements).map(({ title, columns, rows }) => {
    const figures = rows.map((m) => {
      const top = Math.max(...columns.map((c) => m.values[c]?.value ?? 0), Number.MIN_VALUE);
      const bars = columns.map((c) => {
        const value = m.values[c]?.value ?? 0;
        return `<tr><th>${escapeHtml(c)}</th><td class="bar"><i style="width:${((100 * value) / top).toFixed(2)}%"></i></td><td class="n">${escapeHtml(cell(m, c))}${extent(m, c)}</td></tr>`;
      });
      const plans = Object.entries(m.plans ?? {}).map(
        ([name, text]) =>
          `<details><summary>plan, ${escapeHtml(name)}</summary><pre>${escapeHtml(text)}</pre></details>`,
      );
      const notes = m.notes.map((note) => `<p class="note">${escapeHtml(note)}</p>`);
      return `<figure><figcaption>${escapeHtml(m.title)}${m.reach ? ` <small>reach ${ratio(m.reach)}</small>` : ""}</figcaption><table>${bars.join("")}</table>${notes.join("")}${plans.join("")}</figure>`;
    });
    return `<section><h2>${escapeHtml(title)}</h2>${figures.join("")}</section>`;
  });
  const e = run.environment;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sealstone bench ${e.date.slice(0, 10)}</title>
<style>:root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif}body{max-width:60rem;margin:2rem auto;padding:0 1rem}figure{margin:0 0 1.5rem}figcaption{font-weight:600}small{font-weight:400;opacity:.7}table{width:100%;border-collapse:collapse}th{text-align:left;font-weight:400;width:8rem}.bar i{display:block;height:.9rem;background:#3b6fb6;min-width:1px}.n{text-align:right;width:22rem;font-variant-numeric:tabular-nums}.note{opacity:.8;margin:.2rem 0}pre{overflow:auto}</style>
<h1>Sealstone bench</h1><p>${escapeHtml(run.command)}<br>${escapeHtml(e.date)} · ${escapeHtml(e.commit)} · ${escapeHtml(e.cpu)}, ${e.cores} cores · ${escapeHtml(e.postgres)}<br>${escapeHtml(conditions(e))}</p>${body.join("")}</html>\n`;
}
