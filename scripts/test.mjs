// npm test: every test, on a Postgres, ports and folders of its own, beside a running `npm run up`.
//   npm test                         everything
//   npm test -- --pg 17              only the extension, on a Postgres 17 built from source with assertions
//   npm test -- --only api,web       some stages: checks extension units api web
//   npm test -- --only web --spec e2e/flows/sql.spec.ts
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { needChromium } from "./lib/chromium.mjs";
import { extensionSuites } from "./lib/extension-tests.mjs";
import { buildJavaScript, installPackages, needNode } from "./lib/javascript.mjs";
import { needPackages } from "./lib/packages.mjs";
import { buildExtension, copyTree, sql } from "./lib/postgres.mjs";
import { olderServer, sourceServer } from "./lib/postgres-source.mjs";
import { findPromtool } from "./lib/promtool.mjs";
import { run } from "./lib/run.mjs";
import { bold, green, main, red, seconds, step, Trouble } from "./lib/say.mjs";
import { runServices, stopServices, untilAnswers } from "./lib/services.mjs";
import {
  apiEnvironment,
  appServices,
  demoUrl,
  grantAccess,
  makeAdmin,
  prepareDatabase,
  preparePostgres,
  startPostgres,
} from "./lib/stack.mjs";
import { openState, purge, repo } from "./lib/state.mjs";
import { Transcript } from "./lib/transcript.mjs";

const usage = `npm test -- [--pg MAJOR] [--only STAGE,STAGE] [--spec FILE] [--seconds N] [--purge]
stages: checks, extension, units, api, web`;
const stages = ["checks", "extension", "units", "api", "web"];

/** The options, or a Trouble: a word mistyped must not run everything for half an hour. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        help: { type: "boolean", short: "h", default: false },
        pg: { type: "string" },
        only: { type: "string" },
        spec: { type: "string" },
        seconds: { type: "string", default: "120" },
        purge: { type: "boolean", default: false },
      },
    });
    const unknown = values.only?.split(",").find((stage) => !stages.includes(stage));
    if (unknown !== undefined) throw new Error(`there is no stage "${unknown}"`);
    if (!(Number(values.seconds) > 0)) throw new Error(`--seconds ${values.seconds}: more than 0`);
    return values;
  } catch (error) {
    throw new Trouble(`${error instanceof Error ? error.message : error}`, usage);
  }
}
let major;
let only;
let options;
const wanted = (stage) =>
  only ? only.includes(stage) : major === undefined || stage === "extension";

/** @type {{ name: string, passed: number, failed: number, took: string, transcript: Transcript }[]} */
const results = [];

/**
 * Runs one suite; its failure is kept for the end, so that one red suite does not hide the others.
 * @param {string} name
 * @param {(transcript: Transcript) => Promise<number | { passed: number, failed: number }>} work how many tests passed
 */
async function suite(name, work) {
  console.log(bold(`\n${name}`));
  const since = Date.now();
  const transcript = new Transcript();
  try {
    const counts = await work(transcript);
    const { passed, failed } = typeof counts === "number" ? { passed: counts, failed: 0 } : counts;
    results.push({ name, passed, failed, took: seconds(since), transcript });
  } catch (error) {
    for (const line of `${error instanceof Trouble ? error.message : (error?.stack ?? error)}`.split(
      "\n",
    ))
      transcript.say(red(line));
    results.push({ name, passed: 0, failed: 1, took: seconds(since), transcript });
  }
}

/** Runs a program with its output shown, and counts by the runner's own closing lines. */
async function counted(transcript, log, command, commandArgs, options, { passed, failed }) {
  const counts = () => ({ passed: transcript.count(passed), failed: transcript.count(failed) });
  try {
    await run(command, commandArgs, {
      log,
      ...options,
      ...transcript.output,
    });
  } catch (error) {
    // a runner that counted its failures has said all there is to say
    if (counts().failed > 0) return counts();
    throw error;
  }
  if (counts().passed === 0) throw new Trouble(`${command} ${commandArgs.join(" ")} ran no test.`);
  return counts();
}

const vitest = (transcript, log, workspace, env = {}) =>
  counted(
    transcript,
    log,
    "npx",
    ["vitest", "run", "--retry", "1"],
    { cwd: join(repo, workspace), env: { ...process.env, ...env, CI: "true" } },
    { passed: /^\s*Tests\s.*?(\d+) passed/, failed: /^\s*Tests\s.*?(\d+) failed/ },
  );

