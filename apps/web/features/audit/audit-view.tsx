"use client";
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useDeferredValue, useMemo, useState } from "react";
import { AuditLogDocument, type AuditLogQuery } from "@/data/generated/graphql";
import { useCan } from "@/data/session";
import { usePages } from "@/data/use-pages";
import { cn } from "@/lib/cn";
import { millis } from "@/lib/format";
import { STEP } from "@/lib/search-params";
import { Badge, type Tone } from "@/ui/badge";
import { Button } from "@/ui/button";
import { type Column, DataTable } from "@/ui/data-table";
import { Dialog } from "@/ui/dialog";
import { Input } from "@/ui/field";
import { ScrollText } from "@/ui/icons";
import { Link } from "@/ui/link";
import { PageHeader, Panel } from "@/ui/panel";
import { SqlBlock } from "@/ui/sql-block";
import { Empty } from "@/ui/state/empty";
import { Failure, StaleNote } from "@/ui/state/error";
import { SkeletonRows } from "@/ui/state/skeleton";
import { ExportMenu, useColumns } from "@/ui/table-tools";
import { Millis, Time, When } from "@/ui/values";

const OUTCOMES = ["INTENT", "SUCCEEDED", "FAILED", "REFUSED"] as const;
const TONE: Record<string, Tone> = {
  SUCCEEDED: "ok",
  FAILED: "bad",
  REFUSED: "warn",
  INTENT: "info",
};
const pick = (data: AuditLogQuery) => data.auditLog;
type Entry = NonNullable<AuditLogQuery["auditLog"]>["nodes"][number];

