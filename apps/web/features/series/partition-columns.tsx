"use client";
import type { ReactNode } from "react";
import {
  type PartitionRowFragment,
  ResealDocument,
  SealDocument,
  UnsealDocument,
} from "@/data/generated/graphql";
import { ActionButton } from "@/features/actions/action-button";
import type { Op } from "@/features/operation-progress/store";
import { percent, toNumber } from "@/lib/format";
import { Badge, StateBadge } from "@/ui/badge";
import type { Column } from "@/ui/data-table";
import { Hourglass } from "@/ui/icons";
import { Link } from "@/ui/link";
import { Progress } from "@/ui/progress";
import { Bytes, Count, LateFraction, Ratio, Time, TimeRange } from "@/ui/values";

export type PartitionRow = PartitionRowFragment;

export const partitionHref = (id: string): string => `/partitions/${encodeURIComponent(id)}`;

/** Where room is scarce the name of the series goes, which stands above: what tells them apart is at the end. */
export function PartitionName({ name }: { name: string }) {
  const [, series, own] = /^(.+_)(p\d{4,}.*)$/.exec(name) ?? [];
  if (!own) return name;
  return (
    <>
      <span className="max-md:hidden">{series}</span>
      {own}
    </>
  );
}

export function RangeOf({
  p,
}: {
  p: Pick<PartitionRow, "state" | "lo" | "hi" | "rangeFrom" | "rangeTo">;
}) {
  if (p.state === "DEFAULT") return <span className="text-faint">all that fits nowhere else</span>;
  if (p.lo && p.hi) return <TimeRange lo={p.lo} hi={p.hi} />;
  return (
    <span className="whitespace-nowrap">
      {p.rangeFrom} – {p.rangeTo}
    </span>
  );
}

/** The state, or what is being done to it right now. */
export function StateNow({
  p,
  op,
  children,
}: {
  p: PartitionRow;
  op: Op | undefined;
  /** stands beside the state while nothing is done to it */
  children?: ReactNode;
}) {
  if (op) {
    const blocked = op.blockedBy.length > 0;
    return (
      <Link
        href={`/operations/${encodeURIComponent(op.id)}`}
        className="flex min-w-0 flex-col gap-1"
        title={
          blocked
            ? `waits for session ${op.blockedBy.map((b) => b.pid).join(", ")}`
            : (op.phase ?? op.state)
        }
      >
        <span className="flex items-center gap-1 text-xs leading-none text-info-ink">
          {blocked ? <Hourglass size={11} aria-hidden="true" className="text-warn-ink" /> : null}
          <span className="truncate">
            {op.state === "QUEUED" ? `${op.kindText} queued` : op.phase || op.kindText}
          </span>
          <span className="ml-auto">
            {op.progress === null || op.progress === undefined ? "" : percent(op.progress)}
          </span>
        </span>
        <Progress
          value={op.progress}
          tone={blocked ? "warn" : "info"}
          label={`${op.kindText} of ${p.name}`}
        />
      </Link>
    );
  }
  return (
    <span className="inline-flex items-center gap-1.5 max-md:gap-1">
      <StateBadge state={p.state} />
      {p.due ? <Badge tone="warn">due</Badge> : null}
      {p.collationStale ? (
        <Badge
          tone="warn"
          title="A collation changed under it: skipping on that column is off until it is resealed."
        >
          collation
        </Badge>
      ) : null}
      {children}
    </span>
  );
}

function RowAction({ p, busy }: { p: PartitionRow; busy: boolean }) {
  if (busy) return null;
  if (p.state === "LIVE")
    return (
      <ActionButton
        bare
        size="s"
        label="Seal"
        name={`Seal ${p.name}`}
        act={{
          document: SealDocument,
          variables: { partition: p.id },
          said: `Seal of ${p.name} asked for`,
        }}
      />
    );
  if (p.state === "SEALED") {
    const late = toNumber(p.lateRows) + toNumber(p.supersededRows) > 0 || p.collationStale;
    return late ? (
      <ActionButton
        bare
        size="s"
        label="Reseal"
        name={`Reseal ${p.name}`}
        act={{
          document: ResealDocument,
          variables: { partition: p.id },
          said: `Reseal of ${p.name} asked for`,
        }}
      />
    ) : (
      <ActionButton
        bare
        size="s"
        kind="quiet"
        label="Unseal"
        name={`Unseal ${p.name}`}
        act={{
          document: UnsealDocument,
          variables: { partition: p.id },
          said: `Unseal of ${p.name} asked for`,
        }}
      />
    );
  }
  return null;
}

