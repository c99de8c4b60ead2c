// One random life of a table and its twin.

import { randomQuery } from "./query.mjs";
import { literal, pickType, types } from "./types.mjs";

export class Difference extends Error {}

const byName = (name) => types.find((type) => type.name === name);

export class Life {
  /**
   * @param {import("pg").Client} client
   * @param {import("./random.mjs").Random} r
   */
  constructor(client, r, options) {
    this.client = client;
    this.r = r;
    this.options = options;
    this.schema = `diff_${options.seed}`;
    this.log = [];
    this.nextId = 1;
    this.columns = [];
    /** The leaves of "s", one where it is not partitioned. */
    this.leaves = ["s"];
    /** Those whose access method is ours. After a rewrite one may hold no columns; seal, reseal and unseal take it all the same. */
    this.sealed = new Set();
    this.indexes = 0;
    this.copies = 0;
  }

  note(line) {
    this.log.push(line);
    if (this.options.verbose) console.log(line.length > 300 ? `${line.slice(0, 300)} ...` : line);
  }

  async sql(text) {
    this.note(`${text};`);
    return await this.client.query({ text, rowMode: "array" });
  }

  /** Run a statement on one table; @ stands for its name. */
  async one(text, table) {
    try {
      const result = await this.client.query({
        text: text.replaceAll("@", table),
        rowMode: "array",
      });
      const list = Array.isArray(result) ? result : [result];
      return list.map((part) => ({
        count: part.rowCount,
        rows: part.rows.map((row) => JSON.stringify(row)),
      }));
    } catch (error) {
      if (error.code === undefined) throw error;
      return { error: error.code, message: error.message };
    }
  }

  /** Run a statement on both, which must end alike. Rows are compared in order when ordered, else as a set. */
  async both(text, { ordered = false } = {}) {
    this.note(`${text};`);
    const heap = await this.one(text, "h");
    const sealed = await this.one(text, "s");
    if (heap.error !== sealed.error)
      throw new Difference(
        `heap: ${heap.message ?? "no error"}\n  sealed: ${sealed.message ?? "no error"}`,
      );
    if (heap.error) return false;
    for (const [i, part] of heap.entries()) {
      const other = sealed[i];
      const a = ordered ? part.rows : part.rows.toSorted();
      const b = ordered ? other.rows : other.rows.toSorted();
      if (part.count !== other.count || a.join("\n") !== b.join("\n")) {
        const missing = a.filter((row) => !b.includes(row)).slice(0, 3);
        const surplus = b.filter((row) => !a.includes(row)).slice(0, 3);
        throw new Difference(
          `heap ${part.count} rows, sealed ${other.count}\n  only in the heap: ${missing.map((s) => s.slice(0, 300)).join(" ")}\n  only in the sealed: ${surplus.map((s) => s.slice(0, 300)).join(" ")}`,
        );
      }
    }
    return true;
  }

  /** The whole contents, by text. */
  async compare() {
    await this.both(
      "SELECT count(*), md5(string_agg(t::text, '|' ORDER BY id, t::text COLLATE \"C\")) FROM @ t",
    );
  }

  async run() {
    const { r } = this;
    await this.create();
    await this.insert(r.between(0, this.options.rows));
    for (const leaf of this.leaves)
      if (this.leaves.length === 1 || r.chance(0.7)) await this.seal(leaf);
    await this.compare();
    for (let step = 0; step < this.options.steps; step++) {
      await this.step();
      await this.compare();
      await this.prepared();
      for (let i = r.below(4); i > 0; i--) await this.query();
    }
  }

  async end() {
    await this.client.query("RESET ALL");
    await this.client.query(`DROP SCHEMA ${this.schema} CASCADE`);
  }

  newColumn(type = pickType(this.r)) {
    const name = this.r.chance(0.1) ? `Odd "${this.copies++}` : `c${this.copies++}`;
    return {
      name: `"${name.replaceAll('"', '""')}"`,
      type,
      nulls: this.r.pick([0, 0.05, 0.05, 0.5, 1]),
    };
  }

