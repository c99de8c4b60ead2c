// npm run down [-- --purge]: stops what `npm run up` started; --purge also removes all it made.
import { readdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { removeJavaScript } from "./lib/javascript.mjs";
import { main, step } from "./lib/say.mjs";
import { stopServices } from "./lib/services.mjs";
import { openState, purge, repo } from "./lib/state.mjs";

await main(async () => {
  const state = openState("up");
  await step("stop the services", async () =>
    (await stopServices(state)) ? "stopped" : "nothing was running",
  );
  if (process.argv.includes("--purge")) {
    await step("remove the private Postgres, its data, logs and settings", () => {
      purge(state);
      return state.dir;
    });
    // what remains there is a test run's, which needs the packages too
    const others = readdirSync(join(repo, ".sealstone"));
    await step("remove npm's packages and what was built", () => {
      if (others.length > 0) return `kept for ${others.join(", ")}`;
      rmdirSync(join(repo, ".sealstone"));
      return removeJavaScript() ? undefined : "kept: they were installed by hand";
    });
  }
});
