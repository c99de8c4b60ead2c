import pg from "pg"; import fs from "node:fs";
const n = Number(process.argv[2] ?? 500), rounds = Number(process.argv[3] ?? 5);
const c = new pg.Client({ connectionString: process.env.DATABASE_URL }); await c.connect();
const pid = (await c.query("select pg_backend_pid() p")).rows[0].p;
const cpu = () => Number(fs.readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e3;
const q = (from, prepared) => ({ text: `SELECT * FROM ${from} WHERE host = $1`, values: ["host_7"], ...(prepared ? { name: `r ${from}` } : {}) });
const out = {};
for (let r = 0; r <= rounds; r++) for (const prepared of [false, true]) for (const from of ["results", "cpu_hourly"]) {
  const b = cpu(); for (let i = 0; i < n; i++) await c.query(q(from, prepared));
  if (r > 0) (out[`${prepared ? "prepared" : "extended"} ${from}`] ??= []).push((cpu() - b) / n);
}
for (const [k, v] of Object.entries(out)) { v.sort((a, b) => a - b); console.log(k.padEnd(24), v[v.length >> 1].toFixed(1), "us cpu  (min", v[0].toFixed(1) + ")"); }
const cols = "bucket"; for (const from of ["results","cpu_hourly"]) { const t = await c.query(`explain (summary) SELECT * FROM ${from} WHERE host = 'host_7'`); console.log(from, t.rows.at(-1)["QUERY PLAN"]); }
await c.end();
