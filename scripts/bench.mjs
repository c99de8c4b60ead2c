// npm run bench -- <suite> …: a server of its own with the bench's settings, then the harness (bench/src/cli.ts).
// SEALSTONE_BENCH_PG, a superuser's connection string, uses a server that is there instead.
import { join } from "node:path";
import { installPackages, needNode } from "./lib/javascript.mjs";
import { attach } from "./lib/run.mjs";
import { main, step } from "./lib/say.mjs";
import { stopServices } from "./lib/services.mjs";
import { preparePostgres, startPostgres } from "./lib/stack.mjs";
import { openState, purge, repo } from "./lib/state.mjs";

const settings = {
  shared_buffers: "'6GB'",
  effective_cache_size: "'16GB'",
  work_mem: "'64MB'",
  maintenance_work_mem: "'1GB'",
  max_wal_size: "'16GB'",
  checkpoint_timeout: "'30min'",
  random_page_cost: 1.1,
  max_parallel_workers: 2,
  autovacuum: "off",
  jit: "off",
};

await main(async () => {
  needNode();
  const state = openState("bench");
  const args = process.argv.slice(2);
  if (args.includes("--purge")) {
    await stopServices(state);
    purge(state);
    return;
  }
  const compareOnly = args[0] === "compare";
  await step("install npm packages", async () =>
    (await installPackages(join(state.logs, "prepare.log"))) ? undefined : "unchanged",
  );
  let env = process.env;
  const own = !compareOnly && !process.env.SEALSTONE_BENCH_PG;
  if (own) {
    const copy = await preparePostgres(state);
    const { ports, secrets } = await startPostgres(copy, state, {
      preferredPorts: { postgres: 5699 },
      settings,
    });
    env = {
      ...env,
      SEALSTONE_BENCH_PG: `postgresql://postgres:${secrets.superuser}@127.0.0.1:${ports.postgres}/postgres`,
      SEALSTONE_BENCH_DATA: state.dir,
    };
  }
  try {
    process.exitCode = await attach(process.execPath, ["--import", "tsx", "src/cli.ts", ...args], {
      cwd: join(repo, "bench"),
      env,
    });
  } finally {
    if (own) await stopServices(state);
  }
});
