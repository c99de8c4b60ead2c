/** Shared formatting, made tolerant of what is not there yet. */
import {
  exactCount,
  formatBytes,
  formatCount,
  formatDuration,
  formatFraction,
  formatRatio,
} from "@sealstone/shared";

export type Big = string | number | bigint | null | undefined;

function whole(value: string | number | bigint): string | bigint {
  return typeof value === "number" ? BigInt(Math.round(value)) : value;
}

/** For drawing and comparing only: a position on a screen needs no 64 bits. */
export function toNumber(value: Big): number {
  return value === null || value === undefined || value === "" ? 0 : Number(value);
}

export const bytes = (value: Big): string =>
  formatBytes(value === null || value === undefined ? null : whole(value));

export const count = (value: Big): string => {
  if (value === null || value === undefined) return "–";
  return Math.abs(toNumber(value)) < 10_000 ? exactCount(value) : formatCount(value);
};

export const exact = (value: Big): string => exactCount(value ?? null);
export const ratio = (value: number | null | undefined): string => formatRatio(value ?? null);
export const percent = (value: number | null | undefined): string => formatFraction(value ?? null);
export const millis = (value: number | null | undefined): string =>
  value === 0 ? "0 ms" : formatDuration(value ?? null);
export const duration = (seconds: number): string =>
  formatDuration(Math.round(Math.max(0, seconds)) * 1000);

/** "1 partition", "12 partitions" */
export function plural(n: Big, one: string, many = `${one}s`): string {
  return `${count(n)} ${toNumber(n) === 1 ? one : many}`;
}

const CLOCK = /(?:^| )(\d+):(\d\d):(\d\d)(?:\.\d+)?$/;

/** An interval as a person says it: Postgres writes "01:00:00" and "00:05:00". Anything odd stays as it is. */
export function interval(text: string | null | undefined): string {
  if (!text) return "–";
  const clock = CLOCK.exec(text);
  if (!clock || text.includes(".") || text.includes("-")) return text;
  const [all, hours = "0", minutes = "0", seconds = "0"] = clock;
  const parts = (
    [
      [Number(hours), "hour"],
      [Number(minutes), "minute"],
      [Number(seconds), "second"],
    ] as const
  ).filter(([n]) => n > 0);
  const before = text.slice(0, text.length - all.length).trim();
  const said = parts.map(([n, unit]) => `${n} ${n === 1 ? unit : `${unit}s`}`);
  return [before, ...said].filter(Boolean).join(" ") || "0 seconds";
}
