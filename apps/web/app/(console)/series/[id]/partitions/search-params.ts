import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs";
import { STEP } from "@/lib/search-params";

export const PARTITION_SORTS = [
  "RANGE",
  "NAME",
  "BYTES",
  "ROWS",
  "RATIO",
  "LATE_FRACTION",
  "SEALED_AT",
] as const;
export const PARTITION_STATES = ["LIVE", "SEALED", "SPREAD", "DEFAULT", "FOREIGN"] as const;

export const partitionsParams = {
  q: parseAsString.withDefault(""),
  state: parseAsArrayOf(parseAsStringLiteral(PARTITION_STATES)).withDefault([]).withOptions(STEP),
  due: parseAsBoolean.withDefault(false).withOptions(STEP),
  late: parseAsBoolean.withDefault(false).withOptions(STEP),
  /** the stretch of the time line looked at, as the API takes it */
  from: parseAsString.withOptions(STEP),
  to: parseAsString.withOptions(STEP),
  /** draw the whole line even where most of it is empty */
  whole: parseAsBoolean.withDefault(false).withOptions(STEP),
  sort: parseAsStringLiteral(PARTITION_SORTS).withDefault("RANGE"),
  dir: parseAsStringLiteral(["ASC", "DESC"] as const).withDefault("DESC"),
  /** what is selected, while it is few enough for an address */
  sel: parseAsArrayOf(parseAsString).withDefault([]),
};
