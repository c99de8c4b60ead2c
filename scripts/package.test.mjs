// npm run package, from the archive to a console that answers: unpacked elsewhere, with nothing of the
// repository in reach. SEALSTONE_API_ENV: settings of an API for a prepared database, as JSON.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { sleep } from "./lib/run.mjs";
import { readJson, repo } from "./lib/state.mjs";

const { version } = readJson(join(repo, "package.json"), {});
const settings = JSON.parse(process.env.SEALSTONE_API_ENV);
const folder = mkdtempSync(join(tmpdir(), "sealstone-package-"));
const root = join(folder, `sealstone-${version}`);
const children = [];

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject).listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Waits for an answer of that status; what else came is the failure's text. */
async function answers(url, status, headers = {}) {
  let last;
  for (const until = Date.now() + 120_000; Date.now() < until; await sleep(200)) {
    try {
      const response = await fetch(url, { headers, redirect: "manual" });
      const text = await response.text();
      if (response.status === status) return text;
      last = `${response.status} ${text}`;
    } catch (error) {
      last = `${error.cause ?? error}`;
    }
  }
  throw new Error(`${url} did not answer ${status} within two minutes: ${last}`);
}

const start = (program, args, env) => {
  const child = spawn(join(root, "bin", program), args, {
    cwd: "/",
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  children.push(child);
};

let api;
before(async () => {
  execFileSync(process.execPath, [join(repo, "scripts/package.mjs")], { stdio: "inherit" });
  const archive = `sealstone-${version}-${process.platform}-${process.arch}.tar.gz`;
  execFileSync("tar", ["-xzf", join(repo, "dist", archive), "-C", folder]);
  const [apiPort, webPort] = [await freePort(), await freePort()];
  api = `http://127.0.0.1:${apiPort}`;
  const here = { HOSTNAME: "127.0.0.1", SEALSTONE_API_URL: api };
  start("sealstone-web", [], { ...here, PORT: `${webPort}` });
  start("sealstone-api", ["serve"], {
    ...settings,
    PORT: `${apiPort}`,
    SEALSTONE_WEB_URL: `http://127.0.0.1:${webPort}`,
    SEALSTONE_DOCUMENTS: join(root, "api/persisted-documents.json"),
  });
});
after(() => {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

test("the API is ready, and serves GraphQL to who is signed in only", async () => {
  await answers(`${api}/readyz`, 200);
  await answers(`${api}/api/v1/series`, 401);
});

test("the console's first page comes with its scripts", async () => {
  const page = await answers(`${api}/login`, 200);
  assert.match(page, /<title>[^<]*Sealstone/);
  const script = /src="([^"]*_next\/static\/[^"]+\.js)"/.exec(page)?.[1];
  assert.ok(script, "the page names a script");
  assert.ok((await answers(`${api}${script}`, 200)).length > 100);
});

test("the first admin is made, and signs in", async () => {
  const name = `packaged-${process.pid}`;
  const password = createHash("sha256").update(name).digest("hex");
  execFileSync(
    join(root, "bin/sealstone-api"),
    ["admin", "create", "--name", name, "--password-stdin"],
    { env: { PATH: process.env.PATH, ...settings }, input: password },
  );
  const response = await fetch(`${api}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-sealstone-csrf": "1" },
    body: JSON.stringify({
      query:
        "mutation($n: String!, $p: String!) { signIn(name: $n, password: $p) { viewer { name } } }",
      variables: { n: name, p: password },
    }),
  });
  const answer = await response.json();
  assert.equal(answer.data?.signIn?.viewer?.name, name, JSON.stringify(answer));
});

test("the logins' SQL is printed", () => {
  const sql = execFileSync(join(root, "bin/sealstone-api"), ["grants", "--owner", "demo"], {
    env: { PATH: process.env.PATH },
    encoding: "utf8",
  });
  assert.match(sql, /CREATE ROLE/);
});

test("the extension's sources are whole, without what was built of them", () => {
  const listed = (folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .sort();
  const committed = execFileSync(
    "git",
    ["ls-files", "Makefile", "README.md", "*.control", "sql", "src"],
    {
      cwd: join(repo, "extension"),
      encoding: "utf8",
    },
  );
  assert.deepEqual(listed(join(root, "extension")), committed.trim().split("\n").sort());
});

test("no file of the services names a program that is not in the archive", () => {
  for (const file of readdirSync(join(root, "systemd"))) {
    const unit = readFileSync(join(root, "systemd", file), "utf8");
    const program = /ExecStart=\/opt\/sealstone\/bin\/(\S+)/.exec(unit)?.[1];
    assert.ok(readdirSync(join(root, "bin")).includes(program), `${file}: ${program}`);
  }
});
