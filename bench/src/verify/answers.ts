import { createHash } from "node:crypto";
import type { Rows } from "../targets/target.js";

/**
 * A value in one spelling for all targets: times as microseconds since 1970, numbers to nine significant
 * digits (sums of floats differ in the last ones with their order), everything else as text.
 */
export function canonical(value: unknown): string {
  if (value === null || value === undefined) return "\\N";
  const text = String(value);
  const time = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:\+00(?::?00)?|Z)?$/.exec(
    text,
  );
  if (time) {
    const [, date, clock, fraction = ""] = time;
    return `t${BigInt(Date.parse(`${date}T${clock}Z`)) * 1000n + BigInt(fraction.padEnd(6, "0"))}`;
  }
  if (/^-?\d+$/.test(text)) return text;
  if (text.trim() !== "" && Number.isFinite(Number(text))) {
    // averages of round decimals often lie exactly half-way: a nudge of their noise's size sends all to one side
    return Number((Number(text) * (1 + 3e-12)).toPrecision(9)).toString();
  }
  return text;
}

const lines = (rows: Rows) => rows.map((row) => row.map(canonical).join("\t")).sort();

/** Fingerprint of an answer, whatever order its rows came in. */
export function checksum(rows: Rows): string {
  return createHash("sha256").update(lines(rows).join("\n")).digest("hex").slice(0, 16);
}

/** The first row in which two answers differ, for a person to look at. */
export function firstDifference(a: Rows, b: Rows): string {
  const [left, right] = [lines(a), lines(b)];
  const at = left.findIndex((line, i) => line !== right[i]);
  const shown = at < 0 ? left.length : at;
  return `${left.length} and ${right.length} rows, the first that differs: ${left[shown] ?? "(none)"} | ${right[shown] ?? "(none)"}`;
}
