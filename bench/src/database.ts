import type pg from "pg";
import { connect } from "./connection.js";
import { Refused } from "./refused.js";

const NAME = "sealstone_bench";
const MARK = "made by the bench of Sealstone, and dropped and filled by it as it likes";
const LOCK = 0x5ea1be;

/**
 * The bench's own database on the server of `url`, made where it is missing: whatever else is on that server stays as it is. Another
 * bench that is at work there is not disturbed.
 * @returns its connection string, and the connection that holds the place until it ends
 */
export async function openDatabase(url: string): Promise<{ url: string; client: pg.Client }> {
  let address: URL;
  let first: pg.Client;
  try {
    address = new URL(url);
    first = await connect(url);
  } catch (error) {
    throw new Refused(
      `the server cannot be reached: ${error instanceof Error ? error.message : error} (SEALSTONE_BENCH_PG is postgresql://user:password@host:port/database)`,
    );
  }
  try {
    const {
      rows: [{ role, superuser, offered, mark, exists }],
    } = await first.query(
      `SELECT current_user AS role, (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser,
              EXISTS (SELECT FROM pg_available_extensions WHERE name = 'sealstone') AS offered,
              (SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = $1) AS mark,
              EXISTS (SELECT FROM pg_database WHERE datname = $1) AS exists`,
      [NAME],
    );
    if (!superuser)
      throw new Refused(
        `the bench needs a superuser, and ${role} is none: name one in SEALSTONE_BENCH_PG`,
      );
    if (!offered)
      throw new Refused("sealstone is not installed on that server: install it there first");
    if (exists && mark !== MARK)
      throw new Refused(
        `there is a database ${NAME} that the bench did not make: rename or drop it, or use another server`,
      );
    if (!exists) {
      await first.query(`CREATE DATABASE ${NAME}`);
      await first.query(`COMMENT ON DATABASE ${NAME} IS '${MARK}'`);
    }
  } finally {
    await first.end();
  }
  address.pathname = `/${NAME}`;
  const client = await connect(address.href);
  const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS free", [LOCK]);
  if (!rows[0].free) {
    await client.end();
    throw new Refused("another bench is at work on that server: wait until it has ended");
  }
  await client.query("CREATE EXTENSION IF NOT EXISTS sealstone");
  return { url: address.href, client };
}
