// Running other programs: captured, streamed to a log, or as the unprivileged user that owns the cluster.
import { spawn, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { Trouble } from "./say.mjs";

/**
 * The identity a server process runs under: Postgres refuses to run as root, so as root it is an
 * unprivileged account, otherwise the caller's own.
 * @typedef {{ name: string, uid: number, gid: number } | null} Account  null: the caller's own
 */

/** Output of a short command, trimmed; undefined where it fails or does not exist. */
export function capture(command, args, options = {}) {
  const done = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 26, ...options });
  return done.status === 0 ? done.stdout.trim() : undefined;
}

/** Adds the account's uid and gid to spawn options. */
export function asAccount(account, options = {}) {
  if (!account) return options;
  return {
    ...options,
    uid: account.uid,
    gid: account.gid,
    env: {
      ...(options.env ?? process.env),
      HOME: "/tmp",
      USER: account.name,
      LOGNAME: account.name,
    },
  };
}

const lastLines = (file, count) => {
  try {
    return readFileSync(file, "utf8").trimEnd().split("\n").slice(-count).join("\n  ");
  } catch {
    return "";
  }
};

/**
 * Runs a command to its end with its output in `log`, or its lines given to `onLine` (with `both`, those
 * of its standard error too); a failure is a Trouble that shows the end of the log and the remedy.
 * @param {string} command
 * @param {string[]} args
 * @param {{ log: string, cwd?: string, env?: NodeJS.ProcessEnv, account?: Account, remedy?: string, input?: string, onLine?: (line: string) => void, both?: boolean }} options
 */
export function run(
  command,
  args,
  { log, account = null, remedy, input, onLine, both = false, ...rest },
) {
  mkdirSync(dirname(log), { recursive: true });
  const fd = openSync(log, "a");
  return new Promise((resolve, reject) => {
    const piped = onLine !== undefined;
    const child = spawn(
      command,
      args,
      asAccount(account, {
        ...rest,
        stdio: [
          input === undefined ? "ignore" : "pipe",
          piped ? "pipe" : fd,
          piped && both ? "pipe" : fd,
        ],
      }),
    );
    if (input !== undefined) child.stdin.end(input);
    for (const stream of piped ? [child.stdout, ...(both ? [child.stderr] : [])] : []) {
      let rest = "";
      stream.setEncoding("utf8").on("data", (text) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) onLine(line);
      });
      stream.on("end", () => {
        if (rest) onLine(rest);
      });
    }
    child.once("error", (error) => {
      closeSync(fd);
      reject(new Trouble(`${command} could not be started: ${error.message}`, remedy));
    });
    child.once("close", (code, signal) => {
      closeSync(fd);
      if (code === 0) return resolve(undefined);
      const ended = `${command} ${args.slice(0, 3).join(" ")} ${signal ? `was ended by ${signal}` : `ended with code ${code}`}.`;
      // with both streams shown, the log has nothing that was not said
      const end = both ? "" : ` The end of ${log}:\n  ${lastLines(log, 15)}`;
      reject(new Trouble(`${ended}${end}`, remedy));
    });
  });
}

/** Runs a command with the terminal attached; resolves to its exit code. */
export function attach(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", ...options });
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}

/** True while the process exists (EPERM means it does, under another user). */
export function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
