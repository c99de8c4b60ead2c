"use client";
import { useQueryStates } from "nuqs";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import {
  PARTITION_SORTS,
  PARTITION_STATES,
  partitionsParams,
} from "@/app/(console)/series/[id]/partitions/search-params";
import { ChartFrame, LegendItem } from "@/charts/chart-frame";
import {
  type PartitionFilter,
  SeriesPartitionsDocument,
  type SeriesPartitionsQuery,
  SeriesStripDocument,
} from "@/data/generated/graphql";
import { useApi } from "@/data/use-api";
import { usePages } from "@/data/use-pages";
import { useActiveByPartition } from "@/features/operation-progress/store";
import { farApart, type Slice } from "@/features/partition-strip/scale";
import { StripCanvas } from "@/features/partition-strip/strip-canvas";
import { cn } from "@/lib/cn";
import { bytes, count, percent, plural } from "@/lib/format";
import { literal } from "@/lib/sql";
import { Button } from "@/ui/button";
import { DataTable } from "@/ui/data-table";
import { Checkbox, Input } from "@/ui/field";
import { Panel } from "@/ui/panel";
import { Empty } from "@/ui/state/empty";
import { Failure, StaleNote } from "@/ui/state/error";
import { Load } from "@/ui/state/load";
import { SkeletonBlock, SkeletonRows } from "@/ui/state/skeleton";
import { ExportMenu, useColumns } from "@/ui/table-tools";
import { TimeRange } from "@/ui/values";
import { BulkBar } from "./bulk-bar";
import { type PartitionRow, partitionColumns, partitionHref } from "./partition-columns";
import { useSeries } from "./use-series";

const pick = (data: SeriesPartitionsQuery) => data.series?.partitions;
const IN_ADDRESS = 60;

