// The extension's own tests against one server: regression and isolation on a cluster made for them,
// recovery tests that make their own, the codecs' unit tests, the differential run.
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { run } from "./run.mjs";
import { Trouble } from "./say.mjs";
import { repo } from "./state.mjs";

/** What a seed of the differential run takes. The seeds are counted, not timed: which ones run must not hang on the machine. */
const SECONDS_PER_SEED = 3;

/** The server's test programs: pg_regress and its kind lie below PGXS. */
const pgxsDir = (copy) => copy.pgxs.replace(/\/src\/makefiles\/pgxs\.mk$/, "");

/** @param {string} folder @param {string} ending names without their ending, sorted */
const tests = (folder, ending) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .map((name) => name.slice(0, -ending.length))
        .sort()
    : [];

/**
 * Each suite is one entry: run it with a transcript, it resolves to how many tests passed, or throws
 * with the runner's own output in the transcript.
 * @param {import("./postgres.mjs").Server} copy the server with the extension installed
 * @param {{ dir: string, socket: string, account: import("./run.mjs").Account, logs: string }} state
 * @param {{ port: number, password: string, seconds?: number, older?: import("./postgres.mjs").Server }} options
 *   older: an earlier major version with the extension, to upgrade from
 */
export function extensionSuites(copy, state, { port, password, seconds = 120, older }) {
  const work = join(state.dir, "tests");
  rmSync(work, { recursive: true, force: true });
  cpSync(join(repo, "extension/test"), work, { recursive: true });
  mkdirSync(join(work, "out"), { recursive: true });
  if (state.account) chownTree(work, state.account);
  const env = {
    ...process.env,
    PATH: `${copy.bin}:${process.env.PATH}`,
    PGHOST: state.socket,
    PGPORT: `${port}`,
    PGUSER: "postgres",
    PGPASSWORD: password,
    LC_ALL: "C.UTF-8",
  };
  const log = join(state.logs, "tests.log");
  const inWork = (transcript, command, args, more = {}) =>
    run(command, args, {
      cwd: work,
      log,
      account: state.account,
      env: { ...env, ...more },
      ...transcript.output,
    });

  /** @param {string} program below PGXS @param {string} root the suite's folder @param {string} folder its tests' */
  const regress = (program, name, root, folder, ending) => ({
    name,
    run: async (transcript) => {
      const names = tests(join(work, root, folder), ending);
      if (names.length === 0) throw new Trouble(`No test was found for ${name}.`);
      await inWork(transcript, join(pgxsDir(copy), program), [
        `--bindir=${copy.bin}`,
        `--inputdir=${join(work, root)}`,
        `--outputdir=${join(work, "out", name)}`,
        // the names that PGXS gives them: a message may hold one
        `--dbname=${name === "isolation" ? "isolation_regression" : "contrib_regression"}`,
        "--load-extension=sealstone",
        ...names,
      ]).catch((error) => {
        sayDiffs(transcript, join(work, "out", name, "regression.diffs"));
        throw error;
      });
      return names.length;
    },
  });

  const suites = [
    regress("src/test/regress/pg_regress", "regression", ".", "sql", ".sql"),
    regress("src/test/isolation/pg_isolation_regress", "isolation", "isolation", "specs", ".spec"),
  ];
  if (tests(join(work, "recovery/t"), ".pl").length > 0)
    suites.push(recovery(copy, work, inWork, older));
  if (existsSync(join(work, "codec/Makefile"))) {
    suites.push({
      name: "codec",
      run: async (transcript) => {
        let passed = 0;
        await run("make", ["-s", "-C", join(repo, "extension/test/codec"), "check"], {
          log,
          env: process.env,
          onLine: (line) => {
            transcript.say(line);
            passed += Number(/^(?:\S+: )?(\d+) passed/.exec(line)?.[1] ?? 0);
          },
        });
        return passed;
      },
    });
  }
  if (existsSync(join(work, "differential/run.mjs"))) {
    suites.push({
      name: "differential",
      run: async (transcript) => {
        let passed = 0;
        await run(
          process.execPath,
          [
            join(repo, "extension/test/differential/run.mjs"),
            ...["--seed", "1", "--count", `${Math.ceil(seconds / SECONDS_PER_SEED)}`],
          ],
          {
            log,
            env,
            onLine: (line) => {
              transcript.say(line);
              passed += Number(/^(?:\S+: )?(\d+) passed/.exec(line)?.[1] ?? 0);
            },
          },
        );
        return passed;
      },
    });
  }
  if (existsSync(join(work, "differential/rollup.mjs"))) {
    suites.push({
      name: "lives of rollups",
      run: async (transcript) => {
        let passed = 0;
        const database = "lives_of_rollups";
        await inWork(transcript, join(copy.bin, "psql"), [
          ...["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", "postgres"],
          ...["-c", `CREATE DATABASE ${database}`],
          ...["-c", `\\connect ${database}`, "-c", "CREATE EXTENSION sealstone"],
        ]);
        await run(
          process.execPath,
          [join(repo, "extension/test/differential/rollup.mjs"), "--seed", "1", "--count", "5"],
          {
            log,
            env: { ...env, PGDATABASE: database },
            onLine: (line) => {
              transcript.say(line);
              passed += Number(/^(\d+) passed/.exec(line)?.[1] ?? 0);
            },
          },
        );
        return passed;
      },
    });
  }
  if (existsSync(join(work, "history/run.mjs"))) {
    suites.push({
      name: "history",
      run: async () => {
        let passed = 0;
        await run(
          process.execPath,
          [join(repo, "extension/test/history/run.mjs"), "--seconds", "12"],
          {
            log,
            env,
            onLine: (line) => {
              console.log(`    ${line}`);
              passed += Number(/^(\d+) passed/.exec(line)?.[1] ?? 0);
            },
          },
        );
        return passed;
      },
    });
  }
  for (const suite of suites) mkdirSync(join(work, "out", suite.name), { recursive: true });
  if (state.account) chownTree(join(work, "out"), state.account);
  return suites;
}

function recovery(copy, work, inWork, older) {
  const pgxs = pgxsDir(copy);
  return {
    name: "recovery",
    run: async (transcript) => {
      const files = tests(join(work, "recovery/t"), ".pl");
      let passed = 0;
      await inWork(
        transcript,
        "prove",
        [
          "-I",
          join(pgxs, "src/test/perl"),
          "-I",
          join(work, "recovery"),
          ...files.map((name) => `recovery/t/${name}.pl`),
        ],
        {
          PG_REGRESS: join(pgxs, "src/test/regress/pg_regress"),
          TESTDIR: join(work, "out/recovery"),
          TESTDATADIR: join(work, "out/recovery/data"),
          TESTLOGDIR: join(work, "out/recovery/log"),
          PG_TEST_TIMEOUT_DEFAULT: "180",
          ...(older && { SEALSTONE_OLD_INSTALL: dirname(older.bin) }),
          PGHOST: "",
          PGPORT: "",
          PGPASSWORD: "",
          PGUSER: "",
        },
      );
      passed = files.length;
      return passed;
    },
  };
}

function chownTree(path, account) {
  chownSync(path, account.uid, account.gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) chownTree(child, account);
    else if (!entry.isSymbolicLink()) chownSync(child, account.uid, account.gid);
  }
}

function sayDiffs(transcript, file) {
  if (!existsSync(file)) return;
  for (const line of readFileSync(file, "utf8").split("\n").slice(0, 200)) transcript.say(line);
}
