"use client";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useMemo, useState } from "react";
import { ChartFrame } from "@/charts/chart-frame";
import { LineLegend, type LineOf } from "@/charts/legend";
import { SeriesChart } from "@/charts/series-chart";
import {
  ResetQueryStatsDocument,
  SeriesQueriesDocument,
  type SeriesQueriesQuery,
} from "@/data/generated/graphql";
import { useApi } from "@/data/use-api";
import { ActionButton } from "@/features/actions/action-button";
import { TimeRangePicker } from "@/features/time-range/picker";
import { useTimeRange } from "@/features/time-range/use-time-range";
import { count, millis, percent, plural, toNumber } from "@/lib/format";
import { toMillis, utc } from "@/lib/time";
import { Badge } from "@/ui/badge";
import { buttonClass } from "@/ui/button";
import { type Column, DataTable } from "@/ui/data-table";
import { Dialog } from "@/ui/dialog";
import { Select } from "@/ui/field";
import { Panel, Stat, StatRow } from "@/ui/panel";
import { SqlBlock } from "@/ui/sql-block";
import { Empty } from "@/ui/state/empty";
import { Load } from "@/ui/state/load";
import { SkeletonBlock } from "@/ui/state/skeleton";
import { Count, Millis, Percent, Time } from "@/ui/values";
import { useSeries } from "./use-series";

const SORTS = [
  "TOTAL_MS",
  "MEAN_MS",
  "P95_MS",
  "P99_MS",
  "MAX_MS",
  "CALLS",
  "GROUPS_READ",
  "LAST_CALL",
] as const;
const TIMES: readonly LineOf[] = [
  { key: "p99", name: "p99", color: "--cat-5" },
  { key: "p95", name: "p95", color: "--cat-2" },
  { key: "p50", name: "p50", color: "--cat-1" },
];
const GROUPS: readonly LineOf[] = [
  { key: "skipped", name: "skipped", color: "--cat-4", dash: "5 3" },
  { key: "read", name: "read", color: "--cat-6" },
];

type Query = NonNullable<NonNullable<SeriesQueriesQuery["series"]>["topQueries"]>["nodes"][number];

/** A minute without calls is a gap, not a zero and not a bridge. */
export function withGaps<T extends { at: number }>(
  points: readonly T[],
  step: number,
  blank: (at: number) => T,
): T[] {
  const out: T[] = [];
  for (const point of points) {
    const last = out.at(-1);
    if (last && point.at - last.at > step * 1.5) out.push(blank(last.at + step));
    out.push(point);
  }
  return out;
}

function columns(): readonly Column<Query>[] {
  return [
    {
      id: "query",
      head: "Query",
      width: "minmax(14rem,3fr)",
      narrow: "minmax(9rem,3fr)",
      value: (q) => q.query,
      cell: (q) => (
        <code className="text-xs" title={q.query}>
          {q.query.replace(/\s+/g, " ")}
        </code>
      ),
    },
    {
      id: "path",
      head: "Read path",
      width: "minmax(15.5rem,1.2fr)",
      wide: true,
      value: (q) => q.paths.join(", "),
      cell: (q) => (
        <span className="inline-flex gap-1">
          {q.readsEveryPartition ? (
            <Badge
              tone="warn"
              title="The last call read every partition: it has no condition on the time column that could leave some out."
            >
              all partitions
            </Badge>
          ) : null}
          {q.paths.map((p) => (
            <Badge key={p} tone={p === "heap" ? "none" : "info"}>
              {p}
            </Badge>
          ))}
        </span>
      ),
    },
    {
      id: "calls",
      head: "Calls",
      sort: "CALLS",
      align: "right",
      width: "5rem",
      narrow: "3.25rem",
      value: (q) => q.calls,
      cell: (q) => <Count value={q.calls} unit="calls" />,
    },
    {
      id: "total",
      head: "Total",
      sort: "TOTAL_MS",
      align: "right",
      width: "5.5rem",
      wide: true,
      value: (q) => q.totalMs,
      cell: (q) => <Millis value={q.totalMs} />,
    },
    {
      id: "mean",
      head: "Mean",
      sort: "MEAN_MS",
      align: "right",
      width: "5.5rem",
      wide: true,
      value: (q) => q.meanMs,
      cell: (q) => <Millis value={q.meanMs} />,
    },
    {
      id: "p95",
      head: "p95",
      sort: "P95_MS",
      align: "right",
      width: "5.5rem",
      narrow: "4.25rem",
      value: (q) => q.p95Ms,
      cell: (q) => <Millis value={q.p95Ms} />,
    },
    {
      id: "p99",
      head: "p99",
      sort: "P99_MS",
      align: "right",
      width: "5.5rem",
      wide: true,
      value: (q) => q.p99Ms,
      cell: (q) => <Millis value={q.p99Ms} />,
    },
    {
      id: "skipped",
      head: "Skipped",
      align: "right",
      width: "7rem",
      narrow: "4.5rem",
      value: (q) => q.skippedFraction,
      cell: (q) => <Percent value={q.skippedFraction} />,
    },
  ];
}

