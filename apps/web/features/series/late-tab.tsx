"use client";
import { useMemo } from "react";
import { ChartFrame } from "@/charts/chart-frame";
import { LineLegend, type LineOf } from "@/charts/legend";
import { SeriesChart } from "@/charts/series-chart";
import {
  MeasureSeriesDocument,
  ResealDocument,
  SeriesLateDocument,
} from "@/data/generated/graphql";
import { useApi } from "@/data/use-api";
import { ActionButton } from "@/features/actions/action-button";
import { useActiveByPartition } from "@/features/operation-progress/store";
import { TimeRangePicker } from "@/features/time-range/picker";
import { useTimeRange } from "@/features/time-range/use-time-range";
import { cn } from "@/lib/cn";
import { count, percent, plural } from "@/lib/format";
import { toMillis, utc } from "@/lib/time";
import { type Column, DataTable } from "@/ui/data-table";
import { CircleCheck } from "@/ui/icons";
import { Panel } from "@/ui/panel";
import { Empty } from "@/ui/state/empty";
import { Load } from "@/ui/state/load";
import { SkeletonBlock } from "@/ui/state/skeleton";
import { Age, Count, LateFraction, Time } from "@/ui/values";
import { type PartitionRow, partitionColumns, partitionHref, StateNow } from "./partition-columns";

const LINES: readonly LineOf[] = [
  { key: "worst", name: "worst partition", color: "--cat-5" },
  { key: "all", name: "all sealed partitions", color: "--cat-1" },
];

