// Everything at once on one series: reads, writes, seal, reseal, unseal, rollups made, refreshed and dropped, ALTER, CREATE INDEX,
// REINDEX, VACUUM, ANALYZE, migrate, retention, TRUNCATE, REFRESH, pg_dump, and a reader that stays. No function of ours may have a
// part in a deadlock, nobody may get an error that is no answer, and in the end all must be whole. Where a limit is given, nobody may wait
// for one of ours for longer either. (Postgres's own statements queue, and are in deadlocks among themselves: that is told, and no fault.)
//
//   node run.mjs [--seconds 120] [--seed N] [--only seal,read,...] [--limit MILLISECONDS]
//
// Connects as libpq would (PGHOST, PGPORT, PGUSER, PGDATABASE); pg_dump is the one in PATH. Where a statement has waited for a lock
// for two seconds, it prints for whom.
import { spawn } from "node:child_process";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { Random } from "../differential/random.mjs";

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "120" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    limit: { type: "string" },
    rows: { type: "string", default: "20000" },
  },
});
const DAYS = 6;
const ROWS = Number(options.rows); // in a partition
const partition = (random) => `stress.m_p202501${String(random.between(1, DAYS)).padStart(2, "0")}`;
const day = (random) => `2025-01-0${random.between(1, DAYS)}`;

async function connect(name) {
  const client = new pg.Client({ host: process.env.PGHOST, application_name: `stress ${name}` });
  client.on("error", () => {});
  await client.connect();
  await client.query("SET client_min_messages = error");
  return client;
}

