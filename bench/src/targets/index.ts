import { Duckdb } from "./duckdb.js";
import { Heap } from "./heap.js";
import { Partitioned } from "./partitioned.js";
import { Sealed } from "./sealed.js";
import type { Target } from "./target.js";
import { Timescaledb } from "./timescaledb.js";

/** Every target by name; `timescaledb` is refused where the server does not offer it. */
export const targets: Record<string, (url: string) => Promise<Target>> = {
  heap: (url) => Heap.open(url),
  partitioned: (url) => Partitioned.open(url),
  sealed: (url) => Sealed.open(url),
  duckdb: (url) => Duckdb.open(url),
  timescaledb: (url) => Timescaledb.open(url),
};
