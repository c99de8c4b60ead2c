import { api } from "./api.js";
import { codec } from "./codec.js";
import { late } from "./late.js";
import { load } from "./load.js";
import { plan } from "./plan.js";
import { query } from "./query.js";
import { rollup } from "./rollup.js";
import { seal } from "./seal.js";
import { size } from "./size.js";
import type { Suite } from "./suite.js";
import { views } from "./views.js";
import { web } from "./web.js";

interface Entry {
  run: Suite;
  /** it measures a workload's rows: --workload and --rows say which */
  rows: boolean;
  /** it compares the targets that --targets names; the others know what they compare */
  targets: boolean;
}

export const suites: Record<string, Entry> = {
  load: { run: load, rows: true, targets: false },
  size: { run: size, rows: true, targets: true },
  query: { run: query, rows: true, targets: true },
  late: { run: late, rows: true, targets: false },
  seal: { run: seal, rows: true, targets: false },
  rollup: { run: rollup, rows: true, targets: false },
  plan: { run: plan, rows: false, targets: false },
  views: { run: views, rows: false, targets: false },
  api: { run: api, rows: false, targets: false },
  web: { run: web, rows: false, targets: false },
  codec: { run: codec, rows: false, targets: false },
};
