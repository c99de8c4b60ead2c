// npm run package: one archive for servers, dist/sealstone-VERSION-PLATFORM.tar.gz: the API with its
// production dependencies, the console, the extension's sources, systemd units and a Containerfile.
// The API has one native dependency, so the archive is for the platform that made it.
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildJavaScript, installPackages, needNode } from "./lib/javascript.mjs";
import { capture, run } from "./lib/run.mjs";
import { bold, main, step, Trouble } from "./lib/say.mjs";
import { needDisk, readJson, repo } from "./lib/state.mjs";

const { version } = readJson(join(repo, "package.json"), {});
const name = `sealstone-${version}`;
const out = join(repo, "dist");
const root = join(out, name);
const log = join(out, "package.log");
const archive = join(out, `${name}-${process.platform}-${process.arch}.tar.gz`);

/** What the archive holds of the repository as it stands: source below the repository, place in the archive. */
const files = [
  ["LICENSE", "LICENSE"],
  ["CHANGELOG.md", "CHANGELOG.md"],
  ["docs/operations", "docs/operations"],
  ["docs/guide", "docs/guide"],
  ["docs/api", "docs/api"],
  ["docs/operations/server/README.md", "README.md"],
  ["docs/operations/server/Containerfile", "Containerfile"],
  ["docs/operations/server/systemd", "systemd"],
  ["docs/operations/server/sealstone.env", "sealstone.env"],
  ["extension/Makefile", "extension/Makefile"],
  ["extension/README.md", "extension/README.md"],
  ["extension/sealstone.control", "extension/sealstone.control"],
  ["extension/sql", "extension/sql"],
  ["extension/src", "extension/src"],
  ["apps/api/dist", "api/apps/api/dist"],
  ["apps/api/migrations", "api/apps/api/migrations"],
  ["packages/shared/dist", "api/packages/shared/dist"],
  ["apps/web/data/generated/persisted-documents.json", "api/persisted-documents.json"],
  ["apps/web/.next/standalone", "web"],
];

/** Build products that lie among the extension's sources. */
const product = /\.(o|so|bc|gcda|gcno)$/;

/** Programs by name; each finds its archive by its own place, through links too. */
const programs = {
  "sealstone-api": "api/apps/api/dist/cli.js",
  "sealstone-web": "web/apps/web/server.js",
};
const program = (file) => `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "\${SEALSTONE_NODE:-node}" "$here/../${file}" "$@"
`;

/** The API's dependencies by the lock file, without those that only build and test. */
async function productionDependencies() {
  const api = join(root, "api");
  for (const file of ["package.json", "package-lock.json", ".npmrc"]) {
    cpSync(join(repo, file), join(api, file));
  }
  for (const workspace of ["packages/shared", "apps/api"]) {
    cpSync(join(repo, workspace, "package.json"), join(api, workspace, "package.json"));
  }
  await run(
    "npm",
    [
      "ci",
      "--omit=dev",
      "--no-fund",
      "--no-audit",
      "--workspace=packages/shared",
      "--workspace=apps/api",
    ],
    { cwd: api, log, remedy: "Check the network and npm's registry setting, then run this again." },
  );
  rmSync(join(api, "package-lock.json"));
  rmSync(join(api, ".npmrc"));
}

await main(async () => {
  needNode();
  needDisk(repo, 2);
  mkdirSync(out, { recursive: true });
  rmSync(log, { force: true });
  rmSync(root, { recursive: true, force: true });
  console.log(bold(`Sealstone ${version}: one archive for servers`));
  await step("install npm packages", async () =>
    (await installPackages(log)) ? undefined : "unchanged",
  );
  await step("build the API and the console", async () =>
    (await buildJavaScript(log)) ? undefined : "unchanged",
  );
  await step("gather the files", () => {
    for (const [from, to] of files) {
      if (!existsSync(join(repo, from))) throw new Trouble(`${from} is missing.`, "npm run build");
      mkdirSync(dirname(join(root, to)), { recursive: true });
      cpSync(join(repo, from), join(root, to), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (path) => !product.test(path),
      });
    }
    mkdirSync(join(root, "bin"));
    for (const [command, file] of Object.entries(programs)) {
      writeFileSync(join(root, "bin", command), program(file));
      chmodSync(join(root, "bin", command), 0o755);
    }
  });
  await step("install the API's production dependencies", productionDependencies);
  await step("pack", async () => {
    const committed = capture("git", ["log", "-1", "--format=%ct"], { cwd: repo });
    await run(
      "tar",
      [
        "--create",
        "--gzip",
        `--file=${archive}`,
        "--sort=name",
        "--owner=0",
        "--group=0",
        "--numeric-owner",
        `--mtime=@${committed ?? 0}`,
        name,
      ],
      { cwd: out, log },
    );
    rmSync(root, { recursive: true });
    return `${(statSync(archive).size / 1e6).toFixed(1)} MB`;
  });
  console.log(`\n  ${bold(archive)}\n`);
});
