/** Numbers in units a person reads. Every function here has an exact counterpart for the hover text. */
import { isInfinite, toMicroseconds, toMillisecondsForDrawing } from "./time.js";

const none = "–";

const byteUnits = ["B", "kB", "MB", "GB", "TB", "PB", "EB"] as const;

function bigintOf(value: string | bigint): bigint {
  return typeof value === "bigint" ? value : BigInt(value);
}

/** Three significant digits of a non-negative number below 1000. */
function threeDigits(value: number): string {
  if (value >= 100) return value.toFixed(0);
  if (value >= 10) return value.toFixed(1);
  return value.toFixed(2);
}

/** "1.23 GB": powers of 1000. */
export function formatBytes(value: string | bigint | null): string {
  if (value === null) return none;
  const exact = bigintOf(value);
  const negative = exact < 0n;
  let scaled = Number(negative ? -exact : exact);
  let index = 0;
  while (scaled >= 999.5 && index < byteUnits.length - 1) {
    scaled /= 1000;
    index += 1;
  }
  const digits = index === 0 ? scaled.toFixed(0) : threeDigits(scaled);
  return `${negative ? "−" : ""}${digits} ${byteUnits[index] ?? "EB"}`;
}

/** "1,234,567 bytes" */
export function exactBytes(value: string | bigint | null): string {
  return value === null ? none : `${exactCount(value)} bytes`;
}

const countUnits = ["", "k", "M", "G", "T", "P", "E"] as const;

/** "12.3 M" */
export function formatCount(value: string | bigint | number | null): string {
  if (value === null) return none;
  const number = typeof value === "number" ? value : Number(value);
  const negative = number < 0;
  let scaled = Math.abs(number);
  let index = 0;
  while (scaled >= 999.5 && index < countUnits.length - 1) {
    scaled /= 1000;
    index += 1;
  }
  const suffix = countUnits[index] ?? "E";
  const digits = index === 0 ? scaled.toFixed(0) : threeDigits(scaled);
  return `${negative ? "−" : ""}${digits}${suffix === "" ? "" : ` ${suffix}`}`;
}

/** "12,345,678" */
export function exactCount(value: string | bigint | number | null): string {
  if (value === null) return none;
  const text =
    typeof value === "number" ? Math.round(value).toString() : bigintOf(value).toString();
  return text.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** "14.2×" */
export function formatRatio(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return none;
  return `${value >= 100 ? value.toFixed(0) : value.toFixed(1)}×`;
}

/** "3.4%"; never "0%" for something nor "100%" for less than all. */
export function formatFraction(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return none;
  const percent = value * 100;
  if (percent === 0) return "0%";
  if (percent < 0.01) return "<0.01%";
  if (value < 1 && percent >= 99.95) return ">99.9%";
  if (percent < 1) return `${percent.toFixed(2)}%`;
  if (percent < 10) return `${percent.toFixed(1)}%`;
  return `${percent.toFixed(value < 1 && percent >= 99.5 ? 1 : 0)}%`;
}

/** "3.42 ms", "1.20 s", "4 min 10 s", "2 h 5 min", "3 d 4 h" */
export function formatDuration(milliseconds: number | null): string {
  if (milliseconds === null || !Number.isFinite(milliseconds)) return none;
  if (milliseconds < 0) return `−${formatDuration(-milliseconds)}`;
  if (milliseconds === 0) return "0 ms";
  if (milliseconds < 0.9995) return `${threeDigits(milliseconds * 1000)} µs`;
  if (milliseconds < 999.5) return `${threeDigits(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 59.995) return `${threeDigits(seconds)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return pair(whole, 60, "min", "s");
  const minutes = Math.round(seconds / 60);
  if (minutes < 1440) return pair(minutes, 60, "h", "min");
  return pair(Math.round(seconds / 3600), 24, "d", "h");
}

function pair(value: number, base: number, large: string, small: string): string {
  const rest = value % base;
  const whole = (value - rest) / base;
  return rest === 0 ? `${whole} ${large}` : `${whole} ${large} ${rest} ${small}`;
}

const clock = /(?:^| )(\d+):(\d\d):(\d\d)(?:\.\d+)?$/;

/** An interval as a person says it: Postgres writes "1 mon", "01:00:00" and "00:05:00". Anything odd stays as it is. */
export function formatInterval(text: string | null): string {
  if (text === null || text === "") return none;
  if (text.includes("-")) return text;
  const said = text.replace(/\bmon(s?)\b/, "month$1");
  const found = clock.exec(said);
  if (found === null || said.includes(".")) return said;
  const [all, hours = "0", minutes = "0", seconds = "0"] = found;
  const parts = (
    [
      [Number(hours), "hour"],
      [Number(minutes), "minute"],
      [Number(seconds), "second"],
    ] as const
  )
    .filter(([n]) => n > 0)
    .map(([n, unit]) => `${n} ${n === 1 ? unit : `${unit}s`}`);
  const before = said.slice(0, said.length - all.length).trim();
  return [before, ...parts].filter((part) => part !== "").join(" ") || "0 seconds";
}

/** "5 min ago", "in 2 h"; "never" without a time. `now` in milliseconds since 1970. */
export function formatRelative(time: string | null, now: number): string {
  if (time === null) return "never";
  if (isInfinite(time)) return time;
  const at = toMillisecondsForDrawing(time);
  if (Number.isNaN(at)) return time;
  const distance = at - now;
  const size = Math.abs(distance);
  if (size < 1000) return "now";
  const rounded = coarse(size);
  return distance < 0 ? `${rounded} ago` : `in ${rounded}`;
}

function coarse(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/** "2026-11-30 15:04:05" in UTC; with `exact` all six digits and the zone. */
export function formatTimeUtc(time: string | null, exact = false): string {
  if (time === null) return none;
  if (isInfinite(time) || toMicroseconds(time) === null) return time;
  const text = time.replace("T", " ");
  return exact ? text.replace("Z", " UTC") : text.replace(/(?:\.\d+)?Z$/, "");
}
