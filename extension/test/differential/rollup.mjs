// The random life of rollups: whatever is written, rolled back, sealed and refreshed, by whom and in whichever transaction,
// a rollup and a rollup of it equal the queries they stand for, in the transaction that writes and in another one.
//
//   node rollup.mjs [--seed N] [--count M] [--steps N] [--verbose]     seeds N to N + M - 1: the same lives each time
//   node rollup.mjs --seed random --seconds 600                        exploration: new seeds until the time is up
//
// Connects as libpq would (PGHOST, PGPORT, PGUSER, PGDATABASE). A failing seed prints itself and every statement up to the
// difference, and leaves its schema behind.
import process from "node:process";
import { parseArgs } from "node:util";
import pg from "pg";
import { Random } from "./random.mjs";

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string" },
    seed: { type: "string", default: "1" },
    count: { type: "string" },
    steps: { type: "string", default: "60" },
    verbose: { type: "boolean", default: false },
  },
});

const days = 6;

class RollupLife {
  constructor(r, seed) {
    this.r = r;
    this.schema = `rollup_diff_${seed}`;
    this.log = [];
    this.savepoints = [];
    this.inside = false;
    this.cursors = 0;
  }

  async open() {
    this.sessions = { a: new pg.Client(), b: new pg.Client() };
    for (const client of Object.values(this.sessions)) {
      client.on("error", () => {});
      await client.connect();
      await client.query(
        `SET client_min_messages = error; SET timezone = 'UTC'; SET search_path = ${this.schema}, public; SET lock_timeout = '30s'`,
      );
    }
  }

  async sql(text, who = "a") {
    const line = `${who}: ${text};`;
    this.log.push(line);
    if (options.verbose) console.log(line);
    return await this.sessions[who].query({ text, rowMode: "array" });
  }

  time(from = 0, to = days) {
    const minute = this.r.between(from * 1440, to * 1440 - 1);
    return `'2024-01-01'::timestamptz + interval '${minute} minutes'`;
  }

  async create() {
    await this.sql(`DROP SCHEMA IF EXISTS ${this.schema} CASCADE`);
    await this.sql(`CREATE SCHEMA ${this.schema}`);
    await this.sql(
      "CREATE TABLE t (ts timestamptz NOT NULL, host text, v int) PARTITION BY RANGE (ts)",
    );
    for (let d = 0; d < days; d++)
      await this.sql(
        `CREATE TABLE t_${d} PARTITION OF t FOR VALUES FROM ('2024-01-0${d + 1}') TO ('2024-01-0${d + 2}')`,
      );
    if (this.r.chance(0.7)) await this.sql("CREATE TABLE t_d PARTITION OF t DEFAULT");
    if (this.r.chance(0.7)) await this.sql("CREATE INDEX ON t (host, ts)");
    await this.sql(
      `INSERT INTO t SELECT '2024-01-01'::timestamptz + n * interval '${this.r.between(5, 40)} minutes', 'h' || n % 5, n FROM generate_series(0, ${this.r.between(0, 200)}) n`,
    );
    await this.sql(
      "SELECT sealstone.create_rollup('hour', 't', '1 hour', 'count(*) AS n, sum(v) AS s, max(v) AS m', 'host')",
    );
    await this.sql(
      "SELECT sealstone.create_rollup('day', 'hour', '1 day', 'count(*) AS n, sum(v) AS s')",
    );
    await this.sql(
      "CREATE VIEW hour_truth AS SELECT sealstone.bucket('1 hour', ts) AS bucket, host, count(*) AS n, sum(v) AS s, max(v) AS m FROM t GROUP BY 1, 2",
    );
    await this.sql(
      "CREATE VIEW day_truth AS SELECT sealstone.bucket('1 day', ts) AS bucket, count(*) AS n, sum(v) AS s FROM t GROUP BY 1",
    );
    for (const who of ["a", "b"]) {
      for (const table of ["hour", "day"]) {
        await this.sql(
          `PREPARE ${table}_whole AS (TABLE ${table} EXCEPT ALL TABLE ${table}_truth) UNION ALL (TABLE ${table}_truth EXCEPT ALL TABLE ${table})`,
          who,
        );
        await this.sql(
          `PREPARE ${table}_part (timestamptz, timestamptz) AS SELECT count(*), sum(n), sum(s) FROM ${table} WHERE bucket >= $1 AND bucket < $2`,
          who,
        );
      }
    }
  }

