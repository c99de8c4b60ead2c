"use client";
import { useMemo, useState } from "react";
import { ChartFrame } from "@/charts/chart-frame";
import type { LineOf } from "@/charts/legend";
import { LineLegend } from "@/charts/legend";
import { SeriesChart } from "@/charts/series-chart";
import type { RunSqlMutation } from "@/data/generated/graphql";
import { count } from "@/lib/format";
import { scaleValue } from "@/lib/time";
import { type Column, DataTable } from "@/ui/data-table";
import { Select } from "@/ui/field";

export type Result = RunSqlMutation["runSql"];

/** Characters of a value that a cell holds: a browser lays out megabytes of text for seconds. */
const MOST_SHOWN = 1_000;

interface Row {
  n: number;
  cells: readonly (string | null | undefined)[];
}

export function resultColumns(result: Result): readonly Column<Row>[] {
  return result.columns.map((c, i) => ({
    id: `${c.name} ${i}`,
    head: c.name,
    width: c.numeric ? "minmax(7rem,1fr)" : "minmax(9rem,1.6fr)",
    narrow: c.numeric ? "minmax(5.5rem,1fr)" : "minmax(7rem,1.6fr)",
    ...(c.numeric ? { align: "right" as const } : {}),
    value: (r: Row) => r.cells[i],
    cell: (r: Row) => {
      const v = r.cells[i];
      if (v === null || v === undefined) return <span className="text-faint italic">NULL</span>;
      const shown =
        v.length > MOST_SHOWN
          ? `${v.slice(0, MOST_SHOWN)}… (${count(v.length)} characters; the export has all)`
          : v;
      return <span title={shown}>{shown}</span>;
    },
  }));
}

export function rowsOf(result: Result): readonly Row[] {
  return result.rows.map((cells, n) => ({ n, cells }));
}

export function ResultGrid({ result }: { result: Result }) {
  const rows = useMemo(() => rowsOf(result), [result]);
  const columns = useMemo(() => resultColumns(result), [result]);
  if (result.columns.length === 0)
    return <p className="px-3.5 py-4 text-sm text-muted">The statement gave no columns.</p>;
  return (
    <DataTable<Row>
      label="Result"
      rows={rows}
      id={(r) => String(r.n)}
      columns={columns}
      rowHeight={28}
      className="font-mono text-xs"
    />
  );
}

const COLORS: readonly LineOf["color"][] = [
  "--cat-1",
  "--cat-2",
  "--cat-3",
  "--cat-4",
  "--cat-5",
  "--cat-6",
];

/** A line per number column along the first time column, where the result has both. */
export function ResultChart({ result }: { result: Result }) {
  const times = result.columns.map((c, i) => ({ ...c, i })).filter((c) => c.temporal);
  const numbers = result.columns.map((c, i) => ({ ...c, i })).filter((c) => c.numeric);
  const texts = result.columns
    .map((c, i) => ({ ...c, i }))
    .filter((c) => !c.numeric && !c.temporal);
  const [number, setNumber] = useState<number | "all">("all");
  const time = times[0];
  const split = texts[0];
  const data = useMemo(() => {
    if (!time || numbers.length === 0) return undefined;
    const chosen = numbers.filter((c) => number === "all" || c.i === number).slice(0, 6);
    const groups = split
      ? [...new Set(result.rows.map((r) => r[split.i] ?? "NULL"))].slice(0, 6)
      : [];
    const many = split && groups.length > 1 && chosen[0];
    const lines: LineOf[] = many
      ? groups.map((g, k) => ({
          key: `g${k}`,
          name: `${g} ${chosen[0]?.name}`,
          color: COLORS[k] ?? "--cat-1",
        }))
      : chosen.map((c, k) => ({ key: `c${c.i}`, name: c.name, color: COLORS[k] ?? "--cat-1" }));
    const points = new Map<number, { at: number } & Record<string, number | null>>();
    for (const row of result.rows) {
      const at = scaleValue(row[time.i]);
      if (Number.isNaN(at)) continue;
      const point = points.get(at) ?? { at };
      if (many) {
        const k = groups.indexOf(row[split.i] ?? "NULL");
        const v = row[many.i];
        if (k >= 0) point[`g${k}`] = v === null || v === undefined ? null : Number(v);
      } else
        for (const c of chosen)
          point[`c${c.i}`] = row[c.i] === null || row[c.i] === undefined ? null : Number(row[c.i]);
      points.set(at, point);
    }
    return { lines, points: [...points.values()].sort((a, b) => a.at - b.at) };
  }, [result, time, numbers, split, number]);
  if (!data || data.points.length === 0)
    return (
      <p className="px-3.5 py-6 text-center text-sm text-muted">
        A chart needs a column of times and a column of numbers.
      </p>
    );
  return (
    <ChartFrame
      className="border-0"
      title="Chart"
      caption={`along ${time?.name}${split ? `, split by ${split.name} (six at most)` : ""}`}
      legend={<LineLegend lines={data.lines} />}
      actions={
        <Select
          aria-label="Which numbers"
          className="h-6.5 w-auto text-xs"
          value={number}
          onChange={(e) => setNumber(e.target.value === "all" ? "all" : Number(e.target.value))}
        >
          <option value="all">all numbers</option>
          {numbers.map((c) => (
            <option key={c.i} value={c.i}>
              {c.name}
            </option>
          ))}
        </Select>
      }
      table={{
        head: result.columns.map((c) => c.name),
        rows: result.rows.map((r) => r.map((v) => v ?? "NULL")),
      }}
    >
      <SeriesChart
        height={260}
        label="Result as a chart"
        points={data.points}
        lines={data.lines}
        format={(v) => (Math.abs(v) < 10 ? String(Number(v.toPrecision(3))) : count(Math.round(v)))}
      />
    </ChartFrame>
  );
}
