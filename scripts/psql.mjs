// npm run psql [-- arguments]: psql on the demo database, as the demo's owner, or `--superuser`.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { attach } from "./lib/run.mjs";
import { main, Trouble } from "./lib/say.mjs";
import { supervisorStatus } from "./lib/services.mjs";
import { openState, readJson, secrets } from "./lib/state.mjs";

await main(async () => {
  const state = openState("up");
  const settings = readJson(state.settings, {});
  if (!supervisorStatus(state) || !settings.psql || !existsSync(settings.psql)) {
    throw new Trouble("The stack is not running.", "Start it: npm run up");
  }
  const args = process.argv.slice(2);
  const superuser = args.includes("--superuser");
  const user = superuser ? "postgres" : "demo";
  process.exitCode = await attach(
    settings.psql,
    [
      "-h",
      state.socket,
      "-p",
      `${settings.ports.postgres}`,
      "-U",
      user,
      "-d",
      "demo",
      ...args.filter((a) => a !== "--superuser"),
    ],
    {
      env: {
        ...process.env,
        PGPASSWORD: secrets(state)[superuser ? "superuser" : "demo"],
        PSQLRC: process.env.PSQLRC ?? join(state.dir, "psqlrc"),
      },
    },
  );
});
