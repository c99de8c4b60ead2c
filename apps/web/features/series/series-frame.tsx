"use client";
import type { ReactNode } from "react";
import { MeasureSeriesDocument, SealEligibleDocument } from "@/data/generated/graphql";
import { ActionButton } from "@/features/actions/action-button";
import { AttentionList } from "@/features/attention/attention-list";
import { bytes, count, exact, interval, percent, plural, ratio, toNumber } from "@/lib/format";
import { Stamp } from "@/ui/icons";
import { Link } from "@/ui/link";
import { LinkTabs } from "@/ui/link-tabs";
import { PageHeader, Panel, Stat, StatRow } from "@/ui/panel";
import { Empty } from "@/ui/state/empty";
import { Load } from "@/ui/state/load";
import { Skeleton, SkeletonBlock } from "@/ui/state/skeleton";
import { Age, Count, Time } from "@/ui/values";
import { type SeriesHead, useSeries } from "./use-series";

export function SeriesFrame({ id, children }: { id: string; children: ReactNode }) {
  const query = useSeries(id);
  const base = `/series/${encodeURIComponent(id)}`;
  const s = query.data?.series;
  if (query.data && !s) {
    return (
      <Empty
        title="This series is not there"
        action={
          <Link href="/series" className="text-accent hover:underline">
            All series
          </Link>
        }
      >
        It may have been dropped, or made an ordinary table again, since this link was made.
      </Empty>
    );
  }
  const invalid = s?.rollups?.reduce((sum, r) => sum + toNumber(r.pending), 0) ?? 0;
  const note = (n: number) =>
    n > 0 ? (
      <span className="rounded-s bg-warn-soft px-1 text-xs font-medium text-warn-ink">
        {count(n)}
      </span>
    ) : null;
  return (
    <div className="flex flex-col gap-4">
      <Load
        query={query}
        what="The series"
        skeleton={
          <div className="flex flex-col gap-4">
            <div
              role="status"
              aria-label="Loading the series"
              className="flex h-12 flex-col justify-end gap-2"
            >
              <Skeleton className="h-5 w-56" />
              <Skeleton className="h-3 w-80" />
            </div>
            <SkeletonBlock className="h-19" label="Loading its totals" />
          </div>
        }
      >
        {(data) => (data.series ? <Head s={data.series} /> : null)}
      </Load>
      <LinkTabs
        label="Parts of the series"
        tabs={[
          { href: `${base}/partitions`, label: "Partitions", note: note(toNumber(s?.sealDue)) },
          { href: `${base}/compression`, label: "Compression" },
          {
            href: `${base}/late`,
            label: "Late rows",
            note:
              s && (s.worstLateFraction ?? 0) >= (s.sealing?.resealFraction ?? 0.1) ? (
                <span className="rounded-s bg-bad-soft px-1 text-xs font-medium text-bad-ink">
                  {percent(s.worstLateFraction)}
                </span>
              ) : null,
          },
          { href: `${base}/rollups`, label: "Rollups", note: note(invalid) },
          { href: `${base}/queries`, label: "Queries" },
          { href: `${base}/jobs`, label: "Jobs" },
          { href: `${base}/settings`, label: "Settings" },
        ]}
      />
      {children}
    </div>
  );
}

function Head({ s }: { s: SeriesHead }) {
  const due = toNumber(s.sealDue);
  const width = s.integerTime ? `${exact(s.partitionWidth)} wide` : interval(s.partitionInterval);
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        crumbs={
          <>
            <Link href="/series" className="hover:underline">
              Series
            </Link>{" "}
            / {s.database.name}
          </>
        }
        title={s.qualifiedName}
        lead={
          <>
            by <code>{s.timeColumn}</code> ({s.timeType}), partitions of {width}
            {s.spaceColumn ? (
              <>
                , spread by <code>{s.spaceColumn}</code> {s.spacePartitions} ways
              </>
            ) : null}
            {s.sealing?.enabled
              ? `, sealed ${s.sealing.after ? interval(s.sealing.after) : s.sealing.afterWidth} after their end`
              : ", not sealed by itself"}
          </>
        }
        actions={
          <>
            <ActionButton
              size="m"
              label="Measure"
              name="Measure sizes now"
              act={{
                document: MeasureSeriesDocument,
                variables: { series: s.id },
                said: "Sizes measured",
              }}
            />
            {due > 0 ? (
              <ActionButton
                kind="primary"
                icon={<Stamp size={15} aria-hidden="true" />}
                label={`Seal ${plural(due, "due partition")}`}
                act={{
                  document: SealEligibleDocument,
                  variables: { series: s.id },
                  said: `Seal of ${plural(due, "partition")} asked for`,
                }}
              />
            ) : null}
          </>
        }
      />
      {s.attention?.length ? (
        <Panel flush>
          <AttentionList items={s.attention} several={false} />
        </Panel>
      ) : null}
      <StatRow label="Figures of the series">
        <Stat
          label="On disk"
          value={bytes(s.bytes)}
          title={`${exact(s.bytes)} bytes`}
          note={<Age value={s.measuredAt} />}
        />
        <Stat
          label="Rows"
          value={count(s.rows)}
          title={exact(s.rows)}
          note={
            toNumber(s.defaultRows) > 0 ? (
              <span className="text-warn-ink">{count(s.defaultRows)} in the default</span>
            ) : s.hasDefault ? (
              "default is empty"
            ) : (
              "no default partition"
            )
          }
        />
        <Stat
          label="Partitions"
          value={<Count value={s.partitionCount} />}
          note={`${count(s.sealedPartitions)} sealed, ${count(s.livePartitions)} live`}
        />
        <Stat
          label="Ratio"
          value={ratio(s.ratio)}
          note={
            s.bytesBefore
              ? `${bytes(s.bytesBefore)} → ${bytes(s.sealedBytes)}`
              : "nothing sealed yet"
          }
        />
        <Stat
          label="Late fraction"
          value={percent(s.lateFraction)}
          note={`worst ${percent(s.worstLateFraction)}, reseal from ${percent(s.sealing?.resealFraction ?? 0.1)}`}
          {...((s.worstLateFraction ?? 0) >= (s.sealing?.resealFraction ?? 0.1)
            ? { tone: "warn" as const }
            : {})}
        />
        <Stat
          label="Kept"
          value={
            s.retention?.enabled
              ? s.retention.keep
                ? interval(s.retention.keep)
                : exact(s.retention.keepWidth)
              : "for ever"
          }
          note={
            s.newest ? (
              <>
                to <Time value={s.newest} />
              </>
            ) : (
              "no rows yet"
            )
          }
        />
      </StatRow>
    </div>
  );
}
