// The collector's process: reads this machine once a second into host_metrics until it is told to
// stop. A database that is away is waited for; readings of that time are a gap, not a burst.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { collectOnce } from "./host-metrics.js";
import { readCounters } from "./proc.js";

const connectionString = process.env.SEALSTONE_DEMO_URL;
if (!connectionString) {
  console.error("SEALSTONE_DEMO_URL is not set: the connection string of the demo database.");
  process.exit(1);
}

const stopping = new AbortController();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stopping.abort());

async function collect(): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: "sealstone collector" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("SET statement_timeout = '10s'");
    let before = await readCounters();
    while (!stopping.signal.aborted) {
      await sleep(1000 - (Date.now() % 1000), undefined, { signal: stopping.signal }).catch(
        () => undefined,
      );
      if (!stopping.signal.aborted) before = await collectOnce(client, before);
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

let delay = 500;
while (!stopping.signal.aborted) {
  const since = Date.now();
  try {
    await collect();
  } catch (error) {
    console.error(new Date().toISOString(), error instanceof Error ? error.message : error);
    delay = Date.now() - since > 60_000 ? 500 : Math.min(delay * 2, 30_000);
    await sleep(delay, undefined, { signal: stopping.signal }).catch(() => undefined);
  }
}
