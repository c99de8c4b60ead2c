"use client";
import { useMemo } from "react";
import { ChartFrame } from "@/charts/chart-frame";
import { LineLegend, type LineOf } from "@/charts/legend";
import { SeriesChart } from "@/charts/series-chart";
import {
  SeriesColumnBytesDocument,
  type SeriesColumnBytesQuery,
  SeriesCompressionDocument,
} from "@/data/generated/graphql";
import { useApi } from "@/data/use-api";
import { TimeRangePicker } from "@/features/time-range/picker";
import { useTimeRange } from "@/features/time-range/use-time-range";
import { bytes, plural, ratio, toNumber } from "@/lib/format";
import { literal } from "@/lib/sql";
import { toMillis, utc } from "@/lib/time";
import { Link } from "@/ui/link";
import { Panel } from "@/ui/panel";
import { Meter } from "@/ui/progress";
import { Empty } from "@/ui/state/empty";
import { Load } from "@/ui/state/load";
import { SkeletonBlock, SkeletonRows } from "@/ui/state/skeleton";
import { Bytes, Ratio, TimeRange } from "@/ui/values";
import { partitionHref } from "./partition-columns";
import { useSeries } from "./use-series";

const RATIO: readonly LineOf[] = [{ key: "ratio", name: "ratio", color: "--cat-1" }];
const SIZES: readonly LineOf[] = [
  { key: "before", name: "before sealing", color: "--cat-2", dash: "5 3" },
  { key: "sealed", name: "sealed", color: "--cat-1" },
  { key: "all", name: "everything on disk", color: "--cat-6" },
];
const SAMPLED = 50;