  async create() {
    const { r } = this;
    await this.client.query(`DROP SCHEMA IF EXISTS ${this.schema} CASCADE`);
    await this.sql(`CREATE SCHEMA ${this.schema}`);
    await this.sql(`SET search_path = ${this.schema}`);
    await this.sql("SET timezone = 'UTC'");
    await this.sql("CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy')");
    await this.sql("CREATE TYPE pair AS (a int, b text)");
    await this.sql("CREATE DOMAIN positive AS int CHECK (VALUE > 0)");
    await this.sql("CREATE DOMAIN short_list AS int[] CHECK (cardinality(VALUE) < 5)");
    this.columns = [
      { name: "host", type: byName("int4"), nulls: 0, value: (x) => `${x.below(8)}` },
      { name: "ts", type: byName("timestamptz"), nulls: 0 },
    ];
    for (let i = r.between(1, 8); i > 0; i--) this.columns.push(this.newColumn());
    const list = this.columns.map((c) => `${c.name} ${c.type.name}`).join(", ");
    const parted = r.chance(0.25);
    for (const table of ["h", "s"]) {
      await this.sql(
        `CREATE TABLE ${table} (id int8 NOT NULL, ${list})${parted ? " PARTITION BY RANGE (id)" : ""}`,
      );
      if (!parted) continue;
      await this.sql(
        `CREATE TABLE ${table}_a PARTITION OF ${table} FOR VALUES FROM (MINVALUE) TO (700)`,
      );
      await this.sql(
        `CREATE TABLE ${table}_b PARTITION OF ${table} FOR VALUES FROM (700) TO (1000000)`,
      );
      await this.sql(
        `CREATE TABLE ${table}_c PARTITION OF ${table} FOR VALUES FROM (1000000) TO (MAXVALUE)`,
      );
    }
    if (parted) this.leaves = ["s_a", "s_b", "s_c"];
    if (r.chance(0.2)) {
      // a column dropped before the seal
      const column = this.newColumn();
      for (const table of ["h", "s"]) {
        await this.sql(`ALTER TABLE ${table} ADD COLUMN ${column.name} ${column.type.name}`);
        await this.sql(`ALTER TABLE ${table} DROP COLUMN ${column.name}`);
      }
    }
    this.unique = r.chance(0.85);
    if (this.unique) await this.both("ALTER TABLE @ ADD PRIMARY KEY (id)");
    if (r.chance(0.5)) await this.both("CREATE INDEX ON @ (host, ts)");
    if (r.chance(0.2)) await this.both(`CREATE INDEX ON @ USING brin (ts)`);
    await this.both(
      "PREPARE kept_@ (int, int8) AS SELECT id, ts FROM @ WHERE host = $1 AND id > $2",
    );
    await this.both("PREPARE whole_@ (int8) AS SELECT * FROM @ WHERE id = $1");
    await this.both("PREPARE change_@ (int8) AS UPDATE @ SET host = host + 1 WHERE id % 97 = $1");
    this.guarded = r.chance(0.25);
    if (this.guarded) {
      await this.sql(
        "DO $$ BEGIN CREATE ROLE diff_reader; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$",
      );
      await this.sql(`GRANT USAGE ON SCHEMA ${this.schema} TO diff_reader`);
      await this.both("GRANT SELECT ON @ TO diff_reader");
      await this.both("CREATE POLICY part ON @ USING (id % 3 <> 0 AND host <> 5)");
      await this.both("ALTER TABLE @ ENABLE ROW LEVEL SECURITY");
    }
  }

  /** Plans kept across seals, reseals and ALTERs: generic ones from the sixth execution on. */
  async prepared() {
    const r = this.r.fork();
    await this.both(`EXECUTE kept_@ (${r.below(9)}, ${r.below(this.nextId)})`);
    // a plan whose result has another shape since an ALTER is refused for good
    if (!(await this.both(`EXECUTE whole_@ (${r.below(this.nextId)})`))) {
      await this.both("DEALLOCATE whole_@");
      await this.both("PREPARE whole_@ (int8) AS SELECT * FROM @ WHERE id = $1");
    }
    if (r.chance(0.2)) await this.both(`EXECUTE change_@ (${r.below(97)})`);
  }

  value(column) {
    if (column.value && !this.r.chance(column.nulls)) return column.value(this.r);
    return literal(this.r, column);
  }

  row(id) {
    return `(${[id, ...this.columns.map((c) => this.value(c))].join(", ")})`;
  }

  names() {
    return ["id", ...this.columns.map((c) => c.name)].join(", ");
  }

