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

export const suites: Record<string, Suite> = {
  load,
  size,
  query,
  late,
  seal,
  rollup,
  plan,
  views,
  api,
  web,
  codec,
};