export function PartitionsTab({ id }: { id: string }) {
  const [p, set] = useQueryStates(partitionsParams);
  const series = useSeries(id).data?.series;
  const threshold = series?.sealing?.resealFraction ?? 0.1;
  const search = useDeferredValue(p.q.trim());
  const active = useActiveByPartition(id);
  // Few selected ones live in the address; many stay with the page.
  const [many, setMany] = useState<ReadonlySet<string> | null>(null);
  const few = useMemo(() => new Set(p.sel), [p.sel]);
  const selected = many ?? few;
  const select = useCallback(
    (next: ReadonlySet<string>) => {
      setMany(next.size > IN_ADDRESS ? next : null);
      void set({ sel: next.size > IN_ADDRESS || next.size === 0 ? null : [...next] });
    },
    [set],
  );
  const filter: PartitionFilter = useMemo(
    () => ({
      ...(p.state.length ? { states: p.state } : {}),
      ...(p.from ? { from: p.from } : {}),
      ...(p.to ? { to: p.to } : {}),
      ...(p.due ? { due: true } : {}),
      ...(p.late ? { minLateFraction: threshold } : {}),
      ...(search ? { search } : {}),
    }),
    [p.state, p.from, p.to, p.due, p.late, threshold, search],
  );
  const all = useApi(SeriesStripDocument, { id, buckets: 240, from: null, to: null });
  // Partitions made ahead of now lie years from rows of long ago: drawn alone, the rows can be seen.
  const focused =
    !p.from &&
    !p.to &&
    !p.whole &&
    farApart(all.data?.series?.strip, series?.oldest, series?.newest);
  const strip = useApi(SeriesStripDocument, {
    id,
    buckets: 240,
    from: focused ? (series?.oldest ?? null) : p.from,
    to: focused ? (series?.newest ?? null) : p.to,
  });
  const pages = usePages(
    SeriesPartitionsDocument,
    { id, first: 500, filter, order: { by: p.sort, direction: p.dir } },
    pick,
  );
  const columns = useMemo(() => partitionColumns(active, threshold), [active, threshold]);
  const { shown, chooser } = useColumns("partitions", columns);
  const { query } = pages;
  const filtered = Object.keys(filter).length > 0;

  const onPick = useCallback(
    (slice: Slice) => {
      if (slice.partition) {
        const next = new Set(selected);
        if (!next.delete(slice.partition)) next.add(slice.partition);
        select(next);
      } else
        void set({
          from: slice.lo ?? slice.loValue ?? null,
          to: slice.hi ?? slice.hiValue ?? null,
        });
    },
    [selected, select, set],
  );
  const rows = pages.rows as readonly PartitionRow[];
  const chosen = useMemo(() => rows.filter((r) => selected.has(r.id)), [rows, selected]);

  return (
    <div className="flex flex-col gap-4">
      <Load
        query={strip}
        what="The time strip"
        skeleton={<SkeletonBlock className="h-64" label="Loading the time strip" />}
      >
        {(data) => {
          const s = data.series?.strip;
          if (!s || s.slices.length === 0) return null;
          return (
            <ChartFrame
              title="Partitions along time"
              caption={`${plural(s.partitions, "partition")}${focused ? ` with rows; ${plural((all.data?.series?.strip?.partitions ?? 0) - s.partitions, "other")} far outside` : ""}; height is the square root of the size, caps are late rows`}
              actions={
                p.from || p.to || focused ? (
                  <Button
                    size="s"
                    onClick={() => void set({ from: null, to: null, whole: focused || null })}
                  >
                    Show all of it
                  </Button>
                ) : null
              }
              legend={<StripLegend threshold={s.resealFraction} />}
              table={{
                head: ["Range", "Sealed", "Live", "Other", "Due", "Rows", "Size", "Worst late"],
                rows: s.slices.map((x) => [
                  x.lo ? (
                    <TimeRange key="r" lo={x.lo} hi={x.hi} />
                  ) : (
                    `${x.loValue ?? ""} – ${x.hiValue ?? ""}`
                  ),
                  count(x.sealed),
                  count(x.live),
                  count(x.spread + x.foreign),
                  count(x.due),
                  count(x.rows),
                  bytes(x.bytes),
                  percent(x.worstLateFraction),
                ]),
              }}
            >
              <StripCanvas
                strip={s}
                label={`Partitions of ${series?.qualifiedName ?? "the series"} along time`}
                selected={selected}
                onPick={onPick}
                onRange={(from, to) => void set({ from, to })}
              />
            </ChartFrame>
          );
        }}
      </Load>
      <Panel flush>
        <search className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-3.5 py-2">
          <Input
            data-page-search
            aria-label="Search partitions by name"
            placeholder="Search by name ( / )"
            value={p.q}
            onChange={(e) => void set({ q: e.target.value || null })}
            className="max-w-56"
          />
          <div className="flex flex-wrap gap-1">
            {PARTITION_STATES.filter(
              (s) =>
                s === "LIVE" ||
                s === "SEALED" ||
                s === "DEFAULT" ||
                (s === "SPREAD" && series?.spaceColumn) ||
                p.state.includes(s),
            ).map((s) => {
              const on = p.state.includes(s);
              return (
                <button
                  key={s}
                  type="button"
                  aria-pressed={on}
                  onClick={() =>
                    void set({ state: on ? p.state.filter((x) => x !== s) : [...p.state, s] })
                  }
                  className={cn(
                    "h-6.5 rounded-m border px-2 text-xs",
                    on
                      ? "border-accent bg-accent-soft font-medium text-accent"
                      : "text-muted hover:bg-hover",
                  )}
                >
                  {s.toLowerCase()}
                </button>
              );
            })}
          </div>
          <label className="flex items-center gap-1.5 text-sm">
            <Checkbox
              checked={p.due}
              onChange={(e) => void set({ due: e.target.checked || null })}
            />
            Due
          </label>
          <label className="flex items-center gap-1.5 text-sm">
            <Checkbox
              checked={p.late}
              onChange={(e) => void set({ late: e.target.checked || null })}
            />
            Late past {percent(threshold)}
          </label>
          {p.from || p.to ? (
            <span className="flex items-center gap-1 text-xs text-muted">
              within{" "}
              {series?.integerTime ? (
                `${p.from ?? "…"} – ${p.to ?? "…"}`
              ) : (
                <TimeRange lo={p.from ?? "-infinity"} hi={p.to ?? "infinity"} />
              )}
            </span>
          ) : null}
          {filtered ? (
            <Button
              kind="quiet"
              size="s"
              onClick={() =>
                void set({ q: null, state: null, due: null, late: null, from: null, to: null })
              }
            >
              Clear
            </Button>
          ) : null}
          <div className="ml-auto flex items-center gap-1">
            <span className="text-xs text-faint" aria-live="polite">
              {pages.first
                ? `${plural(pages.total ?? 0, "partition")}, ${bytes(pages.first.totalBytes)}`
                : ""}
            </span>
            {chooser}
            <ExportMenu
              name={`${series?.qualifiedName ?? "series"}-partitions`}
              columns={shown}
              all={pages.all}
            />
          </div>
        </search>
        {series ? (
          <BulkBar
            series={series}
            selected={selected}
            chosen={chosen}
            total={pages.total ?? 0}
            filter={filter}
            onClear={() => select(new Set())}
          />
        ) : null}
        {query.error && query.data ? (
          <StaleNote
            error={query.error}
            since={query.dataUpdatedAt}
            retry={() => void query.refetch()}
          />
        ) : null}
        {query.error && !query.data ? (
          <Failure error={query.error} what="The partitions" retry={() => void query.refetch()} />
        ) : query.isPending ? (
          <SkeletonRows rows={10} label="Loading partitions" />
        ) : rows.length === 0 ? (
          filtered ? (
            <Empty
              title="No partition matches"
              action={
                <Button
                  onClick={() =>
                    void set({ q: null, state: null, due: null, late: null, from: null, to: null })
                  }
                >
                  Clear the filter
                </Button>
              }
            >
              Nothing in this series by that name, state or range.
            </Empty>
          ) : (
            <Empty
              title="No partitions yet"
              sql={`SELECT sealstone.premake(${literal(series?.qualifiedName ?? "public.metrics")});`}
            >
              Partitions are made ahead of the newest time by the premake job, or now by this line.
            </Empty>
          )
        ) : (
          <DataTable<PartitionRow>
            label="Partitions"
            rows={rows}
            id={(r) => r.id}
            columns={shown}
            order={{ by: p.sort, direction: p.dir }}
            onOrder={(o) =>
              void set({ sort: PARTITION_SORTS.find((s) => s === o.by) ?? null, dir: o.direction })
            }
            selected={selected}
            onSelect={select}
            href={(r) => partitionHref(r.id)}
            total={pages.total}
            hasMore={pages.hasMore}
            onMore={pages.loadMore}
            dim={query.isPlaceholderData || Boolean(query.error)}
          />
        )}
      </Panel>
    </div>
  );
}

function StripLegend({ threshold }: { threshold: number }) {
  const swatch = (className: string) => (
    <span aria-hidden="true" className={cn("inline-block h-2.5 w-3 rounded-[1px]", className)} />
  );
  return (
    <>
      <LegendItem swatch={swatch("bg-sealed")}>sealed</LegendItem>
      <LegendItem swatch={swatch("bg-live stripes-live")}>live (hatched)</LegendItem>
      <LegendItem swatch={swatch("bg-spread")}>spread</LegendItem>
      <LegendItem swatch={swatch("bg-foreign")}>foreign</LegendItem>
      <LegendItem swatch={<span aria-hidden="true" className="inline-block h-1 w-3 bg-warn" />}>
        underlined: due to be sealed
      </LegendItem>
      <LegendItem swatch={swatch("bg-late-2")}>cap: late rows</LegendItem>
      <LegendItem
        swatch={
          <span aria-hidden="true" className="text-late-4">
            ▼
          </span>
        }
      >
        past {percent(threshold)}: reseal
      </LegendItem>
    </>
  );
}
