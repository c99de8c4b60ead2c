// npm run bench -- <suite> …: a server of its own with the bench's settings, then the harness (bench/src/cli.ts).
// SEALSTONE_BENCH_PG, a superuser's connection string, uses a server that is there instead. The suites of the
// API and the console run on a whole stack: SEALSTONE_BENCH_URL, _USER and _PASSWORD are its address and sign-in.
import { readdirSync, rmSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { needChromium } from "./lib/chromium.mjs";
import { buildJavaScript, installPackages, needNode } from "./lib/javascript.mjs";
import { alive, attach, sleep } from "./lib/run.mjs";
import { main, step, Trouble } from "./lib/say.mjs";
import { runServices, stopServices, untilAnswers } from "./lib/services.mjs";
import {
  appServices,
  database,
  grantAccess,
  madeByOlderBuild,
  makeAdmin,
  markBuild,
  prepareDatabase,
  preparePostgres,
  startPostgres,
} from "./lib/stack.mjs";
import { openState, purge, readJson, repo, writeJson } from "./lib/state.mjs";

const settings = {
  shared_buffers: "'6GB'",
  effective_cache_size: "'16GB'",
  work_mem: "'64MB'",
  maintenance_work_mem: "'1GB'",
  max_wal_size: "'16GB'",
  checkpoint_timeout: "'30min'",
  random_page_cost: 1.1,
  max_parallel_workers: cpus().length,
  autovacuum: "off",
  jit: "off",
};

/** Suites that ask the API or open the console. */
const onStack = new Set(["api", "web"]);

/** The API and the console on the bench's server; answers with what the harness is told of them. */
async function startStack(copy, state, stack, log) {
  const password = "a password of the bench's own";
  await step("build the API and the console", async () =>
    (await buildJavaScript(log)) ? undefined : "unchanged",
  );
  await step("start the API and the console", async () => {
    prepareDatabase(copy, state, stack);
    await grantAccess(copy, state, stack);
    await makeAdmin(stack, password, log);
    await runServices(state, appServices(copy, state, stack));
    await untilAnswers(state, "web", `http://127.0.0.1:${stack.ports.web}/`);
    await untilAnswers(state, "api", `http://127.0.0.1:${stack.ports.api}/readyz`);
  });
  return {
    SEALSTONE_BENCH_URL: `http://localhost:${stack.ports.api}`,
    SEALSTONE_BENCH_USER: "admin",
    SEALSTONE_BENCH_PASSWORD: password,
  };
}

let state;
const args = process.argv.slice(2);
const own = args[0] !== "compare" && !process.env.SEALSTONE_BENCH_PG;
/** The file that says which bench has the server; null: not we. */
let held = null;
const stop = async () => {
  if (!held) return;
  await stopServices(state);
  rmSync(held, { force: true });
};

/** One bench at a time: two would measure each other's rows, and the first to end would take the server away. */
function hold() {
  const file = join(state.dir, "bench.pid");
  const { pid } = readJson(file, {});
  if (pid !== undefined && pid !== process.pid && alive(pid))
    throw new Trouble(
      `Another bench (process ${pid}) is at work in this checkout.`,
      "Wait until it has ended, or end it.",
    );
  writeJson(file, { pid: process.pid });
  held = file;
}

await main(
  async () => {
    needNode();
    state = openState("bench");
    if (args.includes("--purge")) {
      hold();
      await stopServices(state);
      purge(state);
      return;
    }
    await step("install npm packages", async () =>
      (await installPackages(join(state.logs, "prepare.log"))) ? undefined : "unchanged",
    );
    let env = own ? { ...process.env, SEALSTONE_BENCH_DATA: state.dir } : process.env;
    const harness = (file) =>
      attach(process.execPath, ["--import", "tsx", file, ...args], {
        cwd: join(repo, "bench"),
        env,
      });
    // a wish that cannot be had is refused before anything is built for it
    process.exitCode = await harness("src/check.ts");
    if (process.exitCode !== 0 || args.includes("--help") || args.includes("-h")) return;
    try {
      if (own) {
        hold();
        for (const name of readdirSync(state.dir))
          if (name.startsWith("duckdb-")) rmSync(join(state.dir, name), { recursive: true });
        const log = join(state.logs, "prepare.log");
        const whole = onStack.has(args[0]);
        const copy = await preparePostgres(state);
        // nothing in it is anybody's: it is made anew where its extension is of an older build
        if (madeByOlderBuild(copy, state)) {
          await stopServices(state);
          rmSync(state.data, { recursive: true, force: true });
        }
        const stack = await startPostgres(copy, state, {
          preferredPorts: { postgres: 5699, ...(whole ? { api: 8280, web: 8290 } : {}) },
          settings,
        });
        markBuild(copy, state);
        const server = `postgresql://postgres:${stack.secrets.superuser}@127.0.0.1:${stack.ports.postgres}`;
        env = {
          ...env,
          ...(whole ? await startStack(copy, state, stack, log) : {}),
          SEALSTONE_BENCH_PG: `${server}/${whole ? database : "postgres"}`,
        };
      }
      if (args[0] === "web") {
        const chromium = await needChromium(join(state.logs, "prepare.log"), (names) =>
          console.log(`    installing the distribution's packages: ${names.join(" ")}`),
        );
        if (chromium) env = { ...env, SEALSTONE_CHROMIUM: chromium };
      }
      process.exitCode = await harness("src/cli.ts");
    } finally {
      await stop();
    }
  },
  {
    interrupted: {
      sentence:
        "What was measured so far is kept: the same command with --resume goes on from there.",
      cleanup: async () => {
        await stop();
        // a server that was just being started
        await sleep(1000);
        if (own && state && held) await stopServices(state);
      },
    },
  },
);
