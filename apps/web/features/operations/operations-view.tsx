"use client";
import { useQueryStates } from "nuqs";
import { useDeferredValue, useMemo } from "react";
import {
  OPERATION_KINDS,
  OPERATION_STATES,
  operationsParams,
} from "@/app/(console)/operations/search-params";
import {
  type OperationFilter,
  OperationsDocument,
  type OperationsQuery,
} from "@/data/generated/graphql";
import { usePages } from "@/data/use-pages";
import {
  kindWords,
  OperationActions,
  OperationWhere,
} from "@/features/operation-progress/operation-rows";
import { ENDED, type Op, useOperations } from "@/features/operation-progress/store";
import { useShell } from "@/features/shell/banners";
import { cn } from "@/lib/cn";
import { percent, plural } from "@/lib/format";
import { OperationState } from "@/ui/badge";
import { Button } from "@/ui/button";
import { type Column, DataTable } from "@/ui/data-table";
import { Checkbox, Input, Select } from "@/ui/field";
import { Activity } from "@/ui/icons";
import { Link } from "@/ui/link";
import { PageHeader, Panel } from "@/ui/panel";
import { Progress } from "@/ui/progress";
import { Empty } from "@/ui/state/empty";
import { Failure, StaleNote } from "@/ui/state/error";
import { SkeletonRows } from "@/ui/state/skeleton";
import { ExportMenu, useColumns } from "@/ui/table-tools";
import { Bytes, Count, Elapsed, When } from "@/ui/values";

const pick = (data: OperationsQuery) => data.operations;
const href = (op: Op) => `/operations/${encodeURIComponent(op.id)}`;

export function useOperationColumns(several: boolean): readonly Column<Op>[] {
  return useMemo(
    () => [
      {
        id: "state",
        head: "State",
        width: "7rem",
        narrow: "6.5rem",
        value: (o) => o.state.toLowerCase(),
        cell: (o) => <OperationState state={o.state} />,
      },
      {
        id: "operation",
        head: "Operation",
        width: "minmax(13rem,2fr)",
        narrow: "minmax(10.5rem,2fr)",
        value: (o) => `${o.kindText} ${o.targetName ?? ""}`,
        cell: (o) => (
          <Link
            href={href(o)}
            className="hover:underline"
            title={`${kindWords(o)} ${o.targetName ?? ""}`}
          >
            <span className="font-medium">{kindWords(o)}</span>{" "}
            <span className="text-muted">
              <QualifiedName name={o.targetName} />
            </span>
          </Link>
        ),
      },
      {
        id: "requested",
        head: "Requested",
        align: "right",
        width: "9.5rem",
        narrow: "4.75rem",
        value: (o) => o.requestedAt,
        cell: (o) => <When value={o.requestedAt} />,
      },
      ...(several
        ? [
            {
              id: "database",
              head: "Database",
              width: "7rem",
              wide: true,
              value: (o: Op) => o.database.name,
              cell: (o: Op) => o.database.name,
            },
          ]
        : []),
      {
        id: "progress",
        head: "Progress",
        width: "minmax(9rem,1.2fr)",
        value: (o) => o.progress,
        cell: (o) =>
          ENDED.has(o.state) ? (
            <OperationWhere op={o} />
          ) : (
            <div className="flex flex-col gap-1">
              <div className="flex justify-between gap-2 text-xs leading-none">
                <span className="truncate">
                  <OperationWhere op={o} />
                </span>
                <span className="text-muted">
                  {o.progress === null || o.progress === undefined ? "" : percent(o.progress)}
                </span>
              </div>
              <Progress
                value={o.progress}
                label={`Progress of ${o.kindText} of ${o.targetName ?? o.id}`}
                tone={o.blockedBy.length ? "warn" : "info"}
              />
            </div>
          ),
      },
      {
        id: "rows",
        head: "Rows",
        align: "right",
        width: "6rem",
        wide: true,
        off: true,
        value: (o) => o.rowsDone,
        cell: (o) => <Count value={o.rowsDone} />,
      },
      {
        id: "bytes",
        head: "Bytes",
        align: "right",
        width: "6rem",
        wide: true,
        off: true,
        value: (o) => o.bytesDone,
        cell: (o) => <Bytes value={o.bytesDone} />,
      },
      {
        id: "took",
        head: "Took",
        align: "right",
        width: "6rem",
        wide: true,
        value: (o) => o.durationMs,
        cell: (o) => <Elapsed from={o.startedAt} to={o.finishedAt} />,
      },
      {
        id: "actor",
        head: "Asked by",
        width: "8rem",
        wide: true,
        value: (o) => o.actor ?? o.requestedBy,
        cell: (o) =>
          o.job ? <span className="text-muted">job</span> : (o.actor ?? o.requestedBy ?? "–"),
      },
      {
        id: "act",
        head: "Actions",
        align: "right",
        width: "5rem",
        cell: (o) => <OperationActions op={o} />,
      },
    ],
    [several],
  );
}

