"use client";
import { useQueryStates } from "nuqs";
import { useDeferredValue } from "react";
import { SERIES_SORTS, seriesListParams } from "@/app/(console)/series/search-params";
import { SeriesListDocument, type SeriesListQuery } from "@/data/generated/graphql";
import { useCan } from "@/data/session";
import { usePages } from "@/data/use-pages";
import { useShell } from "@/features/shell/banners";
import { plural } from "@/lib/format";
import { Button, buttonClass } from "@/ui/button";
import { DataTable } from "@/ui/data-table";
import { Checkbox, Input, Select } from "@/ui/field";
import { Layers, Plus } from "@/ui/icons";
import { Link } from "@/ui/link";
import { PageHeader, Panel } from "@/ui/panel";
import { Empty } from "@/ui/state/empty";
import { Failure, StaleNote } from "@/ui/state/error";
import { SkeletonRows } from "@/ui/state/skeleton";
import { ExportMenu, useColumns } from "@/ui/table-tools";
import { SERIES_COLUMNS, type SeriesRow, seriesHref } from "./columns";

const pick = (data: SeriesListQuery) => data.seriesList;

export function SeriesListView() {
  const [p, set] = useQueryStates(seriesListParams);
  const search = useDeferredValue(p.q.trim());
  const admin = useCan("ADMIN");
  const { data: shell } = useShell();
  const several = (shell?.databases.length ?? 0) > 1;
  const { shown, chooser } = useColumns("series", SERIES_COLUMNS);
  const pages = usePages(
    SeriesListDocument,
    {
      database: p.db,
      first: 50,
      filter: {
        ...(search ? { search } : {}),
        ...(p.due ? { overdue: true } : {}),
        ...(p.late ? { minLateFraction: 0.1 } : {}),
      },
      order: { by: p.sort, direction: p.dir },
    },
    pick,
  );
  const { query } = pages;
  const filtered = Boolean(search || p.due || p.late);
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Series"
        lead="Every series table, its partitions along time (ochre and hatched: being written; green: sealed), and what it costs."
        actions={
          admin ? (
            <Link href="/series/new" className={buttonClass("plain")}>
              <Plus size={15} aria-hidden="true" />
              Make a series
            </Link>
          ) : null
        }
      />
      <Panel flush>
        <search className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-3.5 py-2">
          <Input
            data-page-search
            aria-label="Search series by name"
            placeholder="Search by name ( / )"
            value={p.q}
            onChange={(e) => void set({ q: e.target.value || null })}
            className="max-w-64"
          />
          {several ? (
            <Select
              aria-label="Database"
              className="max-w-44"
              value={p.db ?? ""}
              onChange={(e) => void set({ db: e.target.value || null })}
            >
              <option value="">All databases</option>
              {shell?.databases.map((d) => (
                <option key={d.id} value={d.id}>
                  {d.name}
                </option>
              ))}
            </Select>
          ) : null}
          <label className="flex items-center gap-1.5 text-sm">
            <Checkbox
              checked={p.due}
              onChange={(e) => void set({ due: e.target.checked || null })}
            />
            Seals due
          </label>
          <label className="flex items-center gap-1.5 text-sm">
            <Checkbox
              checked={p.late}
              onChange={(e) => void set({ late: e.target.checked || null })}
            />
            Late past 10%
          </label>
          <div className="ml-auto flex items-center gap-1">
            <span className="text-xs text-faint" aria-live="polite">
              {pages.total === undefined ? "" : plural(pages.total, "series", "series")}
            </span>
            {chooser}
            <ExportMenu name="series" columns={shown} all={pages.all} />
          </div>
        </search>
        {query.error && query.data ? (
          <StaleNote
            error={query.error}
            since={query.dataUpdatedAt}
            retry={() => void query.refetch()}
          />
        ) : null}
        {query.error && !query.data ? (
          <Failure error={query.error} what="The series" retry={() => void query.refetch()} />
        ) : query.isPending ? (
          <SkeletonRows rows={8} label="Loading series" />
        ) : pages.rows.length === 0 ? (
          filtered ? (
            <Empty
              title="No series matches"
              action={<Button onClick={() => void set(null)}>Clear the filter</Button>}
            >
              Nothing here by that name or condition.
            </Empty>
          ) : (
            <Empty
              title="No series table yet"
              icon={<Layers size={26} aria-hidden="true" />}
              sql={"SELECT sealstone.create_series('public.metrics', 'ts', INTERVAL '1 day');"}
              action={
                admin ? (
                  <Link href="/series/new" className={buttonClass("primary")}>
                    Make one of a table
                  </Link>
                ) : undefined
              }
            >
              A series table is an ordinary partitioned table that Sealstone looks after. Any table
              with a time column can become one; no row is moved by that.
            </Empty>
          )
        ) : (
          <DataTable<SeriesRow>
            label="Series"
            rows={pages.rows}
            id={(r) => r.id}
            columns={shown}
            order={{ by: p.sort, direction: p.dir }}
            onOrder={(o) =>
              void set({ sort: SERIES_SORTS.find((s) => s === o.by) ?? null, dir: o.direction })
            }
            href={(r) => seriesHref(r.id)}
            rowHeight={38}
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
