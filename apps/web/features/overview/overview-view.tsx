"use client";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { overviewParams } from "@/app/(console)/overview/search-params";
import {
  AttentionRulesDocument,
  OverviewDocument,
  type OverviewQuery,
} from "@/data/generated/graphql";
import { useApi } from "@/data/use-api";
import { AttentionList } from "@/features/attention/attention-list";
import { OperationRows } from "@/features/operation-progress/operation-rows";
import { ENDED, useOperations } from "@/features/operation-progress/store";
import { LargestSeries } from "@/features/series-list/largest-series";
import { bytes, exact, percent, plural, ratio, toNumber } from "@/lib/format";
import { Badge } from "@/ui/badge";
import { Select } from "@/ui/field";
import { CircleCheck } from "@/ui/icons";
import { Link } from "@/ui/link";
import { PageHeader, Panel, Stat, StatRow } from "@/ui/panel";
import { Meter } from "@/ui/progress";
import { Load } from "@/ui/state/load";
import { SkeletonBlock, SkeletonRows } from "@/ui/state/skeleton";
import { Count, Time } from "@/ui/values";

type Db = OverviewQuery["databases"][number];

export function OverviewView() {
  const [{ db }, set] = useQueryStates(overviewParams);
  const query = useApi(OverviewDocument, { database: db });
  const several = (query.data?.databases.length ?? 0) > 1;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Overview"
        lead="What is wrong, where, and what to press."
        actions={
          several ? (
            <Select
              aria-label="Database"
              value={db ?? ""}
              onChange={(e) => void set({ db: e.target.value || null })}
            >
              <option value="">All databases</option>
              {query.data?.databases.map((d) => (
                <option key={d.id} value={d.id}>
                  {d.name}
                </option>
              ))}
            </Select>
          ) : null
        }
      />
      <Load
        query={query}
        what="The overview"
        skeleton={
          <div className="flex flex-col gap-4">
            <div className="rounded-l border bg-surface">
              <SkeletonRows rows={4} label="Loading what needs attention" />
            </div>
            <SkeletonBlock className="h-36" label="Loading totals" />
          </div>
        }
      >
        {(data) => {
          const databases = data.databases.filter((d) => !db || d.id === db);
          return (
            <div className="flex flex-col gap-4">
              <Panel
                flush
                title="Needs attention"
                note={data.attention.length ? plural(data.attention.length, "thing") : undefined}
                actions={
                  <span className="text-xs text-faint">
                    as of <Time value={data.asOf} mode="relative" />
                  </span>
                }
              >
                {data.attention.length ? (
                  <AttentionList items={data.attention} several={several} />
                ) : (
                  <div className="flex items-start gap-3 px-4 py-5">
                    <CircleCheck className="mt-0.5 shrink-0 text-ok" size={18} aria-hidden="true" />
                    <div className="text-sm">
                      <p className="font-medium">Nothing needs you</p>
                      <p className="text-muted">
                        {databases.some((d) => d.readable)
                          ? "No rule found anything. These are looked at on every refresh:"
                          : "No database can be read; see above."}
                      </p>
                      <Rules />
                    </div>
                  </div>
                )}
              </Panel>
              <NowRunning />
              {databases.map((d) => (
                <DatabasePanel key={d.id} db={d} />
              ))}
              <LargestSeries database={db} />
            </div>
          );
        }}
      </Load>
    </div>
  );
}

function Rules() {
  const { data } = useApi(AttentionRulesDocument, {}, { refresh: 0, staleTime: 300_000 });
  if (!data) return null;
  return (
    <details className="mt-1">
      <summary className="text-accent">{plural(data.attentionRules.length, "rule")}</summary>
      <ul className="mt-1 list-disc pl-4 text-muted">
        {data.attentionRules.map((r) => (
          <li key={r.id}>
            {r.description}
            {r.threshold !== null && r.threshold !== undefined
              ? ` From ${r.unit === "fraction" ? percent(r.threshold) : `${exact(Math.round(r.threshold))} ${r.unit ?? ""}`}.`
              : ""}
          </li>
        ))}
      </ul>
    </details>
  );
}

