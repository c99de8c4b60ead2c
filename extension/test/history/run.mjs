// The history checker: sessions read and write a table at once while another seals, reseals and unseals it without a pause, and
// every answer they got is held against what the isolation level allows (model.mjs).
//
//   node run.mjs [--seconds 15] [--sessions 6] [--seed N] [--isolation rc|rr|s] [--verbose]
//
// A third of the time each under READ COMMITTED, REPEATABLE READ and SERIALIZABLE. Connects as libpq would (PGHOST, PGPORT,
// PGUSER, PGDATABASE). The seed draws what each session does; how they interleave is the machine's. A history that cannot be
// explained is printed, and the schema left behind.
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { Random } from "../differential/random.mjs";
import { check } from "./model.mjs";
import { selfTest } from "./model_test.mjs";

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "15" },
    sessions: { type: "string", default: "6" },
    seed: { type: "string", default: "1" },
    isolation: { type: "string" },
    verbose: { type: "boolean", default: false },
  },
});

const HOT = 24; // keys that all sessions fight over
const STEP = 170; // rows from one hot key to the next: they lie in several row groups
const ROWS = HOT * STEP;
const LEVELS = { rc: "READ COMMITTED", rr: "REPEATABLE READ", s: "SERIALIZABLE" };
/** Serialization failures (of old snapshots too) and deadlocks end a transaction; it never happened. */
const RETRY = new Set(["40001", "40P01"]);
const hot = Array.from({ length: HOT }, (_, i) => i * STEP);

async function connect() {
  const client = new pg.Client({
    host: process.env.PGHOST,
    application_name: "history",
    types: { getTypeParser: () => (value) => value },
  });
  client.on("error", () => {});
  await client.connect();
  await client.query("SET client_min_messages = warning");
  return client;
}

const listOf = (log) => (log === "" ? [] : log.slice(1).split(","));

/**
 * Lets nobody into a transaction for a moment, now and then: sessions that never leave the table would keep every swap from its
 * lock, and nothing would be tested.
 */
class Gate {
  constructor() {
    this.inside = 0;
    this.opened = Promise.resolve();
  }
  async enter() {
    await this.opened;
    this.inside++;
  }
  leave() {
    this.inside--;
  }
  async run(done) {
    while (!done()) {
      await sleep(150);
      let open;
      this.opened = new Promise((resolve) => {
        open = resolve;
      });
      while (this.inside > 0 && !done()) await sleep(2);
      await sleep(40);
      open();
    }
  }
}

/** One session's random transactions; each is recorded as what it read, what it appended and how it ended. */
class Session {
  constructor(client, number, random, level, gate, history) {
    Object.assign(this, { client, number, random, level, gate, history });
    this.count = 0;
    this.now = () => performance.now();
  }

  /** A read of one snapshot: under READ COMMITTED a statement's, else the transaction's. */
  note(begun, rows) {
    this.tx.reads.push({
      begun,
      ended: this.now(),
      rows: rows.map((r) => [Number(r.id), listOf(r.log)]),
    });
  }

  element() {
    return `${this.number}.${this.count}.${this.tx.appends.length + this.tx.undone.length}`;
  }

  appended(key, element) {
    this.tx.appends.push([key, element]);
  }

  async readAll(how) {
    const c = this.client;
    const begun = this.now();
    const text = `SELECT id, log FROM p WHERE id % ${STEP} = 0 AND id < ${ROWS}`;
    if (how === "cursor") {
      await c.query(`DECLARE c CURSOR FOR ${text}`);
      const first = await c.query("FETCH 7 FROM c");
      await c.query("SELECT count(*) FROM p");
      const rest = await c.query("FETCH ALL FROM c");
      await c.query("CLOSE c");
      this.note(begun, [...first.rows, ...rest.rows]);
    } else {
      await c.query(`SET LOCAL enable_seqscan = ${how === "index" ? "off" : "on"}`);
      await c.query(`SET LOCAL sealstone.enable_column_scan = ${how === "am" ? "off" : "on"}`);
      const read = this.now();
      const { rows } = await c.query(
        how === "index" ? `SELECT id, log FROM p WHERE id = ANY ('{${hot.join()}}')` : text,
      );
      this.note(this.level === "rc" ? read : begun, rows);
    }
    const last = this.tx.reads.at(-1);
    const ids = last.rows.map(([id]) => id).sort((a, b) => a - b);
    if (ids.join() !== hot.join()) this.history.wrong(`${how} read keys ${ids.join()}`, this.tx);
  }

