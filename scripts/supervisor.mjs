// Keeps a stack's services running: starts them in order, restarts what dies with backoff, rotates
// their logs, stops them in reverse. Started detached by `up` with the path of its plan; tells its
// state through supervisor.json, takes SIGTERM (stop all) and SIGHUP (read the plan again).
import { spawn } from "node:child_process";
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { readJson, writeJson } from "./lib/state.mjs";

/**
 * @typedef {{ name: string, command: string, args: string[], cwd: string, env: Record<string, string>,
 *   uid?: number, gid?: number, stopSignal?: NodeJS.Signals }} Service
 */

const planFile = process.argv[2];
const logLimit = 10_000_000;
const logsKept = 3;
const firstDelay = 500;
const longestDelay = 30_000;
const stopPatience = 20_000;

const plan = () => readJson(planFile, { services: [], logs: "", status: "" });
const { logs, status } = plan();
/** @type {Map<string, { service: Service, child?: import("node:child_process").ChildProcess, starts: number, since: number, delay: number, timer?: NodeJS.Timeout, stopping: boolean }>} */
const services = new Map();
let ending = false;

function publish() {
  const list = [...services.values()].map(({ service, child, starts, since }) => ({
    name: service.name,
    pid: child?.pid ?? null,
    starts,
    since: new Date(since).toISOString(),
  }));
  writeJson(status, { pid: process.pid, plan: planFile, services: list });
}

/** Appends to the service's log; past the limit it becomes .1, .1 becomes .2 … */
function openLog(name) {
  const file = join(logs, `${name}.log`);
  let size = existsSync(file) ? statSync(file).size : 0;
  let stream = createWriteStream(file, { flags: "a" });
  return {
    write(chunk) {
      if (size + chunk.length > logLimit) {
        stream.end();
        for (let n = logsKept - 1; n >= 0; n -= 1) {
          const from = n === 0 ? file : `${file}.${n}`;
          if (existsSync(from)) renameSync(from, `${file}.${n + 1}`);
        }
        rmSync(`${file}.${logsKept + 1}`, { force: true });
        stream = createWriteStream(file, { flags: "a" });
        size = 0;
      }
      size += chunk.length;
      stream.write(chunk);
    },
  };
}

function start(entry) {
  const { service } = entry;
  // a server killed without a chance to clean up leaves its pid file; Postgres itself refuses while one lives
  const log = entry.log ?? openLog(service.name);
  entry.log = log;
  entry.since = Date.now();
  entry.starts += 1;
  const child = spawn(service.command, service.args, {
    cwd: service.cwd,
    env: service.env,
    uid: service.uid,
    gid: service.gid,
    stdio: ["ignore", "pipe", "pipe"],
  });
  entry.child = child;
  child.stdout.on("data", (chunk) => log.write(chunk));
  child.stderr.on("data", (chunk) => log.write(chunk));
  const ended = (why) => {
    if (entry.child !== child) return;
    entry.child = undefined;
    log.write(Buffer.from(`[supervisor] ${new Date().toISOString()} ${service.name} ${why}\n`));
    publish();
    if (ending || entry.stopping) return;
    // long enough alive counts as a good start
    entry.delay =
      Date.now() - entry.since > 60_000 ? firstDelay : Math.min(entry.delay * 2, longestDelay);
    entry.timer = setTimeout(() => start(entry), entry.delay);
  };
  child.once("error", (error) => ended(`could not be started: ${error.message}`));
  child.once("close", (code, signal) => ended(`ended (${signal ?? `code ${code}`})`));
  publish();
}

function stop(entry) {
  entry.stopping = true;
  clearTimeout(entry.timer);
  const { child } = entry;
  if (!child) return Promise.resolve();
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill("SIGKILL"), stopPatience);
    child.once("close", () => {
      clearTimeout(force);
      resolve(undefined);
    });
    child.kill(entry.service.stopSignal ?? "SIGTERM");
  });
}

async function follow() {
  const wanted = new Map(plan().services.map((service) => [service.name, service]));
  for (const [name, entry] of services) {
    if (JSON.stringify(wanted.get(name)) !== JSON.stringify(entry.service)) {
      await stop(entry);
      services.delete(name);
    }
  }
  for (const [name, service] of wanted) {
    if (services.has(name)) continue;
    const entry = { service, starts: 0, since: Date.now(), delay: firstDelay, stopping: false };
    services.set(name, entry);
    start(entry);
  }
  publish();
}

async function end() {
  if (ending) return;
  ending = true;
  for (const entry of [...services.values()].reverse()) await stop(entry);
  rmSync(status, { force: true });
  process.exit(0);
}

let queue = follow();
process.on("SIGHUP", () => {
  queue = queue.then(follow);
});
process.on("SIGTERM", end);
process.on("SIGINT", end);
// a lost terminal must not take the stack with it
process.stdout.on("error", () => {});
