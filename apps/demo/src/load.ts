// Loads what is missing of the demo: `node dist/load.js`, with SEALSTONE_DEMO_URL. Prints lines
// `progress <fraction> <what>` for the caller's progress bar; run again, it goes on where it is whole.
import pg from "pg";
import { loadFlights } from "./flights.js";
import { createHostMetrics } from "./host-metrics.js";
import {
  createFlightRollups,
  createHostRollup,
  letConsoleRead,
  pauseFlightJobs,
  sealFlights,
} from "./series.js";

const connectionString = process.env.SEALSTONE_DEMO_URL;
if (!connectionString) {
  console.error("SEALSTONE_DEMO_URL is not set: the connection string of the demo database.");
  process.exit(1);
}

const say = (fraction: number, what: string) =>
  console.log(`progress ${fraction.toFixed(3)} ${what}`);

const client = new pg.Client({ connectionString, application_name: "sealstone demo" });
await client.connect();
try {
  const exists = async (name: string) => {
    const { rows } = await client.query("SELECT to_regclass($1) IS NOT NULL AS yes", [name]);
    return rows[0]?.yes === true;
  };
  if (!(await exists("host_metrics"))) await createHostMetrics(client);
  if (!(await exists("host_metrics_by_minute"))) await createHostRollup(client);
  if (!(await exists("flights"))) {
    await loadFlights(client, (done, total) =>
      say((0.6 * done) / total, `${done.toLocaleString("en")} flights`),
    );
  }
  await pauseFlightJobs(client);
  await sealFlights(client, (done, total) =>
    say(0.6 + (0.3 * done) / total, `sealed ${done} of ${total} weeks`),
  );
  await createFlightRollups(client);
  await letConsoleRead(client);
  say(1, "done");
} finally {
  await client.end();
}