  fail(what) {
    const error = new Error(what);
    error.difference = true;
    throw error;
  }

  async compare(who) {
    const { r } = this;
    await this.sql(
      `SET plan_cache_mode = ${r.pick(["auto", "force_generic_plan", "force_custom_plan"])}`,
      who,
    );
    if (r.chance(0.2))
      await this.sql(
        `SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = ${r.below(3)}`.split(
          "; ",
        )[r.below(4)],
        who,
      );
    for (const table of ["hour", "day"]) {
      const { rows } = await this.sql(`EXECUTE ${table}_whole`, who);
      if (rows.length > 0) this.fail(`${who} ${table}: ${JSON.stringify(rows.slice(0, 4))}`);
      const lo = r.below(days);
      const hi = r.between(lo, days + 1);
      const from = `'2024-01-01'::timestamptz + interval '${lo} days'`;
      const to = `'2024-01-01'::timestamptz + interval '${hi} days'`;
      const part = await this.sql(`EXECUTE ${table}_part (${from}, ${to})`, who);
      const want = await this.sql(
        `SELECT count(*), sum(n), sum(s) FROM ${table}_truth WHERE bucket >= ${from} AND bucket < ${to}`,
        who,
      );
      if (JSON.stringify(part.rows) !== JSON.stringify(want.rows))
        this.fail(
          `${who} ${table} part: ${JSON.stringify(part.rows)} for ${JSON.stringify(want.rows)}`,
        );
    }
  }

  /** A cursor read in pieces between writes gives what it would have given at once. */
  async cursor() {
    if (!this.inside) return;
    const name = `c${this.cursors++}`;
    const want = await this.sql("SELECT * FROM hour_truth");
    await this.sql(`DECLARE ${name} NO SCROLL CURSOR FOR SELECT * FROM hour`);
    const got = [];
    for (;;) {
      const { rows } = await this.sql(`FETCH ${this.r.between(1, 60)} FROM ${name}`);
      if (rows.length === 0) break;
      got.push(...rows);
      if (this.r.chance(0.5)) await this.write();
    }
    await this.sql(`CLOSE ${name}`);
    const key = (rows) =>
      rows
        .map((row) => JSON.stringify(row))
        .sort()
        .join("\n");
    if (key(got) !== key(want.rows)) {
      const known = new Set(want.rows.map((row) => JSON.stringify(row)));
      const twice = got
        .map((row) => JSON.stringify(row))
        .filter((row, i, all) => all.indexOf(row) < i);
      const wrong = got.filter((row) => !known.has(JSON.stringify(row)));
      this.fail(
        `cursor: ${got.length} rows for ${want.rows.length}, ${twice.length} twice (${twice.slice(0, 3).join(" ")}), ${wrong.length} wrong (${JSON.stringify(wrong.slice(0, 3))})`,
      );
    }
  }

  async write(who = "a") {
    const { r } = this;
    const host = `'h${r.below(7)}'`;
    const at = this.time();
    switch (r.below(6)) {
      case 0:
      case 1:
        return this.sql(`INSERT INTO t VALUES (${at}, ${host}, ${r.below(1000)})`, who);
      case 2:
        return this.sql(
          `INSERT INTO t SELECT ${at} + n * interval '${r.pick([1, 61, 200])} minutes', ${host}, n FROM generate_series(1, ${r.between(1, 20)}) n WHERE ${at} + n * interval '200 minutes' < '2024-01-07'`,
          who,
        );
      case 3:
        return this.sql(`DELETE FROM t WHERE host = ${host} AND ts < ${at}`, who);
      case 4:
        return this.sql(
          `UPDATE t SET v = v + 1${r.chance(0.3) ? ", host = 'moved'" : ""} WHERE host = ${host} AND ts >= ${at}`,
          who,
        );
      default:
        return this.sql(
          `UPDATE t SET ts = ts - interval '5 hours' WHERE host = ${host} AND ts > '2024-01-02' AND ts < ${at}`,
          who,
        );
    }
  }