/** Where room is scarce the schema that everything is in goes. */
function QualifiedName({ name }: { name: string | null | undefined }) {
  return name?.startsWith("public.") ? (
    <>
      <span className="max-md:hidden">public.</span>
      {name.slice(7)}
    </>
  ) : (
    name
  );
}

/** Newest version of each: what the list said, overtaken by what the stream said. */
export function merge(
  rows: readonly Op[],
  live: readonly Op[],
  matches: (op: Op) => boolean,
): readonly Op[] {
  const known = new Map(rows.map((r) => [r.id, r]));
  const fresh: Op[] = [];
  for (const op of live) {
    const old = known.get(op.id);
    if (!old) {
      if (matches(op)) fresh.push(op);
    } else if (BigInt(op.version) > BigInt(old.version)) known.set(op.id, op);
  }
  const newest = rows[0]?.requestedAt ?? "";
  // Only what is newer than the first page's top: older ones come with their page.
  const top = fresh
    .filter((op) => op.requestedAt >= newest)
    .sort((a, b) => (a.requestedAt < b.requestedAt ? 1 : -1));
  return [...top, ...known.values()];
}

export function OperationsView() {
  const [p, set] = useQueryStates(operationsParams);
  const search = useDeferredValue(p.q.trim());
  const { data: shell } = useShell();
  const several = (shell?.databases.length ?? 0) > 1;
  const columns = useOperationColumns(several);
  const { shown, chooser } = useColumns("operations", columns);
  const filter: OperationFilter = {
    ...(p.state.length ? { states: p.state } : {}),
    ...(p.kind ? { kinds: [p.kind] } : {}),
    ...(p.series ? { series: p.series } : {}),
    ...(search ? { search } : {}),
    ...(p.parts ? {} : { topLevel: true }),
  };
  const pages = usePages(OperationsDocument, { database: p.db, first: 100, filter }, pick);
  const live = useOperations();
  const { query } = pages;
  const rows = useMemo(
    () =>
      merge(
        pages.rows,
        live,
        (op) =>
          (p.parts || !op.parent) &&
          (!p.db || op.database.id === p.db) &&
          (!p.series || op.series?.id === p.series) &&
          (!p.kind || op.kind === p.kind) &&
          (p.state.length === 0 || p.state.includes(op.state)) &&
          (!search || (op.targetName ?? "").toLowerCase().includes(search.toLowerCase())),
      ),
    [pages.rows, live, p.parts, p.db, p.series, p.kind, p.state, search],
  );
  const filtered = Boolean(search || p.state.length || p.kind || p.series || p.db);
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Operations"
        lead="Every piece of work that was asked for, by a person or by a job; what runs moves as it runs."
      />
      <Panel flush>
        <search className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-3.5 py-2">
          <Input
            data-page-search
            aria-label="Search operations by target"
            placeholder="Search by target ( / )"
            value={p.q}
            onChange={(e) => void set({ q: e.target.value || null })}
            className="max-w-56"
          />
          <Select
            aria-label="Kind"
            className="max-w-40"
            value={p.kind ?? ""}
            onChange={(e) =>
              void set({ kind: OPERATION_KINDS.find((k) => k === e.target.value) ?? null })
            }
          >
            <option value="">Every kind</option>
            {OPERATION_KINDS.map((k) => (
              <option key={k} value={k}>
                {k.toLowerCase().replaceAll("_", " ")}
              </option>
            ))}
          </Select>
          {several ? (
            <Select
              aria-label="Database"
              className="max-w-40"
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
          <div className="flex flex-wrap gap-1">
            {OPERATION_STATES.map((s) => {
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
              checked={p.parts}
              onChange={(e) => void set({ parts: e.target.checked || null })}
            />
            Parts too
          </label>
          <div className="ml-auto flex items-center gap-1">
            <span className="text-xs text-faint" aria-live="polite">
              {pages.total === undefined ? "" : plural(pages.total, "operation")}
            </span>
            {chooser}
            <ExportMenu name="operations" columns={columns} all={pages.all} />
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
          <Failure error={query.error} what="The operations" retry={() => void query.refetch()} />
        ) : query.isPending ? (
          <SkeletonRows rows={10} label="Loading operations" />
        ) : rows.length === 0 ? (
          <Empty
            title={filtered ? "No operation matches" : "Nothing was asked for yet"}
            icon={<Activity size={26} aria-hidden="true" />}
            {...(filtered
              ? { action: <Button onClick={() => void set(null)}>Clear the filter</Button> }
              : { sql: "SELECT sealstone.request('seal', 'public.metrics_p2026_11_30');" })}
          >
            {filtered
              ? "Nothing by that name, kind or state."
              : "Seals, reseals and refreshes show up here as soon as a person presses them, a program asks, or a job's time has come."}
          </Empty>
        ) : (
          <DataTable<Op>
            label="Operations"
            rows={rows}
            id={(o) => o.id}
            columns={shown}
            href={href}
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
