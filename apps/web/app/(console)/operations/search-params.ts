import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs";
import { STEP } from "@/lib/search-params";

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
  db: parseAsString.withOptions(STEP),
  series: parseAsString.withOptions(STEP),
  state: parseAsArrayOf(parseAsStringLiteral(OPERATION_STATES)).withDefault([]).withOptions(STEP),
  kind: parseAsStringLiteral(OPERATION_KINDS).withOptions(STEP),
  /** also the parts of bulk operations */
  parts: parseAsBoolean.withDefault(false).withOptions(STEP),
};
