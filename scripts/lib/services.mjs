// Talking to a stack's supervisor: start it, hand it a plan, see what runs, stop it.
import { spawn } from "node:child_process";
import { openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { alive, sleep } from "./run.mjs";
import { Trouble } from "./say.mjs";
import { readJson, repo, writeJson } from "./state.mjs";

const script = join(repo, "scripts/supervisor.mjs");

/** The running supervisor's own report; undefined where none runs (a reboot leaves a stale file). */
export function supervisorStatus(state) {
  const status = readJson(state.supervisor, undefined);
  if (!status || !alive(status.pid)) return undefined;
  try {
    // pids are reused: it must be our script with our plan
    const command = readFileSync(`/proc/${status.pid}/cmdline`, "utf8");
    if (!command.includes("supervisor.mjs") || !command.includes(status.plan)) return undefined;
  } catch {
    return undefined;
  }
  return status;
}

const planFile = (state) => join(state.dir, "plan.json");

/** Makes the stack run exactly these services, restarting those whose definition changed. */
export async function runServices(state, services) {
  writeJson(planFile(state), { services, logs: state.logs, status: state.supervisor }, 0o600);
  const status = supervisorStatus(state);
  if (status) {
    process.kill(status.pid, "SIGHUP");
  } else {
    rmSync(state.supervisor, { force: true });
    const log = openSync(join(state.logs, "supervisor.log"), "a");
    spawn(process.execPath, [script, planFile(state)], {
      cwd: "/",
      detached: true,
      stdio: ["ignore", log, log],
    }).unref();
  }
  const wanted = services.map((service) => service.name).join();
  await until(
    // one that has nothing to run ends, and then nothing runs
    () =>
      (supervisorStatus(state)?.services ?? []).map((service) => service.name).join() === wanted,
    // a service that is stopped first may have a checkpoint to write
    90_000,
    () =>
      new Trouble(
        "The supervisor did not start its services within 90 s.",
        `See ${state.logs}/supervisor.log`,
      ),
  );
}

/** Stops everything the stack runs; false where nothing ran. */
export async function stopServices(state) {
  const status = supervisorStatus(state);
  if (!status) return false;
  process.kill(status.pid, "SIGTERM");
  await until(
    () => !alive(status.pid),
    90_000,
    () =>
      new Trouble(
        `The supervisor (pid ${status.pid}) did not stop within 90 s.`,
        `kill -9 ${status.pid}`,
      ),
  );
  rmSync(state.supervisor, { force: true });
  return true;
}

/** Polls until the condition holds; the time is a person's patience, not an assertion. */
export async function until(condition, patience, trouble) {
  const end = Date.now() + patience;
  while (!(await condition())) {
    if (Date.now() > end) throw trouble();
    await sleep(100);
  }
}

/** The last lines of a service's log, for a message. */
export function logTail(state, name, lines = 25) {
  try {
    return readFileSync(join(state.logs, `${name}.log`), "utf8")
      .trimEnd()
      .split("\n")
      .slice(-lines)
      .join("\n  ");
  } catch {
    return "(no log)";
  }
}

/** Waits until the address answers with any status below 500. */
export async function untilAnswers(state, name, url, patience = 60_000) {
  const starts = () =>
    supervisorStatus(state)?.services.find((service) => service.name === name)?.starts ?? 0;
  const before = starts();
  await until(
    async () => {
      // a service that ends each time it is started will not answer by being waited for
      if (starts() - before > 3) {
        throw new Trouble(
          `${name} ends each time it is started. The end of its log:\n  ${logTail(state, name)}`,
          `npm run logs ${name}`,
        );
      }
      try {
        return (await fetch(url, { redirect: "manual" })).status < 500;
      } catch {
        return false;
      }
    },
    patience,
    () =>
      new Trouble(
        `${name} does not answer at ${url}. The end of its log:\n  ${logTail(state, name)}`,
        `npm run logs ${name}`,
      ),
  );
}
