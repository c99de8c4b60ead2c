/** Shared formatting, made tolerant of what is not there yet. */
import {
  exactCount,
  formatBytes,
  formatCount,
  formatDuration,
  formatFraction,
  formatInterval,
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
export const millis = (value: number | null | undefined): string => formatDuration(value ?? null);
/** In whole seconds, for what still goes on. */
export const duration = (seconds: number): string => {
  const whole = Math.round(Math.max(0, seconds));
  return whole < 60 ? `${whole} s` : formatDuration(whole * 1000);
};

/** "1 partition", "12 partitions" */
export function plural(n: Big, one: string, many = `${one}s`): string {
  return `${count(n)} ${toNumber(n) === 1 ? one : many}`;
}

/** An interval as a person says it. */
export const interval = (text: string | null | undefined): string => formatInterval(text ?? null);
