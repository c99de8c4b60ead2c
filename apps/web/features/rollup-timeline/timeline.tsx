"use client";
import { type PointerEvent, useMemo, useRef, useState } from "react";
import { Hint, leaves, useTouch } from "@/charts/hint";
import { useWidth } from "@/charts/use-width";
import type { InvalidationPartsFragment } from "@/data/generated/graphql";
import { cn } from "@/lib/cn";
import { count, exact, toNumber } from "@/lib/format";
import { tick, ticks, toMillis, utc } from "@/lib/time";

export type Invalidation = InvalidationPartsFragment;

export interface TimelineProps {
  label: string;
  invalidations: readonly Invalidation[];
  oldest: string | null | undefined;
  newest: string | null | undefined;
  watermark: string | null | undefined;
  floor: string | null | undefined;
  integer: boolean;
  watermarkValue?: string | null | undefined;
}

const LANES = 14;
const ROW = 16;
/** room above the lanes for the watermark's name */
const TOP = 14;
/** how far from a mark still means it, in pixels */
const REACH = 12;

const CAUSE: Record<string, string> = {
  insert: "fill-cat-2",
  update: "fill-cat-3",
  delete: "fill-cat-5",
  truncate: "fill-cat-5",
  attach: "fill-cat-4",
  detach: "fill-cat-6",
  drop: "fill-cat-6",
};

export function groupText(key: unknown): string {
  if (!key || typeof key !== "object") return "";
  return Object.values(key as Record<string, unknown>)
    .map((v) => (v === null ? "NULL" : String(v)))
    .join(", ");
}

function start(i: Invalidation, integer: boolean): number {
  return integer ? toNumber(i.loValue) : i.lo ? toMillis(i.lo) : Number.NaN;
}

function end(i: Invalidation, integer: boolean): number {
  return integer ? toNumber(i.hiValue) : i.hi ? toMillis(i.hi) : Number.NaN;
}