/** What each kind of session does once. `waits`: it may take its time, but nobody may wait for it. */
const kinds = {
  read: {
    sessions: 2,
    sql: (r) => [
      `SELECT count(*), sum(v) FROM stress.m WHERE ts >= '${day(r)}' AND ts < '${day(r)}'::timestamptz + interval '1 day'`,
    ],
  },
  point: {
    sessions: 1,
    sql: (r) => [`SELECT * FROM stress.m WHERE host = ${r.below(20)} ORDER BY ts DESC LIMIT 10`],
  },
  write: {
    sessions: 2,
    sql: (r) => [
      r.pick([
        `INSERT INTO stress.m (ts, host, v) VALUES ('${day(r)}'::timestamptz + interval '${r.below(86400)} s 1 ms', ${r.below(20)}, ${r.below(100)}) ON CONFLICT DO NOTHING`,
        `UPDATE stress.m SET v = v + 1 WHERE ts >= '${day(r)}'::timestamptz + interval '1 h' AND ts < '${day(r)}'::timestamptz + interval '62 min' AND host = ${r.below(20)}`,
        `DELETE FROM stress.m WHERE ts >= '${day(r)}'::timestamptz + interval '${r.below(86000)} s' AND ts < '${day(r)}'::timestamptz AND host = ${r.below(20)}`,
      ]),
    ],
  },
  seal: {
    sessions: 2,
    waits: true,
    sql: (r) => [
      `CALL sealstone.${r.pick(["seal", "seal", "reseal", "unseal"])}('${partition(r)}')`,
    ],
  },
  rollup: {
    sessions: 1,
    pause: 500,
    sql: (r) => [
      `SELECT sealstone.drop_rollup(oid) FROM pg_class WHERE relname = 'r' AND relnamespace = 'stress'::regnamespace`,
      `SELECT sealstone.create_rollup('stress.r', 'stress.m', '1 hour', 'host, count(*) AS n, sum(v) AS v', 'host')`,
      `SELECT sealstone.refresh_rollup('stress.r')`,
      "SELECT sum(n) FROM stress.r",
      `SELECT sealstone.refresh_rollup('stress.r', '${day(r)}', '2025-01-08')`,
      `SELECT sealstone.drop_rollup('stress.r')`,
    ],
  },
  // the partition open first, then DDL on it in one transaction
  open: {
    sessions: 1,
    pause: 700,
    sql: (r) => {
      const p = partition(r);
      return [
        "BEGIN",
        `SELECT count(*) FROM ${p}`,
        `ALTER TABLE ${p} SET (autovacuum_enabled = ${r.chance(0.5)})`,
        `ALTER TABLE ${p} ADD CONSTRAINT c_stress CHECK (v > -5)`,
        `ALTER TABLE ${p} DROP CONSTRAINT c_stress`,
        "COMMIT",
      ];
    },
  },
  alter: {
    sessions: 1,
    pause: 1500,
    sql: () => [
      "ALTER TABLE stress.m ADD COLUMN IF NOT EXISTS extra int DEFAULT 7",
      "ALTER TABLE stress.m DROP COLUMN extra",
    ],
  },
  rewrite: {
    sessions: 1,
    pause: 5000,
    sql: (r) => [
      `ALTER TABLE ${partition(r)} SET UNLOGGED`,
      ...Array.from({ length: DAYS }, (_, i) => `ALTER TABLE stress.m_p2025010${i + 1} SET LOGGED`),
    ],
  },
  index: {
    sessions: 1,
    pause: 800,
    sql: (r) => [
      `CREATE INDEX IF NOT EXISTS stress_i ON ${partition(r)} (v)`,
      "DROP INDEX IF EXISTS stress.stress_i",
    ],
  },
  concurrently: {
    sessions: 1,
    pause: 800,
    sql: (r) => [
      `CREATE INDEX CONCURRENTLY IF NOT EXISTS stress_c ON ${partition(r)} (v)`,
      "DROP INDEX CONCURRENTLY IF EXISTS stress.stress_c",
      `REINDEX TABLE CONCURRENTLY ${partition(r)}`,
    ],
    waits: true,
  },
  vacuum: {
    sessions: 1,
    pause: 300,
    waits: true,
    sql: (r) => [
      r.pick([
        `VACUUM ${partition(r)}`,
        `ANALYZE ${partition(r)}`,
        "VACUUM ANALYZE stress.m",
        `VACUUM FULL ${partition(r)}`,
      ]),
    ],
  },
  migrate: {
    sessions: 1,
    pause: 600,
    waits: true,
    sql: (r) => [
      `INSERT INTO stress.m (ts, host, v) SELECT '2024-12-${r.between(10, 30)}'::timestamptz + i * interval '1 s', 1, i FROM generate_series(0, 50) i ON CONFLICT DO NOTHING`,
      `CALL sealstone.migrate('stress.m')`,
      `SELECT sealstone.drop_before('stress.m', timestamptz '2024-12-31')`,
    ],
  },
  truncate: { sessions: 1, pause: 4000, sql: (r) => [`TRUNCATE ${partition(r)}`] },
  refresh: { sessions: 1, pause: 1000, sql: () => ["REFRESH MATERIALIZED VIEW stress.v"] },
  idle: {
    sessions: 1,
    pause: 1000,
    sql: (r) => [
      "BEGIN ISOLATION LEVEL REPEATABLE READ",
      `SELECT count(*) FROM ${partition(r)}`,
      "SELECT pg_sleep(1.5)",
      "COMMIT",
    ],
  },
  look: {
    sessions: 1,
    sql: () => [
      "SELECT sealstone.measure('stress.m')",
      "SELECT * FROM sealstone.partition_info",
      "SELECT * FROM sealstone.series_info",
    ],
  },
  dump: { sessions: 1, pause: 3000, waits: true },
};
/** Ends that are answers, not faults: a lock given up, an old snapshot, something another session has dropped or made meanwhile. */
const EXPECTED = new Set([
  "55P03",
  "40001",
  "42P01",
  "42P07",
  "42704",
  "42710",
  "42701",
  "42703",
  "55000",
  "55006",
  "XX000",
]);

// one connection, which more than one may ask at a time
const setup = new pg.Pool({
  max: 1,
  host: process.env.PGHOST,
  application_name: "stress setup",
  options: "-c client_min_messages=error",
});
await setup.query(`CREATE EXTENSION IF NOT EXISTS sealstone; DROP SCHEMA IF EXISTS stress CASCADE; CREATE SCHEMA stress;
  CREATE TABLE stress.m (ts timestamptz NOT NULL, host int NOT NULL, v int, note text, PRIMARY KEY (host, ts));`);
await setup.query("SELECT sealstone.create_series('stress.m', 'ts', '1 day', premake => 0)");
await setup.query(
  `SELECT sealstone.make_partitions('stress.m', '2025-01-01', '2025-01-0${DAYS + 1}')`,
);
await setup.query(
  `INSERT INTO stress.m SELECT timestamptz '2025-01-01' + i * interval '1 day' / ${ROWS}, i % 20, i % 100, 'note ' || i FROM generate_series(0, ${ROWS * DAYS - 1}) i`,
);
await setup.query(
  "CREATE MATERIALIZED VIEW stress.v AS SELECT host, count(*), max(ts) FROM stress.m GROUP BY host",
);

const chosen = options.only ? options.only.split(",") : Object.keys(kinds);
const until = Date.now() + Number(options.seconds) * 1000;
const stats = new Map();
let faults = 0;
let own = 0; // deadlocks that no function of ours has a part in: REINDEX CONCURRENTLY against ALTER, pg_dump against ALTER
const OURS = new Set(["stress seal", "stress rollup", "stress migrate", "stress look"]);