export function partitionColumns(
  active: ReadonlyMap<string, Op>,
  threshold: number,
): readonly Column<PartitionRow>[] {
  return [
    {
      id: "partition",
      head: "Partition",
      sort: "NAME",
      width: "minmax(10.25rem,1.4fr)",
      narrow: "minmax(5.25rem,1.4fr)",
      value: (p) => p.qualifiedName,
      cell: (p) => (
        <Link
          href={partitionHref(p.id)}
          className="font-medium hover:underline"
          title={p.qualifiedName}
        >
          <PartitionName name={p.name} />
        </Link>
      ),
    },
    {
      id: "state",
      head: "State",
      width: "7.75rem",
      narrow: "7.25rem",
      value: (p) => p.state.toLowerCase(),
      cell: (p) => (
        <StateNow p={p} op={active.get(p.id)}>
          {p.lateFraction ? (
            // where the column of its own has no room
            <span className="text-xs md:hidden">
              <LateFraction value={p.lateFraction} threshold={threshold} />
            </span>
          ) : null}
        </StateNow>
      ),
    },
    {
      id: "range",
      head: "Range",
      sort: "RANGE",
      width: "minmax(11.25rem,1.3fr)",
      wide: true,
      value: (p) => `${p.rangeFrom ?? ""} – ${p.rangeTo ?? ""}`,
      cell: (p) => <RangeOf p={p} />,
    },
    {
      id: "bytes",
      head: "Size",
      sort: "BYTES",
      align: "right",
      width: "5rem",
      narrow: "4.5rem",
      value: (p) => p.bytes,
      cell: (p) => <Bytes value={p.bytes} />,
    },
    {
      id: "before",
      head: "Before",
      align: "right",
      width: "5.5rem",
      off: true,
      value: (p) => p.bytesBefore,
      cell: (p) => <Bytes value={p.bytesBefore} />,
    },
    {
      id: "ratio",
      head: "Ratio",
      sort: "RATIO",
      align: "right",
      width: "4rem",
      wide: true,
      value: (p) => p.ratio,
      cell: (p) => <Ratio value={p.ratio} />,
    },
    {
      id: "rows",
      head: "Rows",
      sort: "ROWS",
      align: "right",
      width: "4.75rem",
      wide: true,
      value: (p) => p.rows,
      cell: (p) => <Count value={p.rows} unit="rows" />,
    },
    {
      id: "late",
      head: "Late",
      sort: "LATE_FRACTION",
      align: "right",
      width: "4rem",
      wide: true,
      value: (p) => p.lateFraction,
      cell: (p) => <LateFraction value={p.lateFraction} threshold={threshold} />,
    },
    {
      id: "late_rows",
      head: "Late rows",
      align: "right",
      width: "6rem",
      off: true,
      value: (p) => p.lateRows,
      cell: (p) => <Count value={p.lateRows} />,
    },
    {
      id: "superseded",
      head: "Superseded",
      align: "right",
      width: "6.5rem",
      off: true,
      value: (p) => p.supersededRows,
      cell: (p) => <Count value={p.supersededRows} />,
    },
    {
      id: "codec",
      head: "Codec",
      width: "5rem",
      off: true,
      value: (p) => p.codec,
      cell: (p) => p.codec ?? "–",
    },
    {
      id: "order_key",
      head: "Order key",
      width: "9rem",
      off: true,
      value: (p) => p.orderKey.join(", "),
      cell: (p) => p.orderKey.join(", ") || "–",
    },
    {
      id: "sealed",
      head: "Sealed",
      sort: "SEALED_AT",
      align: "right",
      width: "9.25rem",
      wide: true,
      value: (p) => p.sealedAt,
      cell: (p) =>
        p.sealedAt ? (
          <Time value={p.sealedAt} />
        ) : p.sealDueAt ? (
          <span className="text-faint">
            due <Time value={p.sealDueAt} mode="relative" />
          </span>
        ) : (
          <span className="text-faint">–</span>
        ),
    },
    {
      id: "measured",
      head: "Measured",
      align: "right",
      width: "8rem",
      off: true,
      value: (p) => p.measuredAt,
      cell: (p) => <Time value={p.measuredAt} mode="relative" />,
    },
    {
      id: "act",
      head: "Actions",
      align: "right",
      width: "4.75rem",
      narrow: "4.25rem",
      cell: (p) => <RowAction p={p} busy={active.has(p.id)} />,
    },
  ];
}
