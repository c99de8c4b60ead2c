"use client";
import type { SeriesListQuery } from "@/data/generated/graphql";
import { MiniStrip } from "@/features/partition-strip/strip-canvas";
import { exact, plural, toNumber } from "@/lib/format";
import type { Column } from "@/ui/data-table";
import { Link } from "@/ui/link";
import { Bytes, Count, LateFraction, Millis, Ratio, Time } from "@/ui/values";

export type SeriesRow = NonNullable<SeriesListQuery["seriesList"]>["nodes"][number];

export const seriesHref = (id: string): string => `/series/${encodeURIComponent(id)}`;

export function pending(row: SeriesRow): number {
  return (row.rollups ?? []).reduce((sum, r) => sum + toNumber(r.pending), 0);
}

export const SERIES_COLUMNS: readonly Column<SeriesRow>[] = [
  {
    id: "series",
    head: "Series",
    sort: "NAME",
    width: "minmax(11rem,1.6fr)",
    narrow: "minmax(6.25rem,1.6fr)",
    value: (r) => r.qualifiedName,
    cell: (r) => (
      <Link
        href={seriesHref(r.id)}
        className="font-medium hover:underline"
        title={`${r.qualifiedName} in ${r.database.name}`}
      >
        {r.schema !== "public" ? <span className="text-faint">{r.schema}.</span> : null}
        {r.name}
      </Link>
    ),
  },
  {
    id: "database",
    head: "Database",
    width: "7rem",
    off: true,
    value: (r) => r.database.name,
    cell: (r) => r.database.name,
  },
  {
    id: "partitions",
    head: "Partitions",
    sort: "PARTITIONS",
    width: "minmax(9rem,2fr)",
    narrow: "minmax(4.25rem,1fr)",
    value: (r) => r.partitionCount,
    cell: (r) =>
      r.strip?.slices.length ? (
        <div
          className="py-1"
          title={`${exact(r.sealedPartitions)} sealed, ${exact(r.livePartitions)} live`}
        >
          <MiniStrip
            strip={r.strip}
            label={`${plural(r.partitionCount, "partition")}: ${exact(r.sealedPartitions)} sealed, ${exact(r.livePartitions)} live`}
          />
        </div>
      ) : (
        <span className="text-faint">none yet</span>
      ),
  },
  {
    id: "bytes",
    head: "Size",
    sort: "BYTES",
    align: "right",
    width: "6rem",
    narrow: "4.75rem",
    value: (r) => r.bytes,
    cell: (r) => <Bytes value={r.bytes} />,
  },
  {
    id: "ratio",
    head: "Ratio",
    sort: "RATIO",
    align: "right",
    width: "4.5rem",
    narrow: "3.75rem",
    value: (r) => r.ratio,
    cell: (r) => <Ratio value={r.ratio} />,
  },
  {
    id: "rows",
    head: "Rows",
    sort: "ROWS",
    align: "right",
    width: "6rem",
    wide: true,
    value: (r) => r.rows,
    cell: (r) => <Count value={r.rows} unit="rows" />,
  },
  {
    id: "late",
    head: "Worst late",
    sort: "LATE_FRACTION",
    align: "right",
    width: "6.5rem",
    wide: true,
    value: (r) => r.worstLateFraction,
    cell: (r) => (
      <LateFraction value={r.worstLateFraction} threshold={r.sealing?.resealFraction ?? 0.1} />
    ),
  },
  {
    id: "due",
    head: "Due",
    sort: "SEAL_DUE",
    align: "right",
    width: "4rem",
    narrow: "2.75rem",
    value: (r) => r.sealDue,
    cell: (r) =>
      toNumber(r.sealDue) ? (
        <span className="font-medium text-warn-ink">{exact(r.sealDue)}</span>
      ) : (
        <span className="text-faint">0</span>
      ),
  },
  {
    id: "invalidations",
    head: "Invalid",
    align: "right",
    width: "5rem",
    wide: true,
    value: (r) => pending(r),
    cell: (r) =>
      r.rollups?.length ? (
        <Count value={pending(r)} />
      ) : (
        <span className="text-faint" title="no rollup">
          –
        </span>
      ),
  },
  {
    id: "p95",
    head: "p95, 1 h",
    align: "right",
    width: "5.5rem",
    wide: true,
    value: (r) => r.queryTimings?.points.at(-1)?.p95Ms,
    cell: (r) => <Millis value={r.queryTimings?.points.at(-1)?.p95Ms} />,
  },
  {
    id: "newest",
    head: "Newest",
    sort: "NEWEST",
    align: "right",
    width: "9.5rem",
    wide: true,
    value: (r) => r.newest,
    cell: (r) => <Time value={r.newest} />,
  },
  {
    id: "oldest",
    head: "Oldest",
    align: "right",
    width: "9.5rem",
    off: true,
    value: (r) => r.oldest,
    cell: (r) => <Time value={r.oldest} />,
  },
];