function count(kind, ms, code, text) {
  const s = stats.get(kind) ?? { n: 0, max: 0, at: "", ends: new Map() };
  s.n++;
  if (ms > s.max) {
    s.max = ms;
    s.at = text;
  }
  if (code) s.ends.set(code, (s.ends.get(code) ?? 0) + 1);
  stats.set(kind, s);
}

/**
 * A deadlock's report with names for OIDs and processes, and whether one of ours has a part in it other than any reader or writer would: it waits for a
 * strong lock, or a reader or a writer waits for it.
 */
async function judge(detail) {
  let text = detail;
  const sessions = new Map();
  for (const [whole, oid] of detail.matchAll(/relation (\d+) of database \d+/g)) {
    const { rows } = await setup.query("SELECT $1::oid::regclass::text AS name", [oid]);
    text = text.replace(whole, rows[0].name);
  }
  for (const [, pid] of detail.matchAll(/[Pp]rocess (\d+) waits/g)) {
    const { rows } = await setup.query(
      "SELECT application_name AS name, left(query, 60) AS query FROM pg_stat_activity WHERE pid = $1",
      [pid],
    );
    sessions.set(pid, rows[0]?.name ?? "gone");
    text = text.replace(
      new RegExp(`([Pp]rocess ${pid}) waits`),
      `$1 (${rows[0]?.name}, now ${rows[0]?.query}) waits`,
    );
  }
  let blame = false;
  for (const [, waiter, mode, blocker] of detail.matchAll(
    /Process (\d+) waits for (\w+) on [^;]*; blocked by process (\d+)/g,
  )) {
    const weak = mode === "AccessShareLock" || mode === "RowExclusiveLock";
    blame ||= OURS.has(sessions.get(weak ? blocker : waiter));
  }
  return { text, blame };
}

async function once(kind, client, sql) {
  const begun = performance.now();
  let code;
  try {
    await client.query(sql);
  } catch (error) {
    code = error.code ?? "lost";
    if (!EXPECTED.has(code) || code === "XX000") {
      if (
        code !== "XX000" ||
        !/concurrently updated|concurrently deleted|tuple concurrently|could not open relation|cache lookup/.test(
          error.message,
        )
      ) {
        const { text, blame } = await judge(error.detail ?? "");
        if (code === "40P01" && !blame) own++;
        else {
          faults++;
          console.log(`${kind}: ${code} ${error.message}\n  ${text}\n  ${sql}`);
        }
      }
    }
    await client.query("ROLLBACK").catch(() => {});
  }
  if (!/pg_sleep/.test(sql)) count(kind, performance.now() - begun, code, sql);
  return code;
}

