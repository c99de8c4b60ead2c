"use client";
import { type ReactNode, useMemo } from "react";
import { OperationDetailDocument, type OperationDetailQuery } from "@/data/generated/graphql";
import { useApi } from "@/data/use-api";
import {
  kindWords,
  OperationActions,
  OperationRows,
} from "@/features/operation-progress/operation-rows";
import { ENDED, useOperation, useOperations } from "@/features/operation-progress/store";
import { bytes, count, exact, percent, plural, toNumber } from "@/lib/format";
import { OperationState } from "@/ui/badge";
import { CopyButton } from "@/ui/copy-button";
import { Hourglass, OctagonAlert } from "@/ui/icons";
import { Link } from "@/ui/link";
import { PageHeader, Panel, Stat, StatRow } from "@/ui/panel";
import { Progress } from "@/ui/progress";
import { SqlBlock } from "@/ui/sql-block";
import { Empty } from "@/ui/state/empty";
import { Load } from "@/ui/state/load";
import { SkeletonBlock } from "@/ui/state/skeleton";
import { Elapsed, Time } from "@/ui/values";

type Detail = NonNullable<OperationDetailQuery["operation"]>;

export function OperationView({ id }: { id: string }) {
  const query = useApi(OperationDetailDocument, { id }, { keep: false });
  return (
    <Load
      query={query}
      what="The operation"
      skeleton={<SkeletonBlock className="h-64" label="Loading the operation" />}
    >
      {(data) =>
        data.operation ? (
          <View detail={data.operation} />
        ) : (
          <Empty
            title="There is no such operation"
            action={
              <Link href="/operations" className="text-accent hover:underline">
                All operations
              </Link>
            }
          >
            It may be older than the history that is kept.
          </Empty>
        )
      }
    </Load>
  );
}

