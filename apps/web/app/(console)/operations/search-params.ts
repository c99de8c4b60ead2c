import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs";

export const OPERATION_STATES = ["QUEUED", "RUNNING", "SUCCEEDED", "FAILED", "CANCELLED"] as const;
export const OPERATION_KINDS = [
  "SEAL",
  "RESEAL",
  "UNSEAL",
  "SEAL_ELIGIBLE",
  "REFRESH",
  "MIGRATE",
  "PREMAKE",
  "RETENTION",
  "ANALYZE_SIZES",
] as const;

export const operationsParams = {
  q: parseAsString.withDefault(""),
  db: parseAsString,
  series: parseAsString,
  state: parseAsArrayOf(parseAsStringLiteral(OPERATION_STATES)).withDefault([]),
  kind: parseAsStringLiteral(OPERATION_KINDS),
  /** also the parts of bulk operations */
  parts: parseAsBoolean.withDefault(false),
};