  async insert(n) {
    const { r } = this;
    while (n > 0) {
      const rows = [];
      for (let i = Math.min(n, 500); i > 0; i--) rows.push(this.row(this.nextId++));
      n -= rows.length;
      await this.both(
        `INSERT INTO @ (${this.names()}) VALUES ${r.chance(0.5) ? rows.reverse().join(", ") : rows.join(", ")}`,
      );
    }
  }

  /** Some rows, by a condition that both tables understand alike. */
  some() {
    const { r } = this;
    const limit = Math.max(this.nextId, 2);
    switch (r.below(7)) {
      case 0:
        return `id = ${r.below(limit)}`;
      case 1:
        return `id BETWEEN ${r.below(limit)} AND ${r.below(limit)}`;
      case 2:
        return `id % ${r.between(2, 40)} = 0`;
      case 3:
        return `host = ${r.below(9)}`;
      case 4:
        return `host IN (${r.below(9)}, ${r.below(9)}) AND id % 3 = 1`;
      case 5:
        return `id IN (${Array.from({ length: 5 }, () => r.below(limit)).join(", ")})`;
      default: {
        const column = r.pick(this.columns);
        return `${column.name} IS ${r.pick(["NULL", "NOT NULL"])} AND id % 5 = ${r.below(5)}`;
      }
    }
  }

  assignments() {
    return this.r
      .some(this.columns, this.r.between(1, Math.min(3, this.columns.length)))
      .map((c) => `${c.name} = ${this.r.chance(0.2) ? c.name : this.value(c)}`)
      .join(", ");
  }

  /** Seal or reseal one leaf. */
  async seal(leaf = this.r.pick(this.leaves)) {
    const { r } = this;
    const verb = this.sealed.has(leaf) && r.chance(0.9) ? "reseal" : "seal";
    const candidates = this.columns.filter((c) => c.type.order);
    const key = r.chance(0.6)
      ? ["host", "ts"]
      : r.some(candidates, r.between(1, 3)).map((c) => c.name);
    const keys = key
      .filter((name) => this.columns.some((c) => c.name === name))
      .map((name) => ({ name, desc: r.chance(0.2), nulls: r.chance(0.2) }));
    if (keys.length === 0) keys.push({ name: "id", desc: false, nulls: false });
    const order = keys.map(
      (k) =>
        `${k.name.replace(/^"(.*)"$/, "$1").replaceAll('""', '"')}${k.desc ? " DESC" : ""}${k.nulls ? ` NULLS ${k.desc ? "LAST" : "FIRST"}` : ""}`,
    );
    const array = `ARRAY[${order.map((o) => `'${o.replaceAll("'", "''")}'`).join(", ")}]::name[]`;
    const codec = r.pick(["lz4", "none", "zstd"]);
    const keep = r.chance(0.3) ? `, ${r.pick(["true", "false"])}` : "";
    await this.sql(`CALL sealstone.${verb}('${leaf}', ${array}, '${codec}'${keep})`);
    this.sealed.add(leaf);
  }

  async unseal() {
    const leaf = this.r.pick(this.leaves);
    if (!this.sealed.has(leaf)) return;
    await this.sql(`CALL sealstone.unseal('${leaf}')`);
    this.sealed.delete(leaf);
  }