export function AuditView() {
  const [p, set] = useQueryStates({
    q: parseAsString.withDefault(""),
    actor: parseAsString.withDefault(""),
    outcome: parseAsArrayOf(parseAsStringLiteral(OUTCOMES)).withDefault([]).withOptions(STEP),
  });
  const admin = useCan("ADMIN");
  const search = useDeferredValue(p.q.trim());
  const actor = useDeferredValue(p.actor.trim());
  const [open, setOpen] = useState<Entry | null>(null);
  const filter = {
    ...(search ? { search } : {}),
    ...(actor ? { actor } : {}),
    ...(p.outcome.length ? { outcomes: p.outcome } : {}),
  };
  const pages = usePages(AuditLogDocument, { first: 200, filter }, pick);
  const columns = useMemo<readonly Column<Entry>[]>(
    () => [
      {
        id: "at",
        head: "When",
        width: "9.75rem",
        narrow: "5rem",
        value: (e) => e.at,
        cell: (e) => <When value={e.at} />,
      },
      {
        id: "outcome",
        head: "Outcome",
        width: "6.5rem",
        narrow: "6rem",
        value: (e) => e.outcome.toLowerCase(),
        cell: (e) => <Badge tone={TONE[e.outcome] ?? "none"}>{e.outcome.toLowerCase()}</Badge>,
      },
      {
        id: "actor",
        head: "Who",
        width: "minmax(6rem,1fr)",
        narrow: "minmax(4.25rem,1fr)",
        value: (e) => e.actor,
        cell: (e) => (
          <span title={`${e.actorKind}${e.role ? `, ${e.role.toLowerCase()}` : ""}`}>
            {e.actor ?? (
              <span className="text-faint" title="Nobody was signed in">
                nobody
              </span>
            )}
          </span>
        ),
      },
      {
        id: "action",
        head: "What",
        width: "minmax(8rem,1fr)",
        narrow: "minmax(6.5rem,1fr)",
        value: (e) => e.action,
        cell: (e) => (
          <button type="button" className="font-medium hover:underline" onClick={() => setOpen(e)}>
            {e.action}
          </button>
        ),
      },
      {
        id: "target",
        head: "On",
        width: "minmax(9rem,1.6fr)",
        wide: true,
        value: (e) => e.target,
        cell: (e) => e.target ?? "–",
      },
      {
        id: "sql",
        head: "SQL",
        width: "minmax(9rem,2fr)",
        wide: true,
        value: (e) => e.sql.join(" "),
        cell: (e) => (
          <code className="text-xs" title={e.sql.join("\n")}>
            {e.sql.join(" ") || "–"}
          </code>
        ),
      },
      {
        id: "database",
        head: "Database",
        width: "7rem",
        off: true,
        value: (e) => e.database,
        cell: (e) => e.database ?? "–",
      },
      {
        id: "face",
        head: "Face",
        width: "6rem",
        off: true,
        value: (e) => e.face,
        cell: (e) => e.face,
      },
      {
        id: "address",
        head: "From",
        width: "8rem",
        wide: true,
        value: (e) => e.address,
        cell: (e) => e.address ?? "–",
      },
      {
        id: "took",
        head: "Took",
        align: "right",
        width: "5rem",
        off: true,
        value: (e) => e.durationMs,
        cell: (e) => <Millis value={e.durationMs} />,
      },
      {
        id: "error",
        head: "Error",
        width: "8rem",
        off: true,
        value: (e) => e.errorCode,
        cell: (e) => e.errorCode ?? "–",
      },
    ],
    [],
  );
  const { shown, chooser } = useColumns("audit", columns);
  const { query } = pages;
  const filtered = Object.keys(filter).length > 0;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Audit"
        lead={
          admin
            ? "Who did what, with the SQL; written before it is done, refusals and sign-ins too."
            : "What you did, with the SQL. An admin sees everybody's."
        }
      />
      <Panel flush>
        <search className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-3.5 py-2">
          <Input
            data-page-search
            aria-label="Search target or SQL"
            placeholder="Search target or SQL ( / )"
            value={p.q}
            onChange={(e) => void set({ q: e.target.value || null })}
            className="max-w-64"
          />
          {admin ? (
            <Input
              aria-label="Who"
              placeholder="Who"
              value={p.actor}
              onChange={(e) => void set({ actor: e.target.value || null })}
              className="max-w-36"
            />
          ) : null}
          <div className="flex flex-wrap gap-1">
            {OUTCOMES.map((o) => {
              const on = p.outcome.includes(o);
              return (
                <button
                  key={o}
                  type="button"
                  aria-pressed={on}
                  onClick={() =>
                    void set({ outcome: on ? p.outcome.filter((x) => x !== o) : [...p.outcome, o] })
                  }
                  className={cn(
                    "h-6.5 rounded-m border px-2 text-xs",
                    on
                      ? "border-accent bg-accent-soft font-medium text-accent"
                      : "text-muted hover:bg-hover",
                  )}
                >
                  {o.toLowerCase()}
                </button>
              );
            })}
          </div>
          <div className="ml-auto flex items-center gap-1">
            {chooser}
            <ExportMenu name="audit" columns={columns} all={pages.all} />
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
          <Failure error={query.error} what="The audit log" retry={() => void query.refetch()} />
        ) : query.isPending ? (
          <SkeletonRows rows={10} label="Loading the audit log" />
        ) : pages.rows.length === 0 ? (
          <Empty
            title={filtered ? "No entry matches" : "Nothing was done yet"}
            icon={<ScrollText size={24} aria-hidden="true" />}
            {...(filtered
              ? { action: <Button onClick={() => void set(null)}>Clear the filter</Button> }
              : {})}
          >
            {filtered
              ? "Nobody did anything by that name."
              : "Every change, sign-in and refusal is written here before it happens."}
          </Empty>
        ) : (
          <DataTable<Entry>
            label="Audit log"
            rows={pages.rows}
            id={(e) => e.id}
            columns={shown}
            hasMore={pages.hasMore}
            onMore={pages.loadMore}
            dim={query.isPlaceholderData || Boolean(query.error)}
          />
        )}
      </Panel>
      <Dialog
        wide
        open={open !== null}
        onClose={() => setOpen(null)}
        title={open ? `${open.action} on ${open.target ?? "nothing in particular"}` : ""}
        lead={
          open
            ? `by ${open.actor ?? "nobody signed in"} (${open.actorKind}) over ${open.face}`
            : undefined
        }
      >
        {open ? (
          <div className="flex flex-col gap-3 text-sm">
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1">
              <dt className="text-muted">When</dt>
              <dd>
                <Time value={open.at} />
              </dd>
              <dt className="text-muted">Outcome</dt>
              <dd>
                <Badge tone={TONE[open.outcome] ?? "none"}>{open.outcome.toLowerCase()}</Badge> in{" "}
                {millis(open.durationMs)}
              </dd>
              {open.errorMessage ? (
                <>
                  <dt className="text-muted">Error</dt>
                  <dd className="text-bad-ink">
                    {open.errorCode}: {open.errorMessage}
                  </dd>
                </>
              ) : null}
              <dt className="text-muted">From</dt>
              <dd>{open.address ?? "–"}</dd>
              <dt className="text-muted">Request</dt>
              <dd className="break-all">{open.requestId ?? "–"}</dd>
              {open.operation ? (
                <>
                  <dt className="text-muted">Operation</dt>
                  <dd>
                    <Link
                      href={`/operations/${encodeURIComponent(open.operation)}`}
                      className="text-accent hover:underline"
                    >
                      {open.operation}
                    </Link>
                  </dd>
                </>
              ) : null}
            </dl>
            {open.sql.length ? <SqlBlock sql={open.sql.join("\n")} /> : null}
            {open.arguments ? <SqlBlock sql={JSON.stringify(open.arguments, null, 2)} /> : null}
          </div>
        ) : null}
      </Dialog>
    </div>
  );
}
