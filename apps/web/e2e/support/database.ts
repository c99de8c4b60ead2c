import pg from "pg";
import { postgres, superuser } from "./env";

/** One statement, or several, as the owner of the tests' tables. */
export async function sql<Row extends pg.QueryResultRow = pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: postgres() });
  await client.connect();
  try {
    const result = await client.query<Row>(text, values.length ? values : undefined);
    return result.rows ?? [];
  } finally {
    await client.end();
  }
}

/** An open session that holds a lock, as someone's forgotten transaction would. */
export async function holdLock(
  table: string,
): Promise<{ pid: number; release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: postgres() });
  await client.connect();
  await client.query("BEGIN");
  await client.query(`SELECT count(*) FROM ${table}`);
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return {
    pid: rows[0]?.pid ?? 0,
    release: async () => {
      await client.query("COMMIT");
      await client.end();
    },
  };
}

export interface Made {
  name: string;
  oid: string;
}

/** In the transaction that makes the relation, so that none of its jobs ever runs by itself. */
export const pauseJobs = (name: string): string =>
  `SELECT sealstone.update_job(id, enabled => false) FROM sealstone.job_info WHERE relation = 'public.${name}'::regclass`;

/** A series of its own for each journey, its jobs paused, so that no job races a click. */
export async function makeSeries(name: string, days: number, rowsPerDay = 4000): Promise<Made> {
  await dropSeries(name);
  await sql(`
    CREATE TABLE public.${name} (ts timestamptz NOT NULL, host text NOT NULL, value float8, n integer) PARTITION BY RANGE (ts);
    CREATE INDEX ON public.${name} (host, ts);
    SELECT sealstone.create_series('public.${name}', 'ts', partition_interval => '1 day', premake => 0);
    SELECT sealstone.make_partitions('public.${name}', '2026-01-01', '${new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)}');
    ${pauseJobs(name)};
  `);
  await sql(`
    INSERT INTO public.${name}
    SELECT '2026-01-01'::timestamptz + make_interval(secs => i * 86400.0 / ${rowsPerDay}), 'host' || i % 7, (i * 37 % 1000) / 10.0, i
      FROM generate_series(0, ${days * rowsPerDay - 1}) i`);
  // the console's operator login works on the series there were when its grants were given
  await sql(
    `SELECT sealstone.grant_operate('public.${name}', oid::regrole) FROM pg_roles WHERE rolname = 'sealstone_operator'`,
  );
  await sql(`SELECT sealstone.measure('public.${name}')`);
  const [row] = await sql<{ oid: string }>(`SELECT 'public.${name}'::regclass::oid::text AS oid`);
  return { name, oid: row?.oid ?? "" };
}

export async function dropSeries(name: string): Promise<void> {
  await sql(
    `SELECT sealstone.drop_rollup(rollup) FROM sealstone.rollup_info WHERE series = to_regclass('public.${name}')`,
  );
  await sql(`DROP TABLE IF EXISTS public.${name} CASCADE`);
}

/** As the server's superuser, in any database: for making databases, and for faults. */
export async function asSuperuser<Row extends pg.QueryResultRow = pg.QueryResultRow>(
  text: string,
  database?: string,
): Promise<Row[]> {
  const url = new URL(superuser());
  if (database) url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows ?? [];
  } finally {
    await client.end();
  }
}
