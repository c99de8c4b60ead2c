/**
 * Times as they travel: RFC 3339 text in UTC with six digits, or an infinite bound. `Date` has
 * milliseconds only, so exact work is on text and on microseconds as bigint.
 */
export const infinity = "infinity";
export const minusInfinity = "-infinity";

const pattern =
  /^([+-]?\d{4,6})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,6}))?(Z|[+-]\d{2}(?::?\d{2})?)$/;

export function isInfinite(time: string): boolean {
  return time === infinity || time === minusInfinity;
}

/** Microseconds since 1970 in UTC; NULL for an infinite bound or text that is no time. */
export function toMicroseconds(time: string): bigint | null {
  const match = pattern.exec(time);
  if (match === null) return null;
  const [
    ,
    year = "",
    month = "",
    day = "",
    hour = "",
    minute = "",
    second = "",
    fraction = "",
    zone = "",
  ] = match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Number(second));
  if (Number.isNaN(date.getTime())) return null;
  const offset = zone === "Z" ? 0 : zoneMinutes(zone);
  return (
    (BigInt(date.getTime()) - BigInt(offset) * 60_000n) * 1000n + BigInt(fraction.padEnd(6, "0"))
  );
}

/** RFC 3339 text with six digits. */
export function fromMicroseconds(microseconds: bigint): string {
  const milliseconds = floorDivide(microseconds, 1000n);
  const rest = microseconds - milliseconds * 1000n;
  const text = new Date(Number(milliseconds)).toISOString();
  return `${text.slice(0, -1)}${rest.toString().padStart(3, "0")}Z`;
}

/** Milliseconds since 1970, for drawing and for relative words only. NaN for infinite bounds. */
export function toMillisecondsForDrawing(time: string | null): number {
  if (time === null) return Number.NaN;
  const microseconds = toMicroseconds(time);
  return microseconds === null ? Number.NaN : Number(microseconds) / 1000;
}

function zoneMinutes(zone: string): number {
  const sign = zone.startsWith("-") ? -1 : 1;
  const digits = zone.slice(1).replace(":", "");
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || "0"));
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b < 0n ? quotient - 1n : quotient;
}
