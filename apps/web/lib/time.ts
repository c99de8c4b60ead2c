/**
 * Times travel as RFC 3339 text with six digits and are shown from that text; `Date` is used only
 * to place them on a scale or to say how long ago they were.
 */

export type TimeMode = "utc" | "local" | "relative";

export function isInfinite(text: string): boolean {
  return text === "infinity" || text === "-infinity" || text === "MINVALUE" || text === "MAXVALUE";
}

export function toMillis(text: string): number {
  if (text === "-infinity" || text === "MINVALUE") return Number.NEGATIVE_INFINITY;
  if (text === "infinity" || text === "MAXVALUE") return Number.POSITIVE_INFINITY;
  return Date.parse(text);
}

/** Text of any of Postgres's time types, or a whole number, on one scale; NaN: neither. What names no zone is UTC. */
export function scaleValue(text: string | null | undefined): number {
  if (!text) return Number.NaN;
  if (/^-?\d+$/.test(text)) return Number(text);
  // before zones are looked for: a day is no offset
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return Date.parse(text);
  const iso = text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");
  return Date.parse(/[Z]|[+-]\d\d:?\d\d$/.test(iso) ? iso : `${iso}Z`);
}

const two = (n: number): string => String(n).padStart(2, "0");

/** Drops what carries nothing (midnight's zeros, zero seconds) and what only the hover shows (fractions). */
function trim(date: string, clock: string): string {
  const [hms = ""] = clock.split(".");
  if (hms === "00:00:00") return date;
  return `${date} ${hms.endsWith(":00") ? hms.slice(0, 5) : hms}`;
}

export function utc(text: string): string {
  if (isInfinite(text))
    return text === "infinity" || text === "MAXVALUE" ? "no end" : "no beginning";
  const [date = text, rest = ""] = text.split("T");
  return trim(date, rest.replace(/(Z|[+-]\d\d:?\d\d)$/, ""));
}

export function local(text: string): string {
  if (isInfinite(text)) return utc(text);
  const d = new Date(toMillis(text));
  if (Number.isNaN(d.getTime())) return text;
  const date = `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
  return trim(date, `${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`);
}

export function relative(text: string, now: number): string {
  if (isInfinite(text)) return utc(text);
  const seconds = (toMillis(text) - now) / 1000;
  if (Number.isNaN(seconds)) return text;
  const abs = Math.abs(seconds);
  // the page's clock ticks every five seconds: what was stamped since it ticked is not to come
  if (seconds > -2 && seconds < 6) return "now";
  const words =
    abs < 60
      ? `${Math.round(abs)} s`
      : abs < 3600
        ? `${Math.round(abs / 60)} min`
        : abs < 36 * 3600
          ? `${Math.round(abs / 3600)} h`
          : abs < 60 * 86_400
            ? `${Math.round(abs / 86_400)} d`
            : abs < 730 * 86_400
              ? `${Math.round(abs / (30.44 * 86_400))} months`
              : `${(abs / (365.25 * 86_400)).toFixed(0)} years`;
  return seconds < 0 ? `${words} ago` : `in ${words}`;
}

export function show(text: string, mode: TimeMode, now: number): string {
  if (mode === "relative") return relative(text, now);
  return mode === "local" ? local(text) : utc(text);
}

/** A range without saying twice what both ends share. */
export function range(
  lo: string | null | undefined,
  hi: string | null | undefined,
  mode: TimeMode,
): string {
  if (!lo || !hi) return "–";
  const f = mode === "local" ? local : utc;
  const a = f(lo);
  const b = f(hi);
  if (a.slice(0, 10) === b.slice(0, 10) && b.length > 10) return `${a} – ${b.slice(11)}`;
  return `${a} – ${b}`;
}

/** An axis label for a span of that many milliseconds. */
export function tick(ms: number, span: number): string {
  const d = new Date(ms);
  if (Number.isNaN(d.getTime())) return "";
  if (span > 1000 * 86_400_000) return String(d.getUTCFullYear());
  if (span > 60 * 86_400_000) return `${d.getUTCFullYear()}-${two(d.getUTCMonth() + 1)}`;
  if (span > 2 * 86_400_000) return `${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())}`;
  const clock = `${two(d.getUTCHours())}:${two(d.getUTCMinutes())}`;
  return span > 600_000 ? clock : `${clock}:${two(d.getUTCSeconds())}`;
}

const STEPS = [
  1,
  5,
  15,
  30,
  60,
  300,
  900,
  1800,
  3600,
  10_800,
  21_600,
  43_200,
  86_400,
  2 * 86_400,
  7 * 86_400,
].map((s) => s * 1000);

/** Round places for axis marks between two times, at most `most` of them. */
export function ticks(lo: number, hi: number, most: number): number[] {
  const span = hi - lo;
  if (!(span > 0) || !Number.isFinite(span)) return [];
  const step = STEPS.find((s) => span / s <= most);
  if (step) {
    const out: number[] = [];
    for (let t = Math.ceil(lo / step) * step; t <= hi; t += step) out.push(t);
    return out;
  }
  const months =
    [1, 2, 3, 6, 12, 24, 60, 120].find((m) => span / (m * 30.44 * 86_400_000) <= most) ?? 240;
  const out: number[] = [];
  const start = new Date(lo);
  let m = start.getUTCFullYear() * 12 + start.getUTCMonth();
  m = Math.ceil(m / months) * months;
  for (;;) {
    const t = Date.UTC(Math.floor(m / 12), m % 12, 1);
    if (t > hi) return out;
    if (t >= lo) out.push(t);
    m += months;
  }
}