export function LateTab({ id }: { id: string }) {
  const range = useTimeRange("24h");
  const query = useApi(SeriesLateDocument, { id, from: range.from, to: range.to });
  const active = useActiveByPartition(id);
  const threshold = query.data?.series?.sealing?.resealFraction ?? 0.1;
  const columns = useMemo(() => {
    const base = partitionColumns(active, threshold);
    const of = (name: string) => base.find((c) => c.id === name) as Column<PartitionRow>;
    return [
      of("partition"),
      { ...of("state"), wide: true },
      {
        id: "gauge",
        head: `Late fraction of ${percent(threshold)}`,
        width: "minmax(9rem,1.6fr)",
        narrow: "minmax(4rem,1.6fr)",
        cell: (p: PartitionRow) => <Gauge value={p.lateFraction ?? 0} threshold={threshold} />,
      },
      {
        ...of("late"),
        wide: false,
        cell: (p: PartitionRow) => <LateFraction value={p.lateFraction} threshold={threshold} />,
      },
      {
        id: "late_rows",
        head: "Late rows",
        align: "right" as const,
        width: "6rem",
        wide: true,
        cell: (p: PartitionRow) => <Count value={p.lateRows} />,
      },
      {
        id: "superseded",
        head: "Superseded",
        align: "right" as const,
        width: "6.5rem",
        wide: true,
        cell: (p: PartitionRow) => <Count value={p.supersededRows} />,
      },
      {
        id: "sealed",
        head: "Sealed",
        align: "right" as const,
        width: "9.75rem",
        wide: true,
        cell: (p: PartitionRow) => <Time value={p.sealedAt} />,
      },
      {
        id: "act",
        head: "Actions",
        align: "right" as const,
        width: "5.5rem",
        cell: (p: PartitionRow) =>
          active.has(p.id) ? (
            <span className="md:hidden">
              <StateNow p={p} op={active.get(p.id)} />
            </span>
          ) : (
            <ActionButton
              bare
              size="s"
              label="Reseal"
              name={`Reseal ${p.name}`}
              act={{
                document: ResealDocument,
                variables: { partition: p.id },
                said: `Reseal of ${p.name} asked for`,
              }}
            />
          ),
      },
    ].map((c): Column<PartitionRow> => ({ ...(c as Column<PartitionRow>), sort: undefined }));
  }, [active, threshold]);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="max-w-[68ch] text-sm text-muted">
          A row that comes after its partition was sealed is kept as an ordinary heap row behind the
          columns; so is a sealed row once it is changed. Past {percent(threshold)} a reseal folds
          them in.
        </p>
        <div className="ml-auto">
          <TimeRangePicker value={range} />
        </div>
      </div>
      <Load
        query={query}
        what="The late rows"
        skeleton={<SkeletonBlock className="h-64" label="Loading late rows" />}
      >
        {(data) => {
          const s = data.series;
          if (!s) return null;
          const points = (s.history?.points ?? []).map((p) => ({
            at: toMillis(p.at),
            all: p.lateFraction ?? null,
            worst: p.worstLateFraction ?? null,
          }));
          const rows = s.partitions?.nodes ?? [];
          return (
            <div className="flex flex-col gap-4">
              <ChartFrame
                title="Late fraction over time"
                caption="late and superseded rows / rows in the column store"
                legend={<LineLegend lines={LINES} />}
                table={{
                  head: ["At", "Worst", "All"],
                  rows: points.map((p) => [
                    utc(new Date(p.at).toISOString()),
                    percent(p.worst),
                    percent(p.all),
                  ]),
                }}
              >
                {points.length ? (
                  <SeriesChart
                    label="Late fraction over time"
                    points={points}
                    lines={LINES}
                    format={(v) => percent(v)}
                    domain={range.domain}
                    threshold={{ value: threshold, label: `reseal from ${percent(threshold)}` }}
                    onRange={range.setCustom}
                  />
                ) : (
                  <p className="h-50 text-sm text-muted">
                    No sample in this range: it is sampled every minute while the worker runs.
                  </p>
                )}
              </ChartFrame>
              <Panel
                flush
                title="Partitions with late rows"
                note={
                  <>
                    {rows.length
                      ? `${plural(s.partitions?.totalCount ?? rows.length, "partition")}, ${count(s.lateRows)} late and ${count(s.supersededRows)} superseded rows, `
                      : ""}
                    <Age value={s.measuredAt} />
                  </>
                }
              >
                {rows.length ? (
                  <DataTable<PartitionRow>
                    label="Partitions with late rows"
                    rows={rows}
                    id={(r) => r.id}
                    columns={columns}
                    href={(r) => partitionHref(r.id)}
                  />
                ) : (
                  <Empty
                    title={s.measuredAt ? "No late rows when last measured" : "Not measured yet"}
                    icon={
                      s.measuredAt ? (
                        <CircleCheck size={24} aria-hidden="true" className="text-ok" />
                      ) : undefined
                    }
                    action={
                      <ActionButton
                        label="Measure now"
                        name="Measure now: are there late rows"
                        act={{
                          document: MeasureSeriesDocument,
                          variables: { series: id },
                          said: "Late rows counted",
                        }}
                      />
                    }
                  >
                    {s.measuredAt ? (
                      <>
                        <Age value={s.measuredAt} prefix="Measured" />, and every sealed partition
                        was as it was sealed. What has come late or been changed since then shows
                        with the next measure: the worker makes one a minute.
                      </>
                    ) : (
                      "Late rows are counted once a minute while the worker runs."
                    )}
                  </Empty>
                )}
              </Panel>
            </div>
          );
        }}
      </Load>
    </div>
  );
}

/** How near to a reseal: the bar ends at twice the threshold, the mark in the middle is the threshold. */
function Gauge({ value, threshold }: { value: number; threshold: number }) {
  const share = Math.min(1, value / (threshold * 2)) * 100;
  const step =
    value >= threshold ? "fill-late-4" : value >= threshold / 2 ? "fill-late-3" : "fill-late-2";
  return (
    <svg
      role="img"
      aria-label={`${percent(value)} of a threshold of ${percent(threshold)}`}
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      className="h-2.5 w-full"
    >
      <rect y="2" width="100" height="6" className="fill-heat-0" />
      <rect y="2" width={share} height="6" className={cn(step)} />
      <rect x="49.7" width="0.8" height="10" className="fill-text" />
    </svg>
  );
}
