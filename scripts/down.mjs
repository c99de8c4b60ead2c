// npm run down [-- --purge]: stops what `npm run up` started; --purge also removes all it made.
import { main, step } from "./lib/say.mjs";
import { stopServices } from "./lib/services.mjs";
import { openState, purge } from "./lib/state.mjs";

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
  }
});
