"use client";
import { cn } from "@/lib/cn";
/** Values as they are read, with the exact one on hover, copied by a click where that is of use. */
import { type Big, bytes, count, duration, exact, millis, percent, ratio } from "@/lib/format";
import { usePreferences } from "@/lib/preferences";
import { local, range, relative, show, toMillis, utc } from "@/lib/time";
import { useNow } from "@/lib/use-now";

export function Bytes({ value }: { value: Big }) {
  return (
    <span title={value === null || value === undefined ? undefined : `${exact(value)} bytes`}>
      {bytes(value)}
    </span>
  );
}

export function Count({ value, unit }: { value: Big; unit?: string }) {
  return (
    <span
      title={
        value === null || value === undefined
          ? undefined
          : `${exact(value)}${unit ? ` ${unit}` : ""}`
      }
    >
      {count(value)}
    </span>
  );
}

export function Ratio({ value }: { value: number | null | undefined }) {
  return (
    <span title={value ? `${value.toFixed(4)} (bytes before / bytes after)` : undefined}>
      {ratio(value)}
    </span>
  );
}

export function Percent({ value }: { value: number | null | undefined }) {
  return (
    <span
      title={value === null || value === undefined ? undefined : `${(value * 100).toFixed(4)}%`}
    >
      {percent(value)}
    </span>
  );
}

export function Millis({ value }: { value: number | null | undefined }) {
  return (
    <span title={value === null || value === undefined ? undefined : `${value} ms`}>
      {millis(value)}
    </span>
  );
}

function exactTitle(value: string): string {
  return `${value}\nUTC    ${utc(value)}\nlocal  ${local(value)}\nCtrl C here copies it`;
}

export function Time({
  value,
  mode,
  className,
}: {
  value: string | null | undefined;
  mode?: "relative";
  className?: string;
}) {
  const preferences = usePreferences();
  const now = useNow();
  if (!value) return <span className="text-faint">–</span>;
  const shown = show(value, mode ?? preferences.time, now);
  return (
    <time dateTime={value} title={exactTitle(value)} className={cn("whitespace-nowrap", className)}>
      {shown}
    </time>
  );
}

/** A time in full, and where there is no room for it how long ago it was. */
export function When({ value }: { value: string | null | undefined }) {
  return (
    <>
      <span className="max-md:hidden">
        <Time value={value} />
      </span>
      <span className="md:hidden">
        <Time value={value} mode="relative" />
      </span>
    </>
  );
}

export function TimeRange({
  lo,
  hi,
}: {
  lo: string | null | undefined;
  hi: string | null | undefined;
}) {
  const { time } = usePreferences();
  return (
    <span className="whitespace-nowrap" title={`${lo ?? "MINVALUE"}\n${hi ?? "MAXVALUE"}`}>
      {range(lo, hi, time)}
    </span>
  );
}

/** How old a value is, for what was measured rather than read just now. */
export function Age({
  value,
  prefix = "measured",
}: {
  value: string | null | undefined;
  prefix?: string;
}) {
  const now = useNow();
  if (!value) return <span>not yet {prefix}</span>;
  return (
    <span title={exactTitle(value)}>
      {prefix} {relative(value, now)}
    </span>
  );
}

export function Elapsed({
  from,
  to,
}: {
  from: string | null | undefined;
  to?: string | null | undefined;
}) {
  const now = useNow();
  if (!from) return <span className="text-faint">–</span>;
  const ms = (to ? toMillis(to) : now) - toMillis(from);
  return <span title={`${ms} ms`}>{to && ms < 60_000 ? millis(ms) : duration(ms / 1000)}</span>;
}

const LATE = ["text-muted", "text-muted", "text-warn-ink", "text-bad-ink"] as const;

/** A late fraction, louder the nearer it is to the reseal threshold. */
export function LateFraction({
  value,
  threshold = 0.1,
}: {
  value: number | null | undefined;
  threshold?: number;
}) {
  if (value === null || value === undefined) return <span className="text-faint">–</span>;
  const level = value >= threshold ? 3 : value >= threshold / 2 ? 2 : value > 0 ? 1 : 0;
  return (
    <span
      className={cn("inline-flex items-center gap-1", LATE[level], level === 3 && "font-semibold")}
      title={`${(value * 100).toFixed(4)}% (a reseal is due from ${percent(threshold)})`}
    >
      {level === 3 ? <span aria-hidden="true">▲</span> : null}
      {percent(value)}
    </span>
  );
}
