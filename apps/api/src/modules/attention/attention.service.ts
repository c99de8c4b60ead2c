/** Gathers the facts for the rules: a fixed number of statements for a database. */
import { z } from "zod";
import type { Context } from "../../context.js";
import type { Pool } from "../../db/pool.js";
import { int8, maybeOne } from "../../db/rows.js";
import { sql } from "../../db/sql.js";
import type { Target } from "../../db/target.js";
import { Loaders } from "../../loaders.js";
import {
  loadAllSeries,
  loadDisk,
  loadWorker,
  orNull,
  slowThreshold,
} from "../database/database.service.js";
import { allJobs } from "../job/sql/jobs.js";
import type { AttentionModel } from "../models.js";
import { pageOperations } from "../operation/sql/operations.js";
import { slowQueries } from "../query-stats/sql/query-stats.js";
import { allRollups } from "../rollup/sql/rollups.js";
import { type AttentionFacts, type AttentionItemData, findAttention } from "./rules.js";

/** Bytes by which all series grew since the newest sample a day or more ago. */
async function growthPerDay(pool: Pool): Promise<bigint | null> {
  const row = await maybeOne(
    pool,
    z.object({ growth: int8.nullable() }),
    sql("growthPerDay")`WITH sample AS (
        SELECT relation, at, bytes FROM sealstone.series_history WHERE resolution = 'hour' AND at > now() - interval '26 hours')
      SELECT sum((last_bytes - first_bytes) * 86400.0 / greatest(extract(epoch from last_at - first_at), 3600))::bigint AS growth
        FROM (SELECT relation, min(at) AS first_at, max(at) AS last_at, (array_agg(bytes ORDER BY at))[1] AS first_bytes,
                     (array_agg(bytes ORDER BY at DESC))[1] AS last_bytes FROM sample GROUP BY relation) g
       WHERE last_at > first_at`,
  );
  return row?.growth ?? null;
}

/** What the rules say of one database, outside any request: for metrics. */
export async function attentionOf(
  services: Context["services"],
  db: Target,
): Promise<{ readonly facts: AttentionFacts; readonly items: AttentionItemData[] }> {
  const facts = await gather({ services, loaders: new Loaders() }, db);
  return { facts, items: findAttention(facts, services.config.thresholds) };
}

async function gather(
  context: Pick<Context, "services" | "loaders">,
  db: Target,
): Promise<AttentionFacts> {
  const { report, since } = db.monitor;
  const facts: AttentionFacts = {
    databaseId: db.id,
    state: report.state,
    stateMessage: report.message,
    stateRemedy: report.remedy,
    stateSince: since,
    now: db.monitor.now,
    clockOffset: db.monitor.clockOffsetMs / 1000,
    series: null,
    jobs: null,
    rollups: null,
    failedOperations: null,
    blockedOperations: null,
    worker: null,
    disk: null,
    growthPerDay: null,
    slowQueries: null,
  };
  if (!db.readable) return facts;
  const pool = db.reader();
  const day = new Date(Date.now() - 86_400_000).toISOString();
  const [series, jobs, rollups, failed, running, worker, disk, growth, slow] = await Promise.all([
    orNull(pool, () => loadAllSeries(context, db)),
    orNull(pool, allJobs),
    orNull(pool, allRollups),
    orNull(pool, (on) =>
      pageOperations(on, {
        filter: { states: ["FAILED", "SUCCEEDED", "QUEUED", "RUNNING"], from: day, topLevel: true },
        scope: {},
        position: null,
        limit: 500,
      }),
    ),
    orNull(pool, (on) =>
      pageOperations(on, {
        filter: { states: ["RUNNING"] },
        scope: {},
        position: null,
        limit: 200,
      }),
    ),
    orNull(pool, () => loadWorker(context, db)),
    loadDisk(context, db),
    orNull(pool, growthPerDay),
    orNull(pool, (on) => slowQueries(on, slowThreshold(context))),
  ]);
  // newest first: a failure counts only while nothing newer of its kind and target is under way or done;
  // what a job did is that job's own item
  const decided = new Set<string>();
  const failedOperations = (failed ?? []).filter((operation) => {
    const key = `${operation.kindText} ${operation.targetName ?? ""}`;
    if (decided.has(key)) return false;
    decided.add(key);
    return operation.state === "FAILED" && operation.jobId === null;
  });
  return {
    ...facts,
    series,
    jobs,
    rollups,
    failedOperations: failedOperations.slice(0, 20),
    blockedOperations: (running ?? []).filter((operation) => operation.blockedByPids.length > 0),
    worker,
    disk,
    growthPerDay: growth,
    slowQueries: slow,
  };
}

export function loadAttention(context: Context, db: Target): Promise<readonly AttentionModel[]> {
  const key = db.id;
  return attentionOnce(context, key, async () => {
    const facts = await gather(context, db);
    return findAttention(facts, context.services.config.thresholds).map((item) => ({
      ...item,
      db,
    }));
  });
}

const perRequest = new WeakMap<
  Context["loaders"],
  Map<string, Promise<readonly AttentionModel[]>>
>();

/** Not through a loader: it must answer for a database that cannot be read as well. */
function attentionOnce(
  context: Context,
  key: string,
  make: () => Promise<readonly AttentionModel[]>,
): Promise<readonly AttentionModel[]> {
  let map = perRequest.get(context.loaders);
  if (map === undefined) {
    map = new Map();
    perRequest.set(context.loaders, map);
  }
  let found = map.get(key);
  if (found === undefined) {
    found = make();
    map.set(key, found);
  }
  return found;
}
