import pg from "pg";
const c = new pg.Client({ connectionString: process.env.DATABASE_URL }); await c.connect();
console.log((await c.query("select pg_backend_pid() p")).rows[0].p);
const end = Date.now() + 12000, prepared = process.argv[2] === "prepared";
while (Date.now() < end) await c.query({ text: `SELECT * FROM cpu_hourly WHERE host = $1`, values: ["host_7"], ...(prepared ? { name: "x" } : {}) });
await c.end();
