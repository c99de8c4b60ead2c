import type { ClientBase } from "pg";

/** The flights' jobs stay the user's to start: what needs attention on the first screen is real. */
export async function pauseFlightJobs(client: ClientBase): Promise<void> {
  await client.query(`SELECT sealstone.set_sealing('flights', after => interval '1 day')`);
  await client.query(
    `SELECT sealstone.update_job(id, enabled => false)
       FROM sealstone.job_info WHERE relation = 'flights'::regclass AND enabled`,
  );
}

/** Seals every week with rows but the last two, oldest first; those already sealed are left alone. */
export async function sealFlights(
  client: ClientBase,
  progress: (done: number, total: number) => void,
): Promise<void> {
  const { rows } = await client.query<{ partition: string; sealed: boolean }>(
    `SELECT partition::text, state = 'sealed' AS sealed
       FROM sealstone.partition_info
      WHERE relation = 'flights'::regclass AND state IN ('live', 'sealed')
        AND lo <= (SELECT max(ts) FROM flights) -- this week's, which every new series has, is empty
      ORDER BY lo`,
  );
  const weeks = rows.slice(0, -2);
  let done = 0;
  for (const { partition, sealed } of weeks) {
    if (!sealed) await client.query(`CALL sealstone.seal(${client.escapeLiteral(partition)})`);
    done += 1;
    progress(done, weeks.length);
  }
  await client.query(`SELECT sealstone.measure('flights')`);
}

const exists = async (client: ClientBase, name: string) => {
  const { rows } = await client.query("SELECT to_regclass($1) IS NOT NULL AS yes", [name]);
  return rows[0]?.yes === true;
};

const aggregates =
  "count(*) AS flights, avg(delay) AS delay, max(delay) AS worst_delay, sum(distance) AS miles";

/** Hourly per origin, and daily from the hourly: a rollup of a rollup. */
export async function createFlightRollups(client: ClientBase): Promise<void> {
  if (!(await exists(client, "flights_by_hour"))) {
    await client.query(
      `SELECT sealstone.create_rollup('flights_by_hour', 'flights', bucket => '1 hour',
          select_list => '${aggregates}',
          group_by => 'origin')`,
    );
    await client.query(`SELECT sealstone.refresh_rollup('flights_by_hour')`);
  }
  if (!(await exists(client, "flights_by_day"))) {
    await client.query(
      `SELECT sealstone.create_rollup('flights_by_day', 'flights_by_hour', bucket => '1 day',
          select_list => '${aggregates}',
          group_by => 'origin')`,
    );
    await client.query(`SELECT sealstone.refresh_rollup('flights_by_day')`);
  }
  await client.query(
    `SELECT sealstone.update_job(id, enabled => false)
       FROM sealstone.job_info
      WHERE relation IN ('flights_by_hour'::regclass, 'flights_by_day'::regclass) AND enabled`,
  );
}

/** Per minute and device, refreshed as one watches. */
export async function createHostRollup(client: ClientBase): Promise<void> {
  await client.query(
    `SELECT sealstone.create_rollup('host_metrics_by_minute', 'host_metrics', bucket => '1 minute',
        select_list => 'count(*) AS readings, avg(value) AS average, min(value) AS lowest, max(value) AS highest',
        group_by => 'host, device, metric')`,
  );
}

/** Nothing in the demo is secret: with its values readable, the console draws the maps of row groups. */
export async function letConsoleRead(client: ClientBase): Promise<void> {
  const { rows } = await client.query("SELECT FROM pg_roles WHERE rolname = 'sealstone_viewer'");
  if (rows.length > 0)
    await client.query(
      "GRANT SELECT ON flights, host_metrics, flights_by_hour, flights_by_day, host_metrics_by_minute TO sealstone_viewer",
    );
}