export function CompressionTab({ id }: { id: string }) {
  const name = useSeries(id).data?.series?.qualifiedName ?? "public.metrics";
  const range = useTimeRange("7d");
  const query = useApi(SeriesCompressionDocument, { id, from: range.from, to: range.to });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex justify-end">
        <TimeRangePicker value={range} />
      </div>
      <Load
        query={query}
        what="The compression"
        skeleton={<SkeletonBlock className="h-64" label="Loading the compression" />}
      >
        {(data) => {
          const s = data.series;
          if (!s) return null;
          const points = (s.history?.points ?? []).map((p) => ({
            at: toMillis(p.at),
            ratio: p.ratio ?? null,
            before: p.bytesBefore ? toNumber(p.bytesBefore) : null,
            sealed: p.sealedBytes ? toNumber(p.sealedBytes) : null,
            all: p.bytes ? toNumber(p.bytes) : null,
          }));
          const partitions = s.partitions?.nodes ?? [];
          if (!partitions.length) {
            return (
              <Panel>
                <Empty
                  title="Nothing is sealed yet"
                  sql={`CALL sealstone.seal_eligible(${literal(name)});`}
                >
                  Once a partition is sealed, this shows what it was before and what it is now, per
                  column and over time. The Partitions tab estimates it beforehand.
                </Empty>
              </Panel>
            );
          }
          const biggest = Math.max(1, ...partitions.map((p) => toNumber(p.bytesBefore)));
          return (
            <div className="flex flex-col gap-4">
              <div className="grid gap-4 xl:grid-cols-2">
                <ChartFrame
                  title="Ratio over time"
                  caption="bytes before / bytes sealed"
                  table={{
                    head: ["At", "Ratio"],
                    rows: points.map((p) => [utc(new Date(p.at).toISOString()), ratio(p.ratio)]),
                  }}
                >
                  {points.some((p) => p.ratio !== null) ? (
                    <SeriesChart
                      label="Ratio over time"
                      points={points}
                      lines={RATIO}
                      format={(v) => ratio(v)}
                      domain={range.domain}
                      onRange={range.setCustom}
                    />
                  ) : (
                    <p className="h-50 text-sm text-muted">
                      No sample in this range: sizes are sampled every minute while the worker runs.
                    </p>
                  )}
                </ChartFrame>
                <ChartFrame
                  title="Bytes over time"
                  caption="sealed partitions before and now, and the whole series"
                  legend={<LineLegend lines={SIZES} />}
                  table={{
                    head: ["At", "Before", "Sealed", "Everything"],
                    rows: points.map((p) => [
                      utc(new Date(p.at).toISOString()),
                      bytes(p.before),
                      bytes(p.sealed),
                      bytes(p.all),
                    ]),
                  }}
                >
                  {points.length ? (
                    <SeriesChart
                      label="Bytes over time"
                      points={points}
                      lines={SIZES}
                      format={(v) => bytes(v)}
                      domain={range.domain}
                      onRange={range.setCustom}
                    />
                  ) : (
                    <p className="h-50 text-sm text-muted">No sample in this range.</p>
                  )}
                </ChartFrame>
              </div>
              <ColumnBytes id={id} />
              <Panel
                flush
                title="Before and after"
                note={`${plural(partitions.length, "newest sealed partition")} of ${s.partitions?.totalCount ?? partitions.length}`}
              >
                <div className="max-h-[28rem] overflow-auto" tabIndex={0}>
                  <table className="w-full text-sm">
                    <thead className="sticky top-0 bg-surface text-xs text-faint">
                      <tr className="border-b">
                        <th scope="col" className="px-3.5 py-1.5 text-left font-medium">
                          Partition
                        </th>
                        <th scope="col" className="px-2 py-1.5 text-left font-medium max-md:hidden">
                          Range
                        </th>
                        <th scope="col" className="w-[30%] px-2 py-1.5 text-left font-medium">
                          Now of before
                        </th>
                        <th
                          scope="col"
                          className="px-2 py-1.5 text-right font-medium max-md:hidden"
                        >
                          Before
                        </th>
                        <th scope="col" className="px-2 py-1.5 text-right font-medium">
                          Now
                        </th>
                        <th scope="col" className="px-3.5 py-1.5 text-right font-medium">
                          Ratio
                        </th>
                      </tr>
                    </thead>
                    <tbody>
                      {partitions.map((p) => (
                        <tr key={p.id} className="border-b last:border-b-0">
                          <td className="px-3.5 py-1.5">
                            <Link
                              href={partitionHref(p.id)}
                              className="font-medium hover:underline"
                            >
                              {p.name}
                            </Link>
                          </td>
                          <td className="px-2 py-1.5 text-muted max-md:hidden">
                            {p.lo ? (
                              <TimeRange lo={p.lo} hi={p.hi} />
                            ) : (
                              `${p.loValue ?? ""} – ${p.hiValue ?? ""}`
                            )}
                          </td>
                          <td className="px-2 py-1.5">
                            <BeforeAfter
                              before={toNumber(p.bytesBefore)}
                              after={toNumber(p.bytes)}
                              max={biggest}
                            />
                          </td>
                          <td className="px-2 py-1.5 text-right max-md:hidden">
                            <Bytes value={p.bytesBefore} />
                          </td>
                          <td className="px-2 py-1.5 text-right whitespace-nowrap">
                            <Bytes value={p.bytes} />
                          </td>
                          <td className="px-3.5 py-1.5 text-right font-medium">
                            <Ratio value={p.ratio} />
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              </Panel>
            </div>
          );
        }}
      </Load>
    </div>
  );
}

function BeforeAfter({ before, after, max }: { before: number; after: number; max: number }) {
  const b = (before / max) * 100;
  const a = Math.max(0.6, (after / max) * 100);
  return (
    <svg
      role="img"
      aria-label={`${bytes(after)} now, ${bytes(before)} before`}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="h-2.5 w-full"
    >
      <rect width={b} height="8" className="fill-heat-1" />
      <rect width={a} height="8" className="fill-sealed" />
    </svg>
  );
}

interface Column {
  name: string;
  type: string;
  encodings: Map<string, number>;
  bytes: number;
  raw: number;
}

export function addUp(
  nodes: NonNullable<NonNullable<SeriesColumnBytesQuery["series"]>["partitions"]>["nodes"],
): Column[] {
  const columns = new Map<string, Column>();
  for (const p of nodes) {
    for (const c of p.columns ?? []) {
      const sum = columns.get(c.name) ?? {
        name: c.name,
        type: c.type,
        encodings: new Map(),
        bytes: 0,
        raw: 0,
      };
      sum.bytes += toNumber(c.bytes);
      sum.raw += toNumber(c.rawBytes);
      const first = c.encodings[0];
      if (first) sum.encodings.set(first, (sum.encodings.get(first) ?? 0) + toNumber(c.bytes));
      columns.set(c.name, sum);
    }
  }
  return [...columns.values()].sort((a, b) => b.bytes - a.bytes);
}

function ColumnBytes({ id }: { id: string }) {
  const query = useApi(
    SeriesColumnBytesDocument,
    { id, first: SAMPLED },
    { refresh: 0, staleTime: 60_000 },
  );
  return (
    <Panel
      flush
      title="Bytes per column by encoding"
      note={
        query.data?.series?.partitions
          ? `added up over the ${plural(query.data.series.partitions.nodes.length, "newest sealed partition")}`
          : undefined
      }
    >
      <Load
        query={query}
        what="The columns"
        skeleton={<SkeletonRows rows={5} label="Reading column sizes" />}
      >
        {(data) => <ColumnTable columns={addUp(data.series?.partitions?.nodes ?? [])} />}
      </Load>
    </Panel>
  );
}

function ColumnTable({ columns }: { columns: readonly Column[] }) {
  const total = useMemo(() => columns.reduce((sum, c) => sum + c.bytes, 0), [columns]);
  if (!columns.length) return <p className="px-3.5 py-4 text-sm text-muted">Nothing stored.</p>;
  return (
    <table className="w-full text-sm">
      <thead className="text-xs text-faint">
        <tr className="border-b">
          <th scope="col" className="px-3.5 py-1.5 text-left font-medium">
            Column
          </th>
          <th scope="col" className="px-2 py-1.5 text-left font-medium max-md:hidden">
            Type
          </th>
          <th scope="col" className="px-2 py-1.5 text-left font-medium">
            Encoding
          </th>
          <th scope="col" className="w-[26%] px-2 py-1.5 text-left font-medium max-md:hidden">
            Share
          </th>
          <th scope="col" className="px-2 py-1.5 text-right font-medium">
            Stored
          </th>
          <th scope="col" className="px-2 py-1.5 text-right font-medium max-md:hidden">
            Decoded
          </th>
          <th scope="col" className="px-3.5 py-1.5 text-right font-medium">
            Ratio
          </th>
        </tr>
      </thead>
      <tbody>
        {columns.map((c) => (
          <tr key={c.name} className="border-b last:border-b-0">
            <td className="px-3.5 py-1.5 font-medium">{c.name}</td>
            <td className="px-2 py-1.5 text-muted max-md:hidden">{c.type}</td>
            <td className="px-2 py-1.5">
              {[...c.encodings]
                .sort((a, b) => b[1] - a[1])
                .map(([e]) => e)
                .join(", ") || "–"}
            </td>
            <td className="px-2 py-1.5 max-md:hidden">
              <Meter value={c.bytes} max={total} label={`${bytes(c.bytes)} of ${bytes(total)}`} />
            </td>
            <td className="px-2 py-1.5 text-right">
              <Bytes value={c.bytes} />
            </td>
            <td className="px-2 py-1.5 text-right max-md:hidden">
              <Bytes value={c.raw} />
            </td>
            <td className="px-3.5 py-1.5 text-right font-medium">
              <Ratio value={c.bytes ? c.raw / c.bytes : null} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