  /** What transfers and moves leave as it is, in each snapshot: by aggregate, which may come from the directory. */
  async sums() {
    const { rows } = await this.client.query(
      this.random.chance(0.5)
        ? `SELECT count(*) AS n, sum(bal) AS total FROM p WHERE id < ${ROWS}`
        : `SELECT sum(n) AS n, sum(total) AS total FROM (SELECT host, count(*) AS n, sum(bal) AS total FROM p WHERE id < ${ROWS} GROUP BY host) x`,
    );
    if (Number(rows[0].n) !== ROWS || Number(rows[0].total) !== ROWS * 100)
      this.history.wrong(
        `sums are ${JSON.stringify(rows[0])}, not ${ROWS} and ${ROWS * 100}`,
        this.tx,
      );
  }

  async append(key) {
    const e = this.element();
    const { rowCount } = await this.client.query(
      "UPDATE p SET log = log || ',' || $2 WHERE id = $1",
      [key, e],
    );
    if (rowCount === 1) this.appended(key, e);
    else if (rowCount !== 0)
      this.history.wrong(`update of key ${key} changed ${rowCount} rows`, this.tx);
  }

  async upsert(key) {
    const e = this.element();
    await this.client.query(
      "INSERT INTO p (id, host, log) VALUES ($1, $1::int % 5, ',' || $2) ON CONFLICT (id) DO UPDATE SET log = p.log || excluded.log",
      [key, e],
    );
    this.appended(key, e);
  }

  /** Read under a row lock (or, in a snapshot, without), write what was read and one more. */
  async modify(key) {
    const strengths = [
      "FOR UPDATE",
      "FOR NO KEY UPDATE",
      ...(this.level === "rc" ? [] : ["", "FOR SHARE"]),
    ];
    const strength = this.random.pick(strengths);
    const { rows } = await this.client.query(`SELECT log FROM p WHERE id = $1 ${strength}`, [key]);
    if (rows.length !== 1) {
      // under a lock, the row moved away by another since this statement's snapshot: as on a heap
      if (this.level !== "rc") this.history.wrong(`key ${key} read ${rows.length} times`, this.tx);
      return;
    }
    const e = this.element();
    const { rowCount } = await this.client.query("UPDATE p SET log = $2 WHERE id = $1", [
      key,
      `${rows[0].log},${e}`,
    ]);
    if (rowCount === 1) this.appended(key, e);
    else this.history.wrong(`locked key ${key}: ${rowCount} rows changed`, this.tx);
  }

  /** Away and back in one transaction: a sealed row becomes a late one. */
  async move(key) {
    const { rows } = await this.client.query(
      "DELETE FROM p WHERE id = $1 RETURNING host, log, bal",
      [key],
    );
    if (rows.length === 0) return;
    const e = this.element();
    await this.client.query("INSERT INTO p (id, host, log, bal) VALUES ($1, $2, $3, $4)", [
      key,
      rows[0].host,
      `${rows[0].log},${e}`,
      rows[0].bal,
    ]);
    this.appended(key, e);
  }

  async transfer(from, to) {
    const amount = this.random.between(1, 20);
    const a = await this.client.query("UPDATE p SET bal = bal - $2 WHERE id = $1", [from, amount]);
    if (a.rowCount !== 1) return;
    const b = await this.client.query("UPDATE p SET bal = bal + $2 WHERE id = $1", [to, amount]);
    if (b.rowCount !== 1) throw Object.assign(new Error("gone meanwhile"), { code: "40001" });
  }