let state;
await main(
  async () => {
    options = readOptions();
    if (options.help) return console.log(usage);
    major = options.pg;
    only = options.only?.split(",");
    needNode();
    const since = Date.now();
    state = openState(major ? `test-${major}` : "test");
    await stopServices(state);
    // each run begins with a fresh cluster; the tree and the build are kept
    rmSync(state.data, { recursive: true, force: true });
    const log = join(state.logs, "tests.log");
    rmSync(log, { force: true });
    const announce = (names) =>
      console.log(`    installing the distribution's packages: ${names.join(" ")}`);

    try {
      // curl, jq and python3 run the examples of docs/api
      const tools = wanted("api") ? ["curl", "jq", "python3"] : [];
      await needPackages(["perl", "libipc-run-perl", ...tools], log, announce);
      const server = major
        ? await step(`Postgres ${major} from source`, () =>
            sourceServer(Number(major), log, announce),
          )
        : undefined;
      const flags = ["STOP_POINTS=1", "WERROR=1"];
      const copy = await preparePostgres(state, { server, flags });
      // another major version, to upgrade from
      const before = major && wanted("extension") ? olderServer(Number(major)) : undefined;
      const older =
        before &&
        (await step(`Postgres ${before.major} to upgrade from`, async () => {
          const installed = copyTree(before, join(state.dir, "older"));
          await buildExtension(installed, { buildDir: join(state.dir, "older-build"), log, flags });
          return installed;
        }));
      if (!major) {
        await step("install npm packages", async () =>
          (await installPackages(log)) ? undefined : "unchanged",
        );
        if (wanted("checks") || wanted("units") || wanted("api") || wanted("web")) {
          await step("build the API and the console", async () =>
            (await buildJavaScript(log)) ? undefined : "unchanged",
          );
        }
      } else if (wanted("extension")) {
        await step("install npm packages", async () =>
          (await installPackages(log)) ? undefined : "unchanged",
        );
      }
      const stack = await startPostgres(copy, state, {
        preferredPorts: { postgres: 5599, api: 8180, web: 8190 },
        settings: {
          // a test cluster is made anew each time
          fsync: "off",
          wal_level: "logical",
          max_prepared_transactions: 20,
          shared_buffers: "'256MB'",
        },
      });

      if (wanted("checks")) {
        await suite("lint", async (transcript) => {
          await run("npx", ["biome", "ci", "."], {
            cwd: repo,
            log,
            ...transcript.output,
          });
          return 1;
        });
        await suite("types", async (transcript) => {
          await run("npx", ["turbo", "run", "typecheck"], {
            cwd: repo,
            log,
            ...transcript.output,
            env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" },
          });
          return 1;
        });
        await suite("weight of the console's pages", async (transcript) => {
          await run(process.execPath, ["scripts/weight.mjs"], {
            cwd: join(repo, "apps/web"),
            log,
            onLine: (line) => transcript.say(line),
          });
          return 1;
        });
      }
      if (wanted("checks")) {
        await suite("reference of the SQL objects", async (transcript) => {
          const database = "reference";
          const ask = (db, text) =>
            sql(copy, state, {
              port: stack.ports.postgres,
              password: stack.secrets.superuser,
              database: db,
              text,
            });
          ask("postgres", `CREATE DATABASE ${database}`);
          ask(database, "CREATE EXTENSION sealstone");
          await run(
            process.execPath,
            ["scripts/sql-reference.mjs", "--check", "--psql", join(copy.bin, "psql")],
            {
              cwd: repo,
              log,
              ...transcript.output,
              env: {
                ...process.env,
                PGHOST: "127.0.0.1",
                PGPORT: `${stack.ports.postgres}`,
                PGUSER: "postgres",
                PGPASSWORD: stack.secrets.superuser,
                PGDATABASE: database,
              },
            },
          );
          return 1;
        });
      }
      if (wanted("extension")) {
        const suites = extensionSuites(copy, state, {
          port: stack.ports.postgres,
          password: stack.secrets.superuser,
          seconds: Number(options.seconds),
          older,
        });
        for (const { name, run: work } of suites) await suite(`extension: ${name}`, work);
      }
      const superuser = `postgresql://postgres:${stack.secrets.superuser}@127.0.0.1:${stack.ports.postgres}/postgres`;
      if (wanted("units")) {
        for (const workspace of ["packages/shared", "apps/demo", "bench"]) {
          await suite(workspace, (transcript) =>
            vitest(transcript, log, workspace, { SEALSTONE_TEST_PG: superuser }),
          );
        }
        await suite("apps/web", (transcript) => vitest(transcript, log, "apps/web"));
      }
      if (wanted("api")) {
        const promtool = await findPromtool(log, announce);
        if (!promtool)
          console.log("    no promtool: the tests of the alert rules that need it are skipped");
        await suite("apps/api", (transcript) =>
          vitest(transcript, log, "apps/api", {
            SEALSTONE_TEST_PG: superuser,
            ...(promtool ? { SEALSTONE_PROMTOOL: promtool } : {}),
          }));
      }
      if (wanted("web")) {
        const chromium = await step("find a Chromium", () => needChromium(log, announce));
        const password = "end-to-end tests";
        await step("start a stack for the end-to-end tests", async () => {
          prepareDatabase(copy, state, stack);
          await grantAccess(copy, state, stack);
          await makeAdmin(stack, password, log);
          await runServices(state, appServices(copy, state, stack));
          await untilAnswers(state, "web", `http://127.0.0.1:${stack.ports.web}/`);
          await untilAnswers(state, "api", `http://127.0.0.1:${stack.ports.api}/readyz`);
        });
        if (!options.spec)
          await suite("package", (transcript) =>
            counted(
              transcript,
              log,
              process.execPath,
              ["--test", "--test-reporter=tap", "scripts/package.test.mjs"],
              {
                cwd: repo,
                env: { ...process.env, SEALSTONE_API_ENV: JSON.stringify(apiEnvironment(stack)) },
              },
              { passed: /^# pass (\d+)/, failed: /^# fail (\d+)/ },
            ));
        await suite("apps/web: end to end", (transcript) =>
          counted(
            transcript,
            log,
            "npx",
            ["playwright", "test", "--retries", "1", ...(options.spec ? [options.spec] : [])],
            {
              cwd: join(repo, "apps/web"),
              env: {
                ...process.env,
                CI: "true",
                SEALSTONE_E2E_URL: `http://localhost:${stack.ports.api}`,
                SEALSTONE_E2E_USER: "admin",
                SEALSTONE_E2E_PASSWORD: password,
                SEALSTONE_E2E_PG: demoUrl(stack),
                SEALSTONE_E2E_SUPERUSER_PG: superuser.replace(/\/postgres$/, "/demo"),
                // for the journeys that start an API of their own: on several databases, or one that dies
                SEALSTONE_E2E_API_ENV: JSON.stringify(apiEnvironment(stack)),
                ...(chromium ? { SEALSTONE_CHROMIUM: chromium } : {}),
              },
            },
            { passed: /^\s*(\d+) passed/, failed: /^\s*(\d+) failed/ },
          ));
      }
    } finally {
      await stopServices(state);
      rmSync(state.data, { recursive: true, force: true });
      if (options.purge) purge(state);
    }

    console.log(bold(`\n${major ? `Postgres ${major}` : "All suites"}, ${seconds(since)}`));
    for (const { name, passed, failed, took } of results) {
      const counts = `${passed} passed${failed ? `, ${failed} failed` : ""}`;
      console.log(`  ${failed ? red("✗") : green("✓")} ${name.padEnd(36)} ${counts}  ${took}`);
    }
    // once more, beside the count: `! ` is what .ci/run repeats at its very end
    for (const { name, failed, transcript } of results) {
      if (failed) for (const line of transcript.failures()) console.log(`! ${name}: ${line}`);
      for (const line of transcript.secondTries()) console.log(`! ${name}, second try: ${line}`);
    }
    const sum = (key) => results.reduce((total, result) => total + result[key], 0);
    console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
    if (sum("failed") > 0 || results.length === 0) process.exitCode = 1;
  },
  {
    interrupted: {
      sentence: "Stopping what the tests started.",
      cleanup: async () => state && stopServices(state),
    },
  },
);
