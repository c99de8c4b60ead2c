"use client";
import { ChartFrame } from "@/charts/chart-frame";
import { RefreshRollupDocument, type RollupPartsFragment } from "@/data/generated/graphql";
import { ActionButton } from "@/features/actions/action-button";
import { ENDED, useOperations } from "@/features/operation-progress/store";
import {
  type Invalidation,
  invalidationTable,
  RollupTimeline,
  TimelineLegend,
} from "@/features/rollup-timeline/timeline";
import { bytes, count, exact, interval, millis, percent, plural, toNumber } from "@/lib/format";
import { RefreshCw, TriangleAlert } from "@/ui/icons";
import { Link } from "@/ui/link";
import { Stat, StatRow } from "@/ui/panel";
import { Progress } from "@/ui/progress";
import { Age, Time } from "@/ui/values";

export const rollupHref = (id: string): string => `/rollups/${encodeURIComponent(id)}`;

export interface RollupCardProps {
  rollup: RollupPartsFragment;
  invalidations: readonly Invalidation[];
  totalInvalidations: number;
  oldest: string | null | undefined;
  newest: string | null | undefined;
  integer: boolean;
  link?: boolean;
}

export function RefreshButton({
  rollup,
  kind,
}: {
  rollup: Pick<RollupPartsFragment, "id" | "name">;
  kind?: "primary" | "plain";
}) {
  return (
    <ActionButton
      kind={kind ?? "plain"}
      icon={<RefreshCw size={14} aria-hidden="true" />}
      label="Refresh now"
      name={`Refresh now: ${rollup.name}`}
      act={{
        document: RefreshRollupDocument,
        variables: { rollup: rollup.id },
        said: `Refresh of ${rollup.name} asked for`,
      }}
    />
  );
}

/** One rollup: how far it is materialized, what is dirty and why, what the last refresh cost and the next will. */
export function RollupCard({
  rollup: r,
  invalidations,
  totalInvalidations,
  oldest,
  newest,
  integer,
  link,
}: RollupCardProps) {
  const running = useOperations().find((op) => op.rollup?.id === r.id && !ENDED.has(op.state));
  const width = r.bucket ? interval(r.bucket) : r.bucketWidth ? `${exact(r.bucketWidth)} wide` : "";
  return (
    <section aria-label={`Rollup ${r.qualifiedName}`} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0">
          {link ? (
            <h2 className="text-base">
              <Link href={rollupHref(r.id)} className="hover:underline">
                {r.qualifiedName}
              </Link>
            </h2>
          ) : null}
          <p className="text-sm text-muted">
            buckets of {width}
            {r.timeZone && r.timeZone !== "UTC" ? ` in ${r.timeZone}` : ""}
            {r.groupBy ? (
              <>
                {" by "}
                <code>{r.groupBy}</code>
              </>
            ) : null}{" "}
            of {r.source}: <code className="break-words">{r.selectList}</code>
          </p>
        </div>
        <div className="ml-auto">
          {running ? null : (
            <RefreshButton rollup={r} kind={toNumber(r.pending) > 0 ? "primary" : "plain"} />
          )}
        </div>
      </div>
      {!r.triggersEnabled ? (
        <p className="flex gap-2 rounded-m bg-bad-soft px-3 py-2 text-sm text-bad-ink">
          <TriangleAlert size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
          The triggers that record what a write touched are disabled: this rollup may miss changes.
          Enable them on the source and refresh the whole range.
        </p>
      ) : null}
      {running ? (
        <div
          className="flex items-center gap-3 rounded-l border bg-surface px-3.5 py-2.5 text-sm"
          aria-live="polite"
        >
          <Link
            href={`/operations/${encodeURIComponent(running.id)}`}
            className="shrink-0 font-medium text-info-ink hover:underline"
          >
            {running.state === "QUEUED" ? "Refresh queued" : running.phase || "Refreshing"}
          </Link>
          <Progress value={running.progress} label={`Refresh of ${r.name}`} />
          <span className="shrink-0 text-muted">{percent(running.progress)}</span>
        </div>
      ) : null}
      <ChartFrame
        title="Dirty buckets"
        caption={
          toNumber(r.pending) === 0
            ? "none"
            : `${plural(r.pendingPairs, "pair")}, ${plural(r.pendingBuckets, "bucket")}, ${plural(r.pendingRanges, "range")}${totalInvalidations > invalidations.length ? `; the first ${invalidations.length} drawn` : ""}`
        }
        legend={<TimelineLegend invalidations={invalidations} />}
        table={invalidationTable(invalidations, integer)}
      >
        <RollupTimeline
          label={`Dirty buckets of ${r.name}: ${plural(r.pending, "invalidation")}`}
          invalidations={invalidations}
          oldest={oldest}
          newest={newest}
          watermark={r.watermark}
          watermarkValue={r.watermarkValue}
          floor={r.floor}
          integer={integer}
        />
      </ChartFrame>
      <StatRow label={`Figures of ${r.name}`}>
        <Stat
          label="Watermark"
          value={
            r.watermark ? (
              <Time value={r.watermark} mode="relative" />
            ) : (
              (r.watermarkValue ?? "none yet")
            )
          }
          note={r.watermark ? <Time value={r.watermark} /> : undefined}
        />
        <Stat
          label="Dirty since"
          value={r.pendingSince ? <Time value={r.pendingSince} mode="relative" /> : "clean"}
          note="reads are right all the same"
        />
        <Stat
          label="Last refresh"
          value={millis(r.lastRefreshMs)}
          note={
            r.lastRefresh ? (
              <>
                {count(r.lastRefreshRows)} rows, {plural(r.lastRefreshBuckets, "bucket")},{" "}
                <Time value={r.lastRefresh} mode="relative" />
              </>
            ) : (
              "never"
            )
          }
        />
        <Stat
          label="Next, a guess"
          value={toNumber(r.pending) === 0 ? "nothing to do" : millis(r.estimateMs)}
          note="for what is dirty now"
        />
        <Stat
          label="Materialized"
          value={count(r.materializedBuckets)}
          note={`${count(r.rows)} rows of state`}
        />
        <Stat
          label="On disk"
          value={bytes(r.bytes)}
          title={exact(r.bytes)}
          note={<Age value={r.measuredAt} />}
        />
        <Stat
          label="Kept"
          value={
            r.retention
              ? interval(r.retention)
              : r.retentionWidth
                ? exact(r.retentionWidth)
                : "for ever"
          }
          note={
            r.floor ? (
              <>
                raw complete from <Time value={r.floor} />
              </>
            ) : (
              "apart from the raw data"
            )
          }
        />
      </StatRow>
    </section>
  );
}
