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
  if (text.trim() !== "" && Number.isFinite(Number(text)))
    return Number(Number(text).toPrecision(9)).toString();
  return text;
}

/** Fingerprint of an answer, whatever order its rows came in. */
export function checksum(rows: Rows): string {
  const lines = rows.map((row) => row.map(canonical).join("\t")).sort();
  return createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);
}
