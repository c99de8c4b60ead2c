import { parseAsString } from "nuqs";
import { STEP } from "@/lib/search-params";

export const overviewParams = {
  /** database id; absent: all */
  db: parseAsString.withOptions(STEP),
};
