// npm run up: from a checkout to a running console on real data. Needs Node and nothing else: it runs
// before `npm install` and uses no package. Run again, it starts what is not running and mends the rest.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { buildJavaScript, installPackages, needNode } from "./lib/javascript.mjs";
import { extensionVersion } from "./lib/postgres.mjs";
import { run } from "./lib/run.mjs";
import { bar, bold, dim, main, seconds, step, Trouble } from "./lib/say.mjs";
import { runServices, untilAnswers } from "./lib/services.mjs";
import {
  appServices,
  demoUrl,
  grantAccess,
  madeByOlderBuild,
  makeAdmin,
  markBuild,
  prepareDatabase,
  preparePostgres,
  startPostgres,
} from "./lib/stack.mjs";
import { needDisk, openState, readJson, repo, writeJson } from "./lib/state.mjs";

const since = Date.now();
await main(
  async () => {
    needNode();
    needDisk(repo, 4);
    console.log(bold("Sealstone: starting everything"));
    const state = openState("up");
    const log = join(state.logs, "prepare.log");

    const copy = await preparePostgres(state);
    await step("install npm packages", async () =>
      (await installPackages(log)) ? undefined : "unchanged",
    );
    await step("build the API and the console", async () =>
      (await buildJavaScript(log)) ? undefined : "unchanged",
    );
    if (madeByOlderBuild(copy, state))
      throw new Trouble(
        `The demo's database was made by an earlier build of Sealstone ${extensionVersion()}, whose functions and tables were others; only a new version upgrades an old one.`,
        "npm run down -- --purge removes it with its data, then npm run up makes it anew.",
      );
    const stack = await startPostgres(copy, state, {
      preferredPorts: { postgres: 5499, api: 8080, web: 8090 },
      settings: {
        shared_buffers: "'512MB'",
        maintenance_work_mem: "'256MB'",
        max_wal_size: "'4GB'",
        "pg_stat_statements.track": "top",
      },
    });
    await step("prepare the database", async () => {
      prepareDatabase(copy, state, stack);
      markBuild(copy, state);
      await grantAccess(copy, state, stack);
    });
    await step("load the demo: three million flights, and this machine's own metrics", (progress) =>
      run(process.execPath, [join(repo, "apps/demo/dist/load.js")], {
        log,
        env: { ...process.env, SEALSTONE_DEMO_URL: demoUrl(stack) },
        onLine: (line) => {
          const [, fraction, what] = /^progress (\S+) (.*)$/.exec(line) ?? [];
          if (fraction) progress(`${bar(Number(fraction))} ${what}`);
        },
        remedy: "Run it again: it goes on where it stopped.",
      }),
    );
    await step("grant the API its rights", () => grantAccess(copy, state, stack));
    const admin = await step("make the first sign-in", async () => {
      const settings = readJson(state.settings, {});
      if (settings.admin) return settings.admin;
      const password = randomBytes(9).toString("base64url");
      await makeAdmin(stack, password, log);
      writeJson(
        state.settings,
        { ...readJson(state.settings, {}), admin: { name: "admin", password } },
        0o600,
      );
      return { name: "admin", password };
    });
    await step("start the API and the console", async () => {
      await runServices(state, appServices(copy, state, stack, { collector: true }));
      await untilAnswers(state, "web", `http://127.0.0.1:${stack.ports.web}/`);
      await untilAnswers(state, "api", `http://127.0.0.1:${stack.ports.api}/readyz`);
    });
    const address = `http://localhost:${stack.ports.api}`;
    console.log(`
${bold("Ready")} ${dim(`in ${seconds(since)}`)}

  Console    ${bold(address)}
  Sign in    ${bold(admin.name)} / ${bold(admin.password)}
  GraphQL    ${address}/graphql    REST ${address}/api/v1/openapi.json
  SQL        npm run psql
  Stop       npm run down          (npm run down -- --purge removes everything it made)
`);
  },
  {
    interrupted: {
      sentence:
        "npm run up goes on where this stopped; npm run down stops what is already running.",
    },
  },
);
