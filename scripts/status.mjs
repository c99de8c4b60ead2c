// npm run status: what runs, since when, restarted how often, and where.
import { main } from "./lib/say.mjs";
import { supervisorStatus } from "./lib/services.mjs";
import { openState, readJson } from "./lib/state.mjs";

await main(async () => {
  const state = openState("up", { make: false });
  const status = supervisorStatus(state);
  if (!status) {
    console.log("Nothing is running. Start it: npm run up");
    process.exitCode = 3;
    return;
  }
  for (const { name, pid, starts, since } of status.services) {
    const restarts = starts > 1 ? `, started ${starts} times` : "";
    console.log(
      pid
        ? `  ${name.padEnd(10)} pid ${pid}, since ${since}${restarts}`
        : `  ${name.padEnd(10)} down, to be restarted${restarts}`,
    );
  }
  const { ports = {}, address } = readJson(state.settings, {});
  console.log(`  console    ${address ?? `http://localhost:${ports.api}`}`);
  console.log(`  database   127.0.0.1:${ports.postgres}, database demo (npm run psql)`);
  console.log(`  files      ${state.dir}`);
  if (status.services.some(({ pid }) => !pid)) process.exitCode = 1;
});