  async step() {
    const { r } = this;
    const roll = r.below(24);
    if (roll < 7) return this.write();
    if (roll < 9) return this.cursor();
    if (roll === 9 && !this.inside) return this.write("b");
    if (roll === 10)
      return this.sql("SELECT sealstone.refresh_rollup('hour')", this.inside ? "a" : "b");
    if (roll === 11 && !this.inside) return this.sql("CALL sealstone.refresh('day')", "b");
    if (roll === 12 && this.inside) return this.sql("SELECT sealstone.refresh_rollup('day')");
    if (roll === 13 && !this.inside)
      return this.sql(
        `CALL sealstone.${r.pick(["seal", "seal", "unseal"])}('t_${r.below(days)}')`,
      ).catch(() => {});
    if (roll === 14)
      return this.sql(`SET sealstone.rollup_pair_limit = ${r.pick([1, 3, 10, 1000])}`);
    if (roll === 15)
      return this.sql(`SET sealstone.rollup_bucket_limit = ${r.pick([1, 3, 10, 1000])}`);
    if (roll === 16) return this.sql(`TRUNCATE t_${r.below(days)}`);
    if (!this.inside) {
      this.inside = true;
      this.savepoints = [];
      return this.sql("BEGIN");
    }
    if (roll === 17 || roll === 18) {
      const name = `s${this.log.length}`;
      this.savepoints.push(name);
      return this.sql(`SAVEPOINT ${name}`);
    }
    if (roll < 22 && this.savepoints.length > 0) {
      const at = r.below(this.savepoints.length);
      const name = this.savepoints[at];
      if (r.chance(0.7)) {
        this.savepoints.length = at + 1;
        return this.sql(`ROLLBACK TO ${name}`);
      }
      this.savepoints.length = at;
      return this.sql(`RELEASE ${name}`);
    }
    if (roll > 20) {
      this.inside = false;
      return this.sql(r.chance(0.7) ? "COMMIT" : "ROLLBACK");
    }
  }

  async run() {
    await this.create();
    for (let i = 0; i < Number(options.steps); i++) {
      await this.step();
      await this.compare("a");
      // whoever truncated in a transaction that is still open keeps others out
      if (!this.inside) await this.compare("b");
    }
    if (this.inside) await this.sql("ROLLBACK");
    const { rows } = await this.sql("SELECT * FROM sealstone.verify_rollup('hour')");
    if (rows.length > 0) this.fail(`verify_rollup: ${JSON.stringify(rows[0])}`);
    await this.sql(`DROP SCHEMA ${this.schema} CASCADE`);
  }
}

const first = options.seed === "random" ? Math.floor(Math.random() * 1e9) : Number(options.seed);
if (!Number.isInteger(first)) throw new Error(`--seed ${options.seed}: a number, or "random"`);
const deadline = options.seconds && Date.now() + Number(options.seconds) * 1000;
const count = Number(options.count ?? (deadline ? Number.POSITIVE_INFINITY : 1));
let passed = 0;
let failed = 0;
console.log(`first seed ${first}`);
for (let i = 0; i < count && failed < 3 && (i === 0 || !deadline || Date.now() < deadline); i++) {
  const seed = first + i;
  const life = new RollupLife(new Random(seed), seed);
  await life.open();
  try {
    await life.run();
    passed++;
  } catch (error) {
    failed++;
    console.log(`seed ${seed}: ${error.difference ? "DIFFERENCE" : "ERROR"}`);
    console.log(
      `  run again: node extension/test/differential/rollup.mjs --seed ${seed} --steps ${options.steps}`,
    );
    for (const line of life.log.slice(-60)) console.log(`  | ${line}`);
    console.log(`  ${error.difference ? error.message : error.stack}`);
  }
  for (const client of Object.values(life.sessions)) await client.end().catch(() => {});
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