function View({ detail }: { detail: Detail }) {
  const live = useOperation(detail.id);
  const op = live && BigInt(live.version) > BigInt(detail.version) ? live : detail;
  const ended = ENDED.has(op.state);
  const all = useOperations();
  const children = useMemo(() => {
    const known = new Map((detail.children ?? []).map((c) => [c.id, c]));
    for (const c of all) {
      if (c.parent !== detail.id) continue;
      const old = known.get(c.id);
      if (!old || BigInt(c.version) > BigInt(old.version)) known.set(c.id, c);
    }
    return [...known.values()];
  }, [detail, all]);
  const target = op.partition
    ? { href: `/partitions/${encodeURIComponent(op.partition.id)}`, label: "the partition" }
    : op.rollup
      ? { href: `/rollups/${encodeURIComponent(op.rollup.id)}`, label: "the rollup" }
      : undefined;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        crumbs={
          <>
            <Link href="/operations" className="hover:underline">
              Operations
            </Link>
            {op.parent ? (
              <>
                {" / "}
                <Link
                  href={`/operations/${encodeURIComponent(op.parent)}`}
                  className="hover:underline"
                >
                  part of {op.parent}
                </Link>
              </>
            ) : null}
          </>
        }
        title={
          <>
            {kindWords(op)} <span className="font-normal text-muted">{op.targetName}</span>
          </>
        }
        lead={
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <OperationState state={op.state} />
            <span>
              {op.database.name}
              {op.series ? (
                <>
                  {" · "}
                  <Link
                    href={`/series/${encodeURIComponent(op.series.id)}`}
                    className="text-accent hover:underline"
                  >
                    {op.series.qualifiedName}
                  </Link>
                </>
              ) : null}
              {target ? (
                <>
                  {" · "}
                  <Link href={target.href} className="text-accent hover:underline">
                    {target.label}
                  </Link>
                </>
              ) : null}
            </span>
          </span>
        }
        actions={<OperationActions op={op} size="m" />}
      />
      {!ended ? (
        <Panel>
          <div className="flex flex-col gap-2" aria-live="polite">
            <div className="flex items-baseline justify-between gap-3 text-sm">
              <span>
                {op.cancelRequested
                  ? "Stopping"
                  : op.state === "QUEUED"
                    ? "Waiting for a worker"
                    : op.phase || "At work"}
              </span>
              <span className="text-lg font-semibold">
                {op.progress === null || op.progress === undefined ? "" : percent(op.progress)}
              </span>
            </div>
            <Progress
              value={op.progress}
              label={`Progress of ${op.kindText} of ${op.targetName ?? op.id}`}
              className="h-2"
            />
          </div>
        </Panel>
      ) : null}
      {!ended && op.blockedBy.length ? (
        <Panel title="What blocks this" flush>
          <ul className="flex flex-col">
            {op.blockedBy.map((b) => (
              <li
                key={b.pid}
                className="flex flex-col gap-1.5 border-b px-3.5 py-2.5 text-sm last:border-b-0"
              >
                <span className="flex items-center gap-2">
                  <Hourglass size={14} aria-hidden="true" className="text-warn-ink" />
                  Session <code>{b.pid}</code> holds a lock that this needs. It is not waited for in
                  the queue, so nobody waits behind it.
                </span>
                {b.query ? (
                  <SqlBlock sql={b.query} />
                ) : (
                  <span className="text-muted">Its query is not for this login to see.</span>
                )}
                <span className="flex items-center gap-1 text-xs text-muted">
                  To end it: <code>SELECT pg_terminate_backend({b.pid});</code>
                  <CopyButton
                    text={`SELECT pg_terminate_backend(${b.pid});`}
                    label="Copy the statement that ends it"
                  />
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
      {op.error ? (
        <section
          role="alert"
          className="flex gap-3 rounded-l border border-bad bg-bad-soft px-3.5 py-3 text-sm text-bad-ink"
        >
          <OctagonAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
          <div className="min-w-0">
            <p className="font-medium break-words">{op.error.message}</p>
            {op.error.detail ? <p className="mt-1 break-words">{op.error.detail}</p> : null}
            {op.error.hint ? <p className="mt-1 break-words">{op.error.hint}</p> : null}
            {op.error.sqlstate ? (
              <p className="mt-1 text-xs">SQLSTATE {op.error.sqlstate}</p>
            ) : null}
          </div>
        </section>
      ) : null}
      <StatRow label="Figures of the operation">
        <Stat
          label="Requested"
          value={<Time value={op.requestedAt} mode="relative" />}
          note={<Time value={op.requestedAt} />}
        />
        <Stat
          label="Asked by"
          value={op.job ? "a job" : (op.actor ?? op.requestedBy ?? "–")}
          note={op.requestedBy ? `as ${op.requestedBy}` : undefined}
        />
        <Stat
          label={ended ? "Took" : "Running for"}
          value={<Elapsed from={op.startedAt} to={op.finishedAt} />}
          note={
            op.startedAt ? (
              <>
                from <Time value={op.startedAt} />
              </>
            ) : (
              "not started"
            )
          }
        />
        <Stat
          label="Rows"
          value={count(op.rowsDone)}
          title={exact(op.rowsDone)}
          note={toNumber(op.rowsTotal) > 0 ? `of ${count(op.rowsTotal)}` : undefined}
        />
        <Stat
          label="Bytes"
          value={bytes(op.bytesDone)}
          title={exact(op.bytesDone)}
          note={toNumber(op.bytesTotal) > 0 ? `of ${bytes(op.bytesTotal)}` : undefined}
        />
        <Stat label="Attempt" value={op.attempt ?? 1} />
      </StatRow>
      {children.length ? (
        <Panel
          flush
          title="Parts"
          note={`${children.filter((c) => ENDED.has(c.state)).length} of ${plural(children.length, "part")} ended`}
        >
          <OperationRows operations={children} />
        </Panel>
      ) : null}
      <div className="grid gap-4 lg:grid-cols-2">
        <Panel title="What came of it">
          <Json
            value={detail.result}
            empty={ended ? "It left no result." : "Known when it has ended."}
          />
        </Panel>
        <Panel title="What it was asked with">
          <Json value={detail.options} empty="No options." />
        </Panel>
      </div>
    </div>
  );
}

const words = (key: string) => key.replaceAll("_", " ");

function shown(key: string, value: unknown): ReactNode {
  if (value === null || value === undefined) return "–";
  if (typeof value === "object")
    return <code className="break-words">{JSON.stringify(value)}</code>;
  if (/bytes/.test(key)) return <span title={exact(String(value))}>{bytes(String(value))}</span>;
  if (/rows|groups|partitions|count/.test(key) && /^\d+$/.test(String(value)))
    return <span title={exact(String(value))}>{count(String(value))}</span>;
  if (typeof value === "number" && !Number.isInteger(value))
    return <span title={String(value)}>{Number(value.toPrecision(4))}</span>;
  return <span className="break-words">{String(value)}</span>;
}

function Json({ value, empty }: { value: unknown; empty: string }) {
  const entries = value && typeof value === "object" ? Object.entries(value) : [];
  if (entries.length === 0)
    return (
      <p className="text-sm text-muted">
        {value !== null && value !== undefined && typeof value !== "object" ? String(value) : empty}
      </p>
    );
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm">
      {entries.map(([key, v]) => (
        <div key={key} className="contents">
          <dt className="text-muted">{words(key)}</dt>
          <dd className="min-w-0">{shown(key, v)}</dd>
        </div>
      ))}
    </dl>
  );
}
