/**
 * Numbers and times in units a person reads. Each has an exact twin for the hover.
 * Bigints arrive as text and stay text (or bigint) until they are only a picture.
 */

export type Big = string | number | bigint | null | undefined;

/** For drawing and comparing only: a position on a screen needs no 64 bits. */
export function toNumber(value: Big): number {
  if (value === null || value === undefined || value === "") return 0;
  return Number(value);
}

const BYTE_UNITS = ["B", "kB", "MB", "GB", "TB", "PB"] as const;

function significant(value: number): string {
  const abs = Math.abs(value);
  const digits = abs >= 100 ? 0 : abs >= 10 ? 1 : 2;
  return value.toFixed(digits);
}

/** Decimal units, as disks are sold and as the extension's own texts have it. */
export function bytes(value: Big): string {
  if (value === null || value === undefined) return "–";
  let n = toNumber(value);
  let unit = 0;
  while (Math.abs(n) >= 1000 && unit < BYTE_UNITS.length - 1) {
    n /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(n).toString() : significant(n)} ${BYTE_UNITS[unit]}`;
}

/** Every digit, grouped with thin spaces so that it can be read and compared. */
export function exact(value: Big): string {
  if (value === null || value === undefined) return "–";
  const text = String(value);
  const [whole = "", fraction] = text.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

const COUNT_UNITS = ["", "k", "M", "G", "T"] as const;

export function count(value: Big): string {
  if (value === null || value === undefined) return "–";
  let n = toNumber(value);
  if (Math.abs(n) < 10_000) return exact(Math.round(n));
  let unit = 0;
  while (Math.abs(n) >= 1000 && unit < COUNT_UNITS.length - 1) {
    n /= 1000;
    unit += 1;
  }
  return `${significant(n)}\u202f${COUNT_UNITS[unit]}`;
}

export function ratio(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  return `${value >= 100 ? value.toFixed(0) : value.toFixed(1)}×`;
}

export function percent(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  const p = value * 100;
  if (p === 0) return "0%";
  if (p < 0.01) return "<0.01%";
  return `${p < 1 ? p.toFixed(2) : p < 10 ? p.toFixed(1) : p.toFixed(0)}%`;
}

export function millis(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  if (value < 1) return `${(value * 1000).toFixed(0)} µs`;
  if (value < 1000) return `${value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)} ms`;
  if (value < 60_000) return `${(value / 1000).toFixed(value < 10_000 ? 2 : 1)} s`;
  return duration(value / 1000);
}

/** Two units at most: "3 h 12 min", "45 s", "12 d". */
export function duration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return `${s} s`;
  if (s < 3600) return s % 60 && s < 600 ? `${Math.floor(s / 60)} min ${s % 60} s` : `${Math.floor(s / 60)} min`;
  if (s < 86_400) {
    const m = Math.floor((s % 3600) / 60);
    return m ? `${Math.floor(s / 3600)} h ${m} min` : `${Math.floor(s / 3600)} h`;
  }
  const h = Math.floor((s % 86_400) / 3600);
  return h && s < 10 * 86_400 ? `${Math.floor(s / 86_400)} d ${h} h` : `${Math.floor(s / 86_400)} d`;
}

/** "1 partition", "12 partitions" */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}