  async step() {
    const { r } = this;
    const steps = [
      [20, () => this.insert(r.between(1, 120))],
      [12, () => this.both(`UPDATE @ SET ${this.assignments()} WHERE ${this.some()} RETURNING id`)],
      [6, () => this.both(`UPDATE @ SET id = id + 1000000 WHERE id = ${r.below(this.nextId)}`)],
      [10, () => this.both(`DELETE FROM @ WHERE ${this.some()} RETURNING ${this.names()}`)],
      [8, () => this.upsert()],
      [4, () => this.merge()],
      [
        5,
        () =>
          this.both(
            `SELECT id FROM @ WHERE ${this.some()} ${r.pick(["FOR UPDATE", "FOR SHARE", "FOR KEY SHARE", "FOR NO KEY UPDATE"])}`,
          ),
      ],
      [6, () => this.transaction()],
      [9, () => this.alter()],
      [4, () => this.both(`VACUUM ${r.pick(["", "(FREEZE)", "(ANALYZE)", "(FULL)"])} @`)],
      [1, () => this.unique && this.sql("CLUSTER s USING s_pkey")],
      [2, () => this.both("ANALYZE @")],
      [3, () => this.createIndex()],
      [2, () => this.sql(`REINDEX TABLE ${r.pick(["", "CONCURRENTLY "])}s`)],
      [3, () => this.cursor()],
      [2, () => this.duplicates()],
      [1, () => this.truncate()],
      [7, () => this.seal()],
      [3, () => this.unseal()],
      [4, () => this.many()],
    ];
    let at = r.next() * steps.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, act] of steps) {
      at -= weight;
      if (at < 0) {
        await act();
        return;
      }
    }
  }

  /** Late rows by the thousand, which are taken up a vector at a time: rows that are there once more, under new ids. */
  async many() {
    const { r } = this;
    const end = Math.min(this.nextId, 2500);
    const rest = this.names().replace(/^id/, "");
    await this.both(
      `INSERT INTO @ (${this.names()}) SELECT id + ${this.nextId}${rest} FROM @ WHERE id BETWEEN ${r.between(0, 100)} AND ${end} ORDER BY ${r.pick(["id", "id DESC", "host, id", "ts, id"])}`,
    );
    this.nextId += end + 1;
  }

  async upsert() {
    const { r } = this;
    if (!this.unique) return;
    const ids = new Set(
      Array.from({ length: r.between(1, 30) }, () => r.between(1, this.nextId + 5)),
    );
    for (const id of ids) if (id >= this.nextId) this.nextId = id + 1;
    const rows = [...ids].map((id) => this.row(id)).join(", ");
    const action = r.chance(0.3) ? "NOTHING" : `UPDATE SET ${this.assignments()}`;
    await this.both(
      `INSERT INTO @ (${this.names()}) VALUES ${rows} ON CONFLICT (id) DO ${action} RETURNING id`,
    );
  }

  async merge() {
    const { r } = this;
    const ids = new Set(
      Array.from({ length: r.between(1, 30) }, () => r.between(1, this.nextId + 5)),
    );
    const fresh = Math.max(...ids);
    if (fresh >= this.nextId) this.nextId = fresh + 1;
    await this.both(
      `MERGE INTO @ t USING (VALUES ${[...ids].map((id) => `(${id}::int8)`).join(", ")}) v(id) ON t.id = v.id
       WHEN MATCHED AND v.id % 2 = 0 THEN DELETE
       WHEN MATCHED THEN UPDATE SET ${this.assignments()}
       WHEN NOT MATCHED THEN INSERT (${this.names()}) VALUES (v.id, ${this.columns.map((c) => this.value(c)).join(", ")})`,
    );
  }

  /** Changes under savepoints, some rolled back; then commit, rollback or prepare. */
  async transaction() {
    const { r } = this;
    await this.sql(
      r.pick([
        "BEGIN",
        "BEGIN ISOLATION LEVEL REPEATABLE READ",
        "BEGIN ISOLATION LEVEL SERIALIZABLE",
      ]),
    );
    for (let i = r.between(1, 4); i > 0; i--) {
      await this.sql("SAVEPOINT a");
      const rowId = this.nextId++;
      const ok = await this.inSavepoint(
        r.pick([
          `UPDATE @ SET ${this.assignments()} WHERE ${this.some()}`,
          `DELETE FROM @ WHERE ${this.some()}`,
          `INSERT INTO @ (${this.names()}) VALUES ${this.row(rowId)}`,
          `INSERT INTO @ (${this.names()}) VALUES ${this.row(r.between(1, this.nextId))}`,
          `SELECT id FROM @ WHERE ${this.some()} FOR UPDATE`,
        ]),
      );
      if (!ok || r.chance(0.4)) await this.sql("ROLLBACK TO SAVEPOINT a");
      else await this.sql("RELEASE SAVEPOINT a");
      await this.compare();
    }
    if (r.chance(0.2)) {
      const gid = `${this.schema}_${this.log.length}`;
      await this.sql(`PREPARE TRANSACTION '${gid}'`);
      await this.compare();
      await this.sql(`${r.pick(["COMMIT", "ROLLBACK"])} PREPARED '${gid}'`);
    } else await this.sql(r.pick(["COMMIT", "ROLLBACK"]));
  }

  /** In a transaction an error must not keep the twin from running: a savepoint each. */
  async inSavepoint(text) {
    this.note(`${text};`);
    const ends = [];
    for (const table of ["h", "s"]) {
      await this.client.query("SAVEPOINT one");
      const end = await this.one(text, table);
      ends.push(end);
      if (end.error) await this.client.query("ROLLBACK TO SAVEPOINT one");
    }
    if (ends[0].error !== ends[1].error)
      throw new Difference(
        `heap: ${ends[0].message ?? "no error"}\n  sealed: ${ends[1].message ?? "no error"}`,
      );
    if (!ends[0].error && ends[0][0].count !== ends[1][0].count)
      throw new Difference(`heap changed ${ends[0][0].count} rows, sealed ${ends[1][0].count}`);
    return !ends[0].error;
  }

  async alter() {
    const { r } = this;
    switch (r.below(8)) {
      case 0:
      case 1: {
        const column = this.newColumn();
        const value = literal(r, column);
        await this.both(
          `ALTER TABLE @ ADD COLUMN ${column.name} ${column.type.name}${r.chance(0.6) ? ` DEFAULT ${value}` : ""}`,
        );
        this.columns.push(column);
        break;
      }
      case 2: {
        const column = this.columns.at(-1);
        if (this.columns.length > 3 && column) {
          await this.both(`ALTER TABLE @ DROP COLUMN ${column.name}`);
          this.columns.pop();
        }
        break;
      }
      case 3: {
        const column = this.columns.at(-1);
        if (this.columns.length > 2 && column) {
          const name = `"renamed ${this.copies++}"`;
          await this.both(`ALTER TABLE @ RENAME COLUMN ${column.name} TO ${name}`);
          column.name = name;
        }
        break;
      }
      case 4: {
        const column = r.pick(this.columns);
        await this.both(
          `ALTER TABLE @ ALTER COLUMN ${column.name} ${r.pick(["SET", "DROP"])} NOT NULL`,
        );
        break;
      }
      case 5: {
        // a rewrite: the sealed table comes out of it without columns, until sealed again
        const wider = {
          int2: "int8",
          int4: "numeric",
          int8: "numeric",
          float4: "float8",
          date: "timestamp",
          "varchar(30)": "text",
          "char(6)": "text",
        };
        const column = r.pick(this.columns.slice(1).filter((c) => wider[c.type.name]));
        if (column) {
          const to = wider[column.type.name];
          // varchar to text needs no rewrite, the others do
          if (await this.both(`ALTER TABLE @ ALTER COLUMN ${column.name} TYPE ${to}`))
            column.type = byName(to);
        }
        break;
      }
      case 6: {
        // rewrites of the storage alone
        const to = r.pick([
          "SET ACCESS METHOD heap",
          "SET ACCESS METHOD sealstone",
          "SET UNLOGGED",
          "SET LOGGED",
        ]);
        const leaf = r.pick(this.leaves);
        await this.sql(`ALTER TABLE ${leaf} ${to}`);
        if (to.endsWith("heap")) this.sealed.delete(leaf);
        if (to.endsWith("sealstone")) this.sealed.add(leaf);
        break;
      }
      default: {
        const column = r.pick(this.columns);
        await this.both(
          `ALTER TABLE @ ADD CHECK (${column.name} IS NOT NULL OR id > ${-this.log.length})`,
        );
        break;
      }
    }
  }

  async createIndex() {
    const { r } = this;
    // a value too long for an entry would fail on the heap, while the sealed table's index never sees sealed rows
    const column = r.pick(
      this.columns.filter((c) => c.type.order && !/text|bytea|json|\[\]/.test(c.type.name)),
    );
    if (!column) return;
    const concurrently = r.chance(0.4) ? "CONCURRENTLY " : "";
    await this.both(`CREATE INDEX ${concurrently}ON @ (${column.name})`);
  }

  async cursor() {
    await this.sql("BEGIN");
    for (const table of ["h", "s"]) {
      const n = Number((await this.client.query(`SELECT count(*) AS n FROM ${table}`)).rows[0].n);
      await this.sql(`DECLARE c_${table} SCROLL CURSOR FOR SELECT id FROM ${table}`);
      const forward = (await this.client.query(`FETCH ALL FROM c_${table}`)).rows.map((x) => x.id);
      const backward = (await this.client.query(`FETCH BACKWARD ALL FROM c_${table}`)).rows.map(
        (x) => x.id,
      );
      if (forward.length !== n || backward.toReversed().join() !== forward.join())
        throw new Difference(
          `cursor on ${table}: ${n} rows, ${forward.length} forward, ${backward.length} backward`,
        );
    }
    await this.both(`SELECT id FROM @ WHERE ${this.some()} FOR UPDATE`);
    await this.sql("COMMIT");
  }

  /** Whatever enters a key twice must be refused. */
  async duplicates() {
    const { r } = this;
    if (!this.unique) return;
    await this.both(
      `INSERT INTO @ (${this.names()}) VALUES ${this.row(r.between(1, this.nextId - 1))}`,
    );
    await this.both("SELECT id FROM @ GROUP BY id HAVING count(*) > 1");
  }

  async truncate() {
    await this.both("TRUNCATE @");
    await this.insert(this.r.between(0, this.options.rows / 2));
  }

  /** Queries and settings draw from a stream of their own: a new kind of query or setting leaves the lives of all seeds as they were. */
  async query() {
    const r = this.r.fork();
    await this.settings(r.fork());
    const { text, ordered } = randomQuery(r, this);
    const guarded = this.guarded && r.chance(0.5);
    if (guarded) await this.sql("SET ROLE diff_reader");
    await this.both(text, { ordered });
    if (this.options.paths) await this.countPaths(text);
    if (guarded) await this.sql("RESET ROLE");
  }

  /** What the query at hand reached, counted in options.paths. */
  async countPaths(text) {
    const { paths } = this.options;
    let plan;
    try {
      const { rows } = await this.client.query(
        `EXPLAIN (ANALYZE, FORMAT JSON, TIMING OFF) ${text.replaceAll("@", "s")}`,
      );
      plan = JSON.parse(rows[0]["QUERY PLAN"])[0].Plan;
    } catch (error) {
      if (error.code === undefined) throw error;
      return;
    }
    const visit = (node) => {
      const provider = node["Custom Plan Provider"];
      if (provider) {
        const late = node["Late Rows"] ?? 0;
        const kind =
          late >= 1024 ? "1,024 late rows and more" : late > 0 ? "late rows" : "none late";
        const name = `${provider}${node["Parallel Aware"] ? ", parallel" : ""}: ${kind}`;
        paths.set(name, (paths.get(name) ?? 0) + 1);
      }
      for (const child of node.Plans ?? []) visit(child);
    };
    visit(plan);
  }

  /** Planner settings at random; ours among them, whatever this version has. */
  async settings(r) {
    if (this.switches === undefined) {
      const { rows } = await this.client.query(
        "SELECT name FROM pg_settings WHERE vartype = 'bool' AND name LIKE 'sealstone.enable%' ORDER BY 1",
      );
      this.switches = rows.map((row) => row.name);
    }
    const wanted = [
      ...[
        "enable_seqscan",
        "enable_indexscan",
        "enable_indexonlyscan",
        "enable_bitmapscan",
        "enable_hashagg",
        "enable_sort",
        "enable_tidscan",
        ...this.switches,
      ].map((name) => `${name} = ${r.chance(0.75) ? "on" : "off"}`),
      ...(r.chance(0.4)
        ? [
            "parallel_setup_cost = 0",
            "parallel_tuple_cost = 0",
            "min_parallel_table_scan_size = 0",
            "min_parallel_index_scan_size = 0",
            "max_parallel_workers_per_gather = 3",
          ]
        : ["max_parallel_workers_per_gather = 0"]),
      `work_mem = '${r.pick(["64kB", "4MB"])}'`,
      `effective_io_concurrency = ${r.pick([0, 1, 16])}`,
      // on tables this small the aggregate seldom wins on cost alone
      ...(r.chance(0.3)
        ? [
            "enable_seqscan = off",
            "sealstone.enable_column_scan = off",
            "sealstone.enable_seek = off",
            "sealstone.enable_aggregate = on",
          ]
        : []),
    ];
    const text = wanted.map((setting) => `SET ${setting}`).join("; ");
    this.note(`${text};`);
    await this.client.query(text);
  }
}