export function QueriesTab({ id }: { id: string }) {
  const range = useTimeRange("1h");
  const [sort, setSort] = useQueryState(
    "sort",
    parseAsStringLiteral(SORTS).withDefault("TOTAL_MS"),
  );
  const series = useSeries(id).data?.series;
  const query = useApi(SeriesQueriesDocument, {
    id,
    from: range.from,
    to: range.to,
    order: { by: sort, direction: "DESC" },
    first: 100,
    after: null,
  });
  const [open, setOpen] = useState<Query | null>(null);
  const cols = useMemo(columns, []);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex justify-end">
        <TimeRangePicker value={range} />
      </div>
      <Load
        query={query}
        what="The query timings"
        skeleton={<SkeletonBlock className="h-64" label="Loading query timings" />}
      >
        {(data) => {
          const s = data.series;
          if (!s) return null;
          const step = (s.queryTimings?.stepSeconds ?? 60) * 1000;
          const raw = (s.queryTimings?.points ?? []).map((p) => ({
            at: toMillis(p.at),
            p50: p.p50Ms ?? null,
            p95: p.p95Ms ?? null,
            p99: p.p99Ms ?? null,
            read: toNumber(p.groupsRead) as number | null,
            skipped: toNumber(p.groupsSkipped) as number | null,
            calls: toNumber(p.calls),
          }));
          const points = withGaps(raw, step, (at) => ({
            at,
            p50: null,
            p95: null,
            p99: null,
            read: null,
            skipped: null,
            calls: 0,
          }));
          const top = s.topQueries?.nodes ?? [];
          return (
            <div className="flex flex-col gap-4">
              {raw.length ? (
                <div className="grid gap-4 xl:grid-cols-2">
                  <ChartFrame
                    title="Time per query"
                    caption="the worst of the minutes in each step"
                    legend={<LineLegend lines={TIMES} />}
                    table={{
                      head: ["At", "Calls", "p50", "p95", "p99"],
                      rows: raw.map((p) => [
                        utc(new Date(p.at).toISOString()),
                        count(p.calls),
                        millis(p.p50),
                        millis(p.p95),
                        millis(p.p99),
                      ]),
                    }}
                  >
                    <SeriesChart
                      label="Time per query"
                      points={points}
                      lines={TIMES}
                      format={(v) => millis(v)}
                      domain={range.domain}
                      onRange={range.setCustom}
                    />
                  </ChartFrame>
                  <ChartFrame
                    title="Row groups"
                    caption="read, and skipped without reading"
                    legend={<LineLegend lines={GROUPS} />}
                    table={{
                      head: ["At", "Read", "Skipped"],
                      rows: raw.map((p) => [
                        utc(new Date(p.at).toISOString()),
                        count(p.read),
                        count(p.skipped),
                      ]),
                    }}
                  >
                    <SeriesChart
                      label="Row groups read and skipped"
                      points={points}
                      lines={GROUPS}
                      format={(v) => count(v)}
                      domain={range.domain}
                      onRange={range.setCustom}
                    />
                  </ChartFrame>
                </div>
              ) : null}
              <Panel
                flush
                title="Top queries"
                note={
                  s.topQueries
                    ? `${plural(s.topQueries.totalCount, "query", "queries")} since the last reset`
                    : undefined
                }
                actions={
                  <>
                    <label className="flex items-center gap-1.5 text-xs text-faint">
                      by
                      <Select
                        className="h-6.5 w-auto text-xs"
                        value={sort}
                        onChange={(e) =>
                          void setSort(SORTS.find((x) => x === e.target.value) ?? null)
                        }
                      >
                        {SORTS.map((x) => (
                          <option key={x} value={x}>
                            {x.toLowerCase().replace("_ms", " time").replaceAll("_", " ")}
                          </option>
                        ))}
                      </Select>
                    </label>
                    {series ? (
                      <ActionButton
                        size="s"
                        least="ADMIN"
                        label="Reset"
                        name="Reset the query timings of this series"
                        act={{
                          document: ResetQueryStatsDocument,
                          variables: { database: series.database.id, series: id },
                          said: "Query timings forgotten",
                        }}
                      />
                    ) : null}
                  </>
                }
              >
                {top.length ? (
                  <DataTable<Query>
                    label="Top queries"
                    rows={top}
                    id={(q) => q.id}
                    columns={cols.map((c) =>
                      c.id === "query"
                        ? {
                            ...c,
                            cell: (q: Query) => (
                              <button
                                type="button"
                                onClick={() => setOpen(q)}
                                className="max-w-full truncate text-left hover:underline"
                              >
                                {c.cell(q)}
                              </button>
                            ),
                          }
                        : c,
                    )}
                    order={{ by: sort, direction: "DESC" }}
                    onOrder={(o) => void setSort(SORTS.find((x) => x === o.by) ?? null)}
                  />
                ) : (
                  <Empty
                    title="No query was timed"
                    sql={`SELECT count(*) FROM ${series?.qualifiedName ?? "public.metrics"};`}
                  >
                    Every query that reads this series is timed once the extension is preloaded. Run
                    one and it shows here within a minute.
                  </Empty>
                )}
              </Panel>
            </div>
          );
        }}
      </Load>
      <QueryDialog query={open} database={series?.database.id} onClose={() => setOpen(null)} />
    </div>
  );
}

