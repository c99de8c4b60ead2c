// The distribution's packages that a step needs: said before they are installed, asked of sudo only
// when missing and never interactively.
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { capture, run } from "./run.mjs";
import { Trouble } from "./say.mjs";

const isRoot = process.getuid?.() === 0;

// biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own format
const STATUS = "${Status}";
const installed = (name) =>
  /^install ok installed/.test(capture("dpkg-query", ["-W", "-f", STATUS, name]) ?? "");

const available = (name) =>
  /^\s*Candidate: (?!\(none\))/m.test(capture("apt-cache", ["policy", name]) ?? "");

/** The first of the names that apt can install now (its lists refreshed once when none can). */
export async function firstAvailable(names, log) {
  for (const again of [false, true]) {
    const found = names.find((name) => installed(name) || available(name));
    if (found) return found;
    if (!again) await apt(["update", "-q"], log);
  }
  return undefined;
}

async function apt(args, log) {
  const command = isRoot ? "apt-get" : "sudo";
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run(command, isRoot ? args : ["-n", "DEBIAN_FRONTEND=noninteractive", "apt-get", ...args], {
    log,
    env,
    remedy: isRoot
      ? "Check the network and apt's sources, then run this again."
      : `Run it yourself: sudo apt-get ${args.join(" ")}`,
  });
}

/**
 * Installs what is missing of the named packages.
 * @param {string[]} names
 * @param {string} log
 * @param {(names: string[]) => void} announce told the missing names before anything is done
 * @returns {Promise<string[]>} what was installed
 */
export async function needPackages(names, log, announce) {
  const missing = names.filter((name) => !installed(name));
  if (missing.length === 0) return [];
  if (!capture("which", ["apt-get"])) {
    throw new Trouble(
      `These packages are missing and this system has no apt-get: ${missing.join(" ")}.`,
      "Install their equivalents with your system's package manager and run this again.",
    );
  }
  announce(missing);
  if (missing.some((name) => !available(name))) await apt(["update", "-q"], log);
  // Debian's server package makes a cluster of its own unless told not to; ours is private
  const quiet = "/etc/postgresql-common/createcluster.d";
  const mark = join(quiet, "sealstone-none.conf");
  const muted =
    missing.some((name) => /^postgresql-\d+$/.test(name)) && isRoot && !existsSync(mark);
  if (muted) {
    mkdirSync(quiet, { recursive: true });
    writeFileSync(mark, "create_main_cluster = false\n");
  }
  try {
    await apt(["install", "-y", "-q", "--no-install-recommends", ...missing], log);
  } finally {
    if (muted) rmSync(mark, { force: true });
  }
  return missing;
}