/** Which buckets are dirty, by time and group, in the colour of what made them so; and the watermark. */
export function RollupTimeline({
  label,
  invalidations,
  oldest,
  newest,
  watermark,
  floor,
  integer,
  watermarkValue,
}: TimelineProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const touch = useTouch();
  const [at, setAt] = useState<Invalidation | null>(null);
  const lanes = useMemo(() => {
    const counts = new Map<string, number>();
    for (const i of invalidations)
      if (i.kind === "PAIR")
        counts.set(groupText(i.groupKey), (counts.get(groupText(i.groupKey)) ?? 0) + 1);
    const groups = [...counts].sort((a, b) => b[1] - a[1]).map(([g]) => g);
    const named = groups.slice(0, LANES);
    return {
      named,
      others: groups.length - named.length,
      wide: invalidations.some((i) => i.kind !== "PAIR"),
    };
  }, [invalidations]);
  const ends = [
    ...invalidations.flatMap((i) => [start(i, integer), end(i, integer)]),
    ...(integer
      ? [toNumber(watermarkValue)]
      : [watermark, oldest, newest].map((t) => (t ? toMillis(t) : Number.NaN))),
  ].filter(Number.isFinite);
  const lo = Math.min(...ends);
  const hi = Math.max(...ends, lo + 1);
  const names = [
    ...(lanes.wide ? ["all groups"] : []),
    ...lanes.named,
    ...(lanes.others > 0 ? [`${lanes.others} more`] : []),
  ];
  if (names.length === 0) names.push("all groups");
  const left = width < 500 ? 64 : 112;
  const inner = Math.max(1, width - left - 6);
  const x = (v: number) => left + ((Math.max(lo, Math.min(hi, v)) - lo) / (hi - lo)) * inner;
  const base = TOP + names.length * ROW;
  const height = base + 22;
  const laneOf = (i: Invalidation): number => {
    if (i.kind !== "PAIR") return 0;
    const n = lanes.named.indexOf(groupText(i.groupKey));
    return (lanes.wide ? 1 : 0) + (n < 0 ? lanes.named.length : n);
  };
  const mark = integer
    ? watermarkValue === null || watermarkValue === undefined
      ? Number.NaN
      : toNumber(watermarkValue)
    : watermark
      ? toMillis(watermark)
      : Number.NaN;
  const bottom = floor ? toMillis(floor) : Number.NaN;
  /** The nearest mark in the lane pointed at: a mark may be three pixels wide, and a finger is not. */
  const look = (e: PointerEvent) => {
    const from = e.currentTarget.getBoundingClientRect();
    const lane = Math.floor((e.clientY - from.top - TOP) / ROW);
    const px = e.clientX - from.left;
    let nearest: Invalidation | null = null;
    let distance = REACH;
    for (const i of invalidations) {
      if (laneOf(i) !== lane) continue;
      const d = Math.max(x(start(i, integer)) - px, px - x(end(i, integer)), 0);
      if (d < distance) {
        nearest = i;
        distance = d;
      }
    }
    setAt(nearest);
  };
  return (
    <div ref={box}>
      {width > 0 && Number.isFinite(lo) ? (
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={label}
          className="block"
          onPointerDown={look}
          onPointerMove={look}
          onPointerLeave={(e) => leaves(e) && setAt(null)}
        >
          {names.map((name, i) => (
            <g key={name}>
              <rect
                x={left}
                y={TOP + i * ROW + 1}
                width={inner}
                height={ROW - 2}
                className="fill-sunken"
              />
              <text
                x={left - 6}
                y={TOP + i * ROW + 12}
                textAnchor="end"
                className="fill-muted text-2xs"
              >
                {name.length > 16 ? `${name.slice(0, 15)}…` : name}
              </text>
            </g>
          ))}
          {Number.isFinite(bottom) && bottom > lo ? (
            <rect
              x={left}
              y={TOP}
              width={Math.max(0, x(bottom) - left)}
              height={names.length * ROW}
              className="fill-line-strong opacity-30"
            />
          ) : null}
          {(integer ? [] : ticks(lo, hi, inner / 90)).map((t) => (
            <g key={t}>
              <line x1={x(t)} x2={x(t)} y1={TOP} y2={base} className="stroke-line" />
              <text
                x={Math.min(width - 34, x(t))}
                y={base + 14}
                textAnchor="middle"
                className="fill-faint text-2xs"
              >
                {tick(t, hi - lo)}
              </text>
            </g>
          ))}
          {invalidations.map((i) => {
            const a = x(start(i, integer));
            const w = Math.max(3, x(end(i, integer)) - a);
            return (
              <rect
                key={i.id}
                x={Math.min(a, width - 6 - w)}
                y={TOP + laneOf(i) * ROW + 3}
                width={w}
                height={ROW - 6}
                rx="1"
                className={cn(
                  CAUSE[i.cause ?? ""] ?? "fill-cat-1",
                  at?.id === i.id ? "stroke-text" : "",
                )}
              />
            );
          })}
          {Number.isFinite(mark) ? (
            <g>
              <line
                x1={x(mark)}
                x2={x(mark)}
                y1={0}
                y2={base}
                className="stroke-mark"
                strokeWidth="2"
              />
              <text
                x={x(mark) + (x(mark) < left + 80 ? 5 : -5)}
                y={10}
                textAnchor={x(mark) < left + 80 ? "start" : "end"}
                className="fill-mark text-2xs font-semibold"
              >
                watermark
              </text>
            </g>
          ) : null}
        </svg>
      ) : (
        <div aria-hidden="true" className="h-16" />
      )}
      <Hint>
        {at
          ? `${at.kind.toLowerCase()}${at.kind === "PAIR" ? ` ${groupText(at.groupKey)}` : ""}, ${integer ? `${at.loValue} – ${at.hiValue}` : `${utc(at.lo ?? "-infinity")} – ${utc(at.hi ?? "infinity")}`}: ${at.cause ?? "write"} of ${count(at.rows)} rows at ${utc(at.createdAt ?? "")}`
          : invalidations.length
            ? `${touch ? "Tap" : "Point at"} a mark to see what made it dirty; the rest left of the watermark is materialized.`
            : "Nothing is dirty: everything left of the watermark is as the raw table has it."}
      </Hint>
    </div>
  );
}

export function TimelineLegend({ invalidations }: { invalidations: readonly Invalidation[] }) {
  const causes = [...new Set(invalidations.map((i) => i.cause ?? "write"))];
  return (
    <>
      {causes.map((c) => (
        <span key={c} className="inline-flex items-center gap-1.5">
          <svg width="10" height="10" aria-hidden="true">
            <rect width="10" height="10" rx="1" className={CAUSE[c] ?? "fill-cat-1"} />
          </svg>
          {c}
        </span>
      ))}
      <span className="inline-flex items-center gap-1.5">
        <svg width="10" height="12" aria-hidden="true">
          <line x1="5" x2="5" y1="0" y2="12" className="stroke-mark" strokeWidth="2" />
        </svg>
        watermark
      </span>
    </>
  );
}

export function invalidationTable(invalidations: readonly Invalidation[], integer: boolean) {
  return {
    head: ["Kind", "From", "To", "Group", "Cause", "Rows", "Written"],
    rows: invalidations.map((i) => [
      i.kind.toLowerCase(),
      integer ? (i.loValue ?? "–") : utc(i.lo ?? "-infinity"),
      integer ? (i.hiValue ?? "–") : utc(i.hi ?? "infinity"),
      i.kind === "PAIR" ? groupText(i.groupKey) : "all",
      i.cause ?? "–",
      exact(i.rows),
      i.createdAt ? utc(i.createdAt) : "–",
    ]),
  };
}