function dump() {
  return new Promise((resolve) => {
    const child = spawn("pg_dump", ["-n", "stress", "-f", "/dev/null"], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let err = "";
    child.stderr.on("data", (d) => {
      err += d;
    });
    child.on("error", (error) => resolve(error.message));
    child.on("close", (status) => resolve(status === 0 ? undefined : err));
  });
}

async function work(kind, number) {
  const { sql, pause } = kinds[kind];
  const random = new Random(Number(options.seed) * 1000 + number);
  const client = await connect(kind);
  while (Date.now() < until) {
    if (kind === "dump") {
      const begun = performance.now();
      const error = await dump();
      count(kind, performance.now() - begun, error && "failed", error ?? "");
      if (/deadlock detected/.test(error ?? "")) {
        const { text, blame } = await judge(error);
        if (blame) {
          faults++;
          console.log(`dump: ${text}`);
        } else own++;
      }
    } else {
      for (const text of sql(random)) {
        if ((await once(kind, client, text)) && text !== "BEGIN") break;
      }
    }
    await sleep(random.below((pause ?? 10) * 2));
  }
  await client.end();
}

/**
 * While somebody has waited for two seconds: those whom, by way of others, all wait for, and who wait for nobody themselves. An
 * operation that polls for a lock is among them where it should not be.
 */
async function watch() {
  const client = await connect("watch");
  const told = new Set();
  let since = new Map(); // statements of ours that others wait for, and since when
  while (Date.now() < until + 1000) {
    const { rows } = await client.query(
      `WITH RECURSIVE waits AS MATERIALIZED (
         SELECT l.pid, max(clock_timestamp() - l.waitstart) AS since, pg_blocking_pids(l.pid) AS blockers
           FROM pg_locks l WHERE NOT l.granted GROUP BY l.pid),
       chain(pid, root, depth) AS (
         SELECT w.pid, b.pid, 1 FROM waits w, unnest(w.blockers) b(pid) WHERE w.since > interval '2 s'
         UNION SELECT c.pid, b.pid, c.depth + 1 FROM chain c JOIN waits w ON w.pid = c.root, unnest(w.blockers) b(pid) WHERE c.depth < 8)
       SELECT a.pid, a.application_name AS name, a.state, a.query_start::text, left(a.query, 110) AS query, a.wait_event,
         count(DISTINCT c.pid) AS waiting, round(extract(epoch FROM max(w.since)) * 1000) AS ms,
         (SELECT string_agg(o.phase, ',') FROM sealstone.operations o WHERE o.state = 'running') AS phase
       FROM chain c JOIN pg_stat_activity a ON a.pid = c.root JOIN waits w ON w.pid = c.pid
       WHERE c.root NOT IN (SELECT pid FROM waits) GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY waiting DESC LIMIT 3`,
    );
    const still = new Map();
    for (const row of rows.filter((r) => OURS.has(r.name))) {
      const key = `${row.pid} ${row.query_start}`;
      const first = since.get(key) ?? Date.now();
      still.set(key, first);
      if (options.limit && Date.now() - first > Number(options.limit)) {
        faults++;
        still.set(key, Number.POSITIVE_INFINITY);
        console.log(`others wait for ${row.name} for too long: ${row.query}`);
      }
    }
    since = still;
    for (const row of rows) {
      const key = `${row.pid} ${row.query_start} ${Math.floor(row.ms / 4000)}`;
      if (told.has(key)) continue;
      told.add(key);
      console.log(
        `${row.waiting} wait, longest ${row.ms} ms, for ${row.name} (${row.state}, ${row.wait_event}): ${row.query}`,
      );
    }
    await sleep(500);
  }
  await client.end();
}

let number = 0;
const all = [watch()];
for (const kind of chosen)
  for (let i = 0; i < kinds[kind].sessions; i++) all.push(work(kind, number++));
await Promise.all(all);
for (const [kind, s] of stats) {
  const ends = [...s.ends].map(([code, n]) => `${n} ${code}`).join(", ");
  console.log(
    `${kind.padEnd(13)} ${String(s.n).padStart(6)} statements, longest ${Math.round(s.max)} ms${ends ? ` (${ends})` : ""}  ${s.max > 2000 ? s.at.slice(0, 100) : ""}`,
  );
}

/** What must be nothing once everybody has gone. */
async function left(what, sql) {
  const { rows } = await setup.query(sql);
  if (rows.length > 0) {
    faults++;
    console.log(`${what}: ${JSON.stringify(rows.slice(0, 5))}`);
  }
}
await setup.query(
  `SELECT sealstone.drop_rollup(oid) FROM pg_class WHERE relname = 'r' AND relnamespace = 'stress'::regnamespace`,
);
await left(
  "left of dropped rollups",
  `SELECT relname FROM pg_class WHERE relnamespace = 'sealstone_rollup'::regnamespace
   UNION ALL SELECT tgname FROM pg_trigger WHERE tgname LIKE 'sealstone_rollup%' UNION ALL SELECT id::text FROM sealstone.rollup`,
);
await setup.query(
  `SELECT sealstone.create_rollup('stress.r', 'stress.m', '1 hour', 'host, count(*) AS n, sum(v) AS v', 'host')`,
);
await setup.query(`SELECT sealstone.refresh_rollup('stress.r')`);
await left("rollup", `SELECT * FROM sealstone.verify_rollup('stress.r')`);
await setup.query("SELECT sealstone.measure('stress.m')");
await left(
  "damaged partitions",
  `SELECT p.partition, c.* FROM sealstone.partition_info p, LATERAL sealstone.check_partition(p.partition) c
   WHERE p.relation = 'stress.m'::regclass AND p.state = 'sealed'`,
);
await left(
  "keys that are there twice",
  `SELECT 1 FROM (SELECT count(*) AS n, count(DISTINCT (host, ts)) AS keys FROM stress.m) c WHERE n <> keys`,
);
const { rows } = await setup.query(
  "SELECT count(*)::int AS n FROM pg_class WHERE relname LIKE 'build%' AND relrewrite <> 0",
);
console.log(
  `transient relations left: ${rows[0].n}; deadlocks of Postgres's own statements among themselves: ${own}`,
);
await setup.query("DROP SCHEMA stress CASCADE");
await setup.end();
console.log(faults === 0 ? "no deadlock, no error, all whole" : `${faults} faults`);
process.exit(faults === 0 ? 0 : 1);
