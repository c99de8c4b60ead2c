import { parseAsString } from "nuqs";

export const overviewParams = {
  /** database id; absent: all */
  db: parseAsString,
};
