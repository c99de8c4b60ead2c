"use client";
import { SeriesListDocument } from "@/data/generated/graphql";
import { useApi } from "@/data/use-api";
import { DataTable } from "@/ui/data-table";
import { Link } from "@/ui/link";
import { Panel } from "@/ui/panel";
import { SERIES_COLUMNS, type SeriesRow, seriesHref } from "./columns";

const SHOWN = SERIES_COLUMNS.filter((c) =>
  ["series", "partitions", "bytes", "ratio", "late", "due", "invalidations"].includes(c.id),
).map(({ sort: _, ...c }) => c);

/** The biggest few, on the overview: where a look usually goes next. */
export function LargestSeries({ database }: { database: string | null }) {
  const { data } = useApi(SeriesListDocument, {
    database,
    first: 8,
    filter: {},
    order: { by: "BYTES", direction: "DESC" },
  });
  const rows = data?.seriesList?.nodes;
  if (!rows?.length) return null;
  return (
    <Panel
      flush
      title="Largest series"
      actions={
        <Link href="/series" className="text-xs text-accent hover:underline">
          All series
        </Link>
      }
    >
      <DataTable<SeriesRow>
        label="Largest series"
        rows={rows}
        id={(r) => r.id}
        columns={SHOWN}
        href={(r) => seriesHref(r.id)}
        rowHeight={38}
      />
    </Panel>
  );
}
