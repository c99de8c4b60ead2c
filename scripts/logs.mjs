// npm run logs [-- service] [-f]: the ends of the services' logs, or one followed.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { attach } from "./lib/run.mjs";
import { bold, main, Trouble } from "./lib/say.mjs";
import { logTail } from "./lib/services.mjs";
import { openState } from "./lib/state.mjs";

await main(async () => {
  const state = openState("up", { make: false });
  const args = process.argv.slice(2);
  const follow = args.includes("-f");
  if (!existsSync(state.logs)) throw new Trouble("There are no logs.", "Start it: npm run up");
  const names = readdirSync(state.logs)
    .filter((f) => f.endsWith(".log"))
    .map((f) => f.slice(0, -4));
  const asked = args.filter((a) => a !== "-f");
  const unknown = asked.find((name) => !existsSync(join(state.logs, `${name}.log`)));
  if (unknown)
    throw new Trouble(
      `There is no log of "${unknown}".`,
      `There are: ${names.join(", ") || "none yet"}`,
    );
  const shown = asked.length > 0 ? asked : names;
  if (follow) {
    process.exitCode = await attach("tail", [
      "-n",
      "30",
      "-F",
      ...shown.map((name) => join(state.logs, `${name}.log`)),
    ]);
    return;
  }
  for (const name of shown)
    console.log(`${bold(name)}\n  ${logTail(state, name, asked.length > 0 ? 200 : 10)}\n`);
});