function QueryDialog({
  query: q,
  database,
  onClose,
}: {
  query: Query | null;
  database: string | undefined;
  onClose: () => void;
}) {
  return (
    <Dialog
      wide
      open={q !== null}
      onClose={onClose}
      title="One query"
      lead={q ? `by ${q.user ?? "a role that is gone"}, id ${q.queryId}` : undefined}
      footer={
        q && database && !q.query.startsWith("<") ? (
          <a
            className={buttonClass("plain")}
            href={`/sql?db=${encodeURIComponent(database)}&sql=${encodeURIComponent(q.query)}`}
          >
            To the SQL page, to explain it
          </a>
        ) : null
      }
    >
      {q ? (
        <div className="flex flex-col gap-3.5">
          <SqlBlock sql={q.query} />
          {q.readsEveryPartition ? (
            <p className="rounded-m bg-warn-soft px-3 py-2 text-sm text-warn-ink">
              The last call read all {count(q.partitionsTotal)} partitions: nothing in it limits the
              time column. A condition such as <code>ts &gt;= now() - interval '1 day'</code> would
              leave the others out.
            </p>
          ) : null}
          <StatRow label="Figures of the query">
            <Stat
              label="Calls"
              value={count(q.calls)}
              note={
                <>
                  last <Time value={q.lastCall} mode="relative" />
                </>
              }
            />
            <Stat
              label="Mean"
              value={millis(q.meanMs)}
              note={`${millis(q.minMs)} – ${millis(q.maxMs)}`}
            />
            <Stat label="p50" value={millis(q.p50Ms)} />
            <Stat label="p95" value={millis(q.p95Ms)} />
            <Stat label="p99" value={millis(q.p99Ms)} />
            <Stat label="Rows" value={count(q.rows)} />
            <Stat
              label="Row groups read"
              value={count(q.groupsRead)}
              note={`${count(q.groupsSkipped)} skipped (${percent(q.skippedFraction)})`}
            />
            <Stat
              label="Partitions read"
              value={
                q.partitionsRead ? `${count(q.partitionsRead)} of ${count(q.partitionsTotal)}` : "–"
              }
              note={q.paths.join(", ")}
            />
          </StatRow>
        </div>
      ) : null}
    </Dialog>
  );
}