function NowRunning() {
  const all = useOperations();
  const active = useMemo(
    () =>
      all
        .filter((op) => !ENDED.has(op.state) && !op.parent)
        .sort((a, b) => (a.requestedAt < b.requestedAt ? 1 : -1)),
    [all],
  );
  if (active.length === 0) return null;
  return (
    <Panel
      flush
      title="At work now"
      note={plural(active.length, "operation")}
      actions={
        <Link href="/operations" className="text-xs text-accent hover:underline">
          All operations
        </Link>
      }
    >
      <OperationRows operations={active.slice(0, 6)} />
    </Panel>
  );
}

function DatabasePanel({ db }: { db: Db }) {
  const t = db.totals;
  const list = (params: string) => `/series?${params}&db=${encodeURIComponent(db.id)}`;
  return (
    <section aria-label={`Database ${db.name}`} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2.5">
        <h2 className="text-base">{db.name}</h2>
        <span className="text-xs text-faint">{db.address}</span>
        {db.state !== "OK" ? (
          <Badge tone={db.readable ? "warn" : "bad"}>
            {db.state.toLowerCase().replaceAll("_", " ")}
          </Badge>
        ) : null}
        {db.worker?.paused ? <Badge tone="warn">paused</Badge> : null}
      </div>
      {t ? (
        <StatRow label={`Totals of ${db.name}`}>
          <Stat
            label="Series"
            value={
              <Link href={list("")} className="hover:underline">
                <Count value={t.series} />
              </Link>
            }
            note={plural(t.partitions, "partition")}
          />
          <Stat
            label="On disk"
            value={bytes(t.bytes)}
            title={`${exact(t.bytes)} bytes`}
            note={
              <>
                <Count value={t.rows} /> rows
              </>
            }
          />
          <Stat
            label="Saved by sealing"
            value={bytes(t.savedBytes)}
            title={`${exact(t.savedBytes)} bytes`}
            note={t.ratio ? `sealed ${ratio(t.ratio)} smaller` : "nothing sealed yet"}
          />
          <Stat
            label="Late fraction"
            value={percent(t.lateFraction)}
            {...((t.lateFraction ?? 0) >= 0.1 ? { tone: "warn" as const } : {})}
            note={plural(t.sealedPartitions, "sealed partition")}
          />
          <Stat
            label="Seals due"
            value={
              <Link href={list("due=true")} className="hover:underline">
                <Count value={t.sealDue} />
              </Link>
            }
            {...(toNumber(t.sealDue) > 0 ? { tone: "warn" as const } : {})}
            note={
              toNumber(t.defaultRows) ? (
                <>
                  <Count value={t.defaultRows} /> rows in defaults
                </>
              ) : (
                "defaults are empty"
              )
            }
          />
          <Stat
            label="Jobs failing"
            value={t.failingJobs ?? "–"}
            {...(t.failingJobs ? { tone: "bad" as const } : {})}
            note={t.overdueJobs ? `${t.overdueJobs} overdue` : "none overdue"}
          />
          <Stat
            label="Invalidations"
            value={<Count value={t.pendingInvalidations} />}
            note={
              t.slowQueries ? plural(t.slowQueries, "slow query", "slow queries") : "no slow query"
            }
          />
          {db.disk ? (
            <div className="min-w-0 px-3 py-2.5">
              <dt className="text-xs text-faint">Disk free</dt>
              <dd
                className="mt-0.5 text-lg font-semibold tracking-tight"
                title={`${exact(db.disk.freeBytes)} of ${exact(db.disk.totalBytes)} bytes at ${db.disk.path}`}
              >
                {bytes(db.disk.freeBytes)}
              </dd>
              <dd>
                <Meter
                  value={toNumber(db.disk.totalBytes) - toNumber(db.disk.freeBytes)}
                  max={toNumber(db.disk.totalBytes)}
                  label={`${percent(1 - toNumber(db.disk.freeBytes) / Math.max(1, toNumber(db.disk.totalBytes)))} of the disk is used`}
                  className="mt-1.5"
                />
              </dd>
            </div>
          ) : null}
        </StatRow>
      ) : (
        <p className="rounded-l border bg-surface px-3.5 py-3 text-sm text-muted">
          {db.readable ? "Its totals could not be read just now." : db.stateMessage}
        </p>
      )}
    </section>
  );
}