  async share(key) {
    await this.client.query(
      `SELECT 1 FROM p WHERE id = $1 ${this.random.pick(["FOR SHARE", "FOR KEY SHARE"])}`,
      [key],
    );
  }

  async operation() {
    const key = this.random.pick(hot);
    const r = this.random.between(0, 99);
    if (r < 18) await this.readAll(this.random.pick(["scan", "am", "index", "cursor"]));
    else if (r < 30) await this.sums();
    else if (r < 36) await this.share(key);
    else if (r < 55) await this.append(key);
    else if (r < 65)
      await this.upsert(this.random.chance(0.5) ? key : ROWS + this.random.between(0, 30));
    else if (r < 76) await this.modify(key);
    else if (r < 84) await this.move(key);
    else if (r < 92) await this.transfer(key, this.random.pick(hot.filter((k) => k !== key)));
    else {
      // a part that is rolled back alone
      const kept = this.tx.appends.length;
      await this.client.query("SAVEPOINT a");
      await this.append(key);
      if (this.random.chance(0.5)) await this.move(key);
      if (this.random.chance(0.7)) {
        await this.client.query("ROLLBACK TO a");
        this.tx.undone.push(...this.tx.appends.splice(kept));
      }
    }
  }

  async transaction() {
    // some have their snapshot from before what happens at the gate
    const early = this.level !== "rc" && this.random.chance(0.15);
    if (!early) await this.gate.enter();
    this.count++;
    this.tx = {
      id: `${this.number}.${this.count}`,
      level: this.level,
      reads: [],
      appends: [],
      undone: [],
      begun: this.now(),
    };
    try {
      await this.client.query(`BEGIN ISOLATION LEVEL ${LEVELS[this.level]}`);
      if (early) {
        await this.client.query("SELECT count(*) FROM pg_class");
        await this.gate.enter();
      }
      for (let n = this.random.between(1, 4); n > 0; n--) await this.operation();
      if (this.random.chance(0.1)) {
        await this.client.query("ROLLBACK");
        this.tx.state = "rolled back";
      } else {
        const { command } = await this.client.query("COMMIT");
        if (command !== "COMMIT") throw new Error(`COMMIT ended as ${command}`);
        this.tx.state = "committed";
      }
    } catch (error) {
      if (!RETRY.has(error.code)) {
        this.history.wrong(`${error.code ?? ""} ${error.message}`, this.tx);
        throw error;
      }
      this.tx.state = error.code;
      await this.client.query("ROLLBACK");
    }
    this.tx.ended = this.now();
    this.gate.leave();
    this.history.transactions.push(this.tx);
  }
}

/** Seals, reseals, unseals until told to stop; counts what went through. */
async function operate(client, random, done, counts) {
  await client.query("SET sealstone.lock_timeout = '1s'; SET sealstone.lock_attempts = 1");
  let sealed = false;
  while (!done()) {
    const kind = sealed ? (random.chance(0.35) ? "unseal" : "reseal") : "seal";
    const key =
      kind === "unseal"
        ? ""
        : random.pick([", ARRAY['id']::name[]", ", ARRAY['host', 'id']::name[]"]);
    try {
      await client.query(`CALL sealstone.${kind}('p'${key})`);
      sealed = kind !== "unseal";
      counts[kind]++;
    } catch (error) {
      if (error.code !== "55P03") throw error;
      counts.gaveUp++;
    }
  }
}

