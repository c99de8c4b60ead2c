// The TypeScript half: npm's packages by the lock file, then the builds, each only where its sources changed.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";
import { Trouble } from "./say.mjs";
import { fingerprint, readJson, repo, writeJson } from "./state.mjs";

/** Refuses a Node that the dependencies do not run on. */
export function needNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Trouble(
      `Node ${process.versions.node} is too old: 20.19 or later is needed.`,
      "Install a newer Node and run this again.",
    );
  }
}

/** Installs exactly the lock file's packages; nothing to do where that was done before. */
export async function installPackages(log) {
  const mark = join(repo, "node_modules/.sealstone-installed.json");
  const now = { lock: fingerprint("package-lock.json"), node: process.versions.modules };
  if (JSON.stringify(readJson(mark, null)) === JSON.stringify(now)) return false;
  await run("npm", ["ci", "--no-fund", "--no-audit"], {
    cwd: repo,
    log,
    remedy: "Check the network and npm's registry setting, then run this again.",
  });
  writeJson(mark, now);
  return true;
}

const outputs = [
  "packages/shared/dist/index.js",
  "apps/api/dist/server.js",
  "apps/demo/dist/load.js",
  "apps/web/.next/standalone/apps/web/server.js",
];

/** Builds the API, the console and the demo's programs. */
export async function buildJavaScript(log) {
  const mark = join(repo, "node_modules/.sealstone-built.json");
  const now = {
    sources: fingerprint(
      "packages",
      "apps",
      "package-lock.json",
      "turbo.json",
      "tsconfig.base.json",
    ),
  };
  const whole = outputs.every((file) => existsSync(join(repo, file)));
  if (whole && JSON.stringify(readJson(mark, null)) === JSON.stringify(now)) return false;
  await run("npx", ["turbo", "run", "build"], {
    cwd: repo,
    log,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", NEXT_TELEMETRY_DISABLED: "1" },
    remedy: "A build failed: the log says where.",
  });
  // what a build generates is part of the folders it was fingerprinted from
  writeJson(mark, {
    sources: fingerprint(
      "packages",
      "apps",
      "package-lock.json",
      "turbo.json",
      "tsconfig.base.json",
    ),
  });
  return true;
}

/** Removes npm's packages and what was built, where installPackages() made them: a developer's own install stays. */
export function removeJavaScript() {
  if (!existsSync(join(repo, "node_modules/.sealstone-installed.json"))) return false;
  const workspaces = ["extension", "bench"].concat(
    ["apps", "packages"].flatMap((folder) =>
      readdirSync(join(repo, folder)).map((name) => join(folder, name)),
    ),
  );
  for (const folder of [".", ...workspaces]) {
    for (const name of ["dist", ".next", ".turbo", "next-env.d.ts", "node_modules"]) {
      rmSync(join(repo, folder, name), { recursive: true, force: true });
    }
  }
  return true;
}
