import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs";
import { STEP } from "@/lib/search-params";

export const SERIES_SORTS = [
  "NAME",
  "BYTES",
  "ROWS",
  "RATIO",
  "LATE_FRACTION",
  "PARTITIONS",
  "SEAL_DUE",
  "NEWEST",
] as const;

export const seriesListParams = {
  q: parseAsString.withDefault(""),
  db: parseAsString.withOptions(STEP),
  sort: parseAsStringLiteral(SERIES_SORTS).withDefault("BYTES"),
  dir: parseAsStringLiteral(["ASC", "DESC"] as const).withDefault("DESC"),
  /** only those with partitions due to be sealed */
  due: parseAsBoolean.withDefault(false).withOptions(STEP),
  /** only those whose worst partition is past its reseal threshold */
  late: parseAsBoolean.withDefault(false).withOptions(STEP),
};