async function run(level, seconds, seed) {
  const schema = `history_${level}_${seed}`;
  const setup = await connect();
  await setup.query(
    `CREATE EXTENSION IF NOT EXISTS sealstone; DROP SCHEMA IF EXISTS ${schema} CASCADE; CREATE SCHEMA ${schema}`,
  );
  await setup.query(`SET search_path = ${schema}`);
  await setup.query(
    `CREATE TABLE p (id int PRIMARY KEY, host int NOT NULL, log text NOT NULL DEFAULT '', bal int NOT NULL DEFAULT 100)`,
  );
  await setup.query("CREATE INDEX ON p (host, id)");
  await setup.query(`INSERT INTO p SELECT i, i % 5 FROM generate_series(0, ${ROWS - 1}) i`);
  const history = {
    transactions: [],
    faults: [],
    wrong(text, tx) {
      this.faults.push(`${text}\n  in ${JSON.stringify(tx).slice(0, 2000)}`);
    },
  };
  const until = Date.now() + seconds * 1000;
  const counts = { seal: 0, reseal: 0, unseal: 0, gaveUp: 0 };
  // on a slow machine it goes on until it has tested something, if not for ever
  const enough = () => counts.seal > 0 && counts.reseal > 0 && history.transactions.length > 50;
  const done = () =>
    history.faults.length > 0 ||
    (Date.now() >= until && (enough() || Date.now() >= until + 120_000));
  const gate = new Gate();
  const work = [gate.run(done)];
  for (let i = 0; i < Number(options.sessions); i++) {
    const client = await connect();
    await client.query(`SET search_path = ${schema}`);
    const session = new Session(client, i, new Random(seed * 1000 + i), level, gate, history);
    work.push(
      (async () => {
        while (!done()) await session.transaction();
      })()
        .catch((error) => history.faults.push(error.stack))
        .finally(() => client.end()),
    );
  }
  const operator = await connect();
  await operator.query(`SET search_path = ${schema}`);
  work.push(
    operate(operator, new Random(seed), done, counts)
      .catch((error) => history.faults.push(error.stack))
      .finally(() => operator.end()),
  );
  await Promise.all(work);

  const final = async () =>
    new Map(
      (await setup.query("SELECT id, log FROM p")).rows
        .filter((r) => r.log !== "")
        .map((r) => [Number(r.id), listOf(r.log)]),
    );
  const end = await final();
  const faults = [...history.faults, ...check(history.transactions, end, level)];
  // and however it is stored
  for (const kind of ["seal", "reseal", "unseal"]) {
    await setup.query(`CALL sealstone.${kind}('p')`).catch((error) => faults.push(error.message));
    const again = await final();
    if (JSON.stringify([...again].sort()) !== JSON.stringify([...end].sort()))
      faults.push(`${kind} at the end changed the table`);
  }
  const ends = new Map();
  for (const { state } of history.transactions) ends.set(state, (ends.get(state) ?? 0) + 1);
  const ended = [...ends].map(([state, n]) => `${n} ${state}`);
  console.log(
    `${LEVELS[level]}, seed ${seed}: ${history.transactions.length} transactions (${ended.join(", ")}), ` +
      `${counts.seal} seals, ${counts.reseal} reseals, ${counts.unseal} unseals, ${counts.gaveUp} given up`,
  );
  if (faults.length === 0 && !enough())
    faults.push(
      "next to nothing was tested: no seal, no reseal or hardly a transaction went through",
    );
  if (faults.length === 0) await setup.query(`DROP SCHEMA ${schema} CASCADE`);
  await setup.end();
  for (const fault of faults.slice(0, options.verbose ? 100 : 5)) console.log(`  ${fault}`);
  return faults.length;
}

selfTest();
const levels = options.isolation ? [options.isolation] : Object.keys(LEVELS);
for (const level of levels)
  if (!LEVELS[level])
    throw new Error(`--isolation ${level}: one of ${Object.keys(LEVELS).join(", ")}`);
const seed = options.seed === "random" ? Math.floor(Math.random() * 1e6) : Number(options.seed);
if (!Number.isInteger(seed)) throw new Error(`--seed ${options.seed}: a number, or "random"`);
let failed = 0;
for (const level of levels)
  failed += (await run(level, Number(options.seconds) / levels.length, seed)) > 0 ? 1 : 0;
console.log(`${levels.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
