/** The examples of docs/api, run as they stand, in their order, against the real server. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type Database,
  makeDatabase,
  password,
  type Running,
  root,
  settingsFor,
  startApp,
  until,
} from "./harness.js";

interface Example {
  readonly heading: string;
  readonly language: string;
  readonly text: string;
}

const guide = readFileSync(
  fileURLToPath(new URL("../../../docs/api/README.md", import.meta.url)),
  "utf8",
);

function examples(): Example[] {
  const found: Example[] = [];
  let heading = "";
  for (const [, title, language, text] of guide.matchAll(
    /^## (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm,
  )) {
    if (title !== undefined) heading = title;
    else found.push({ heading, language: language ?? "", text: text ?? "" });
  }
  return found;
}

const all = examples();
const of = (language: string): Example[] => all.filter((example) => example.language === language);

let database: Database;
let api: Running;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sealstone-docs-"));
  database = await makeDatabase();
  // as the demo has it, in small
  await database.query(`
    SET ROLE demo_owner;
    CREATE TABLE public.flights (date timestamptz NOT NULL, origin text NOT NULL, delay int);
    CREATE INDEX ON public.flights (origin, date);
    SELECT sealstone.create_series('public.flights', 'date', '7 days', premake => 0);
    SELECT sealstone.make_partitions('public.flights', '2001-01-01', '2001-02-26');
    INSERT INTO public.flights SELECT t, o, 1 FROM generate_series(timestamptz '2001-01-01', '2001-02-25', '30 minutes') t, unnest(ARRAY['ATL', 'SFO', 'JFK']) o;
    SELECT sealstone.set_sealing('public.flights', interval '14 days');
    SELECT sealstone.create_rollup('public.flights_by_day', 'public.flights', interval '1 day', 'count(*) AS n', 'origin');
    RESET ROLE;
    SELECT sealstone.measure('public.flights');
  `);
  api = await startApp({ ...settingsFor(database), SEALSTONE_DATABASE_ID: "demo" });
  const token = async (name: string): Promise<string> =>
    (
      await api.ask<{ createToken: { secret: string } }>(
        `mutation { createToken(input: { name: "${name}", role: ADMIN }) { secret } }`,
      )
    ).createToken.secret;
  writeFileSync(join(folder, "token"), await token("guide"));
  await token("nightly, old");
  writeFileSync(join(folder, "sign-in.json"), JSON.stringify({ name: "admin", password }));
  // what an example imports is found where the API finds it
  symlinkSync(join(root, "../../node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{"type": "module"}');
});

afterAll(async () => {
  await api?.stop();
  await database?.drop();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

const here = (text: string): string =>
  text
    .replaceAll("http://localhost:4000", api.origin)
    .replaceAll("ws://localhost:4000", api.origin.replace("http", "ws"));

async function run(command: string, args: readonly string[], input: string): Promise<string> {
  return await new Promise<string>((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      stdio: ["pipe", "pipe", "pipe"],
      // whatever proxy this machine has, the API is here
      env: { ...process.env, no_proxy: "127.0.0.1", NO_PROXY: "127.0.0.1" },
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (data: Buffer) => {
      out += data.toString();
    });
    child.stderr.on("data", (data: Buffer) => {
      err += data.toString();
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(out);
      else reject(new Error(`${command} ended with ${code}:\n${out}\n${err}\n${input}`));
    });
    // one that ended before it read all says why by its status
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/** A refusal ends the script, instead of being printed as an answer. */
const strict =
  'set -euo pipefail\ncurl() { local out; out=$(command curl --fail-with-body "$@") || { printf "%s\\n" "$out" >&2; return 22; }; printf "%s" "$out"; }\n';

const [setup, ...shell] = of("sh");
const sh = async (example: Example): Promise<string> =>
  await run("bash", [], `${strict}${here(setup?.text ?? "")}\n${here(example.text)}`);

const token = (): string => readFileSync(join(folder, "token"), "utf8");

it("has one for each of the things that automation does first", () => {
  const headings = shell.map((example) => example.heading);
  for (const wanted of [
    "List overdue seals",
    "Seal them, and wait",
    "Export sizes",
    "Refresh a rollup",
    "Alert on late fraction, and on everything else",
    "Rotate a token",
  ])
    expect(headings).toContain(wanted);
  for (const language of ["ts", "python"]) expect(of(language).length).toBeGreaterThan(1);
});

it("lists overdue seals, in three languages alike", async () => {
  const [bash] = shell;
  expect(await sh(bash as Example)).toMatch(/^demo\.\d+\tpublic\.flights\t\d+\n$/);
  const [ts] = of("ts");
  writeFileSync(
    join(folder, "list.ts"),
    `const token = ${JSON.stringify(token())};\n${here(ts?.text ?? "")}`,
  );
  expect(await run(process.execPath, ["--import", "tsx", "list.ts"], "")).toContain(
    "public.flights",
  );
});

it("says what a seal would save", async () => {
  const estimate = shell.find((example) => example.heading === "What would a seal save");
  expect(await sh(estimate as Example)).toContain('"bytesAfter"');
});

it("seals them and waits, from Python", async () => {
  const python = of("python").map((example) => example.text);
  const out = await run(
    "python3",
    ["-"],
    `S = ${JSON.stringify(`${api.origin}/api/v1`)}\ntoken = ${JSON.stringify(token())}\n${python.join("\n")}`,
  );
  expect(out).toBe("['public.flights']\npublic.flights SUCCEEDED\n");
  const due = await database.query("SELECT 1 FROM sealstone.partition_info WHERE due");
  expect(due).toEqual([]);
});

it("follows live from TypeScript", async () => {
  const live = of("ts").find((example) => example.heading === "Live");
  const once = here(live?.text ?? "")
    .replaceAll("ws://localhost:4000", api.origin.replace("http", "ws"))
    .replace("console.log(data);", "{ console.log(JSON.stringify(data)); process.exit(0); }");
  expect(once).toContain("process.exit(0)");
  writeFileSync(
    join(folder, "live.ts"),
    `import { WebSocket } from "ws";\nObject.assign(globalThis, { WebSocket });\nconst token = ${JSON.stringify(token())};\n${once}`,
  );
  expect(await run(process.execPath, ["--import", "tsx", "live.ts"], "")).toContain('"SNAPSHOT"');
});

it("does each of the rest as it says", async () => {
  // the first was read above; each partition that an example seals by name must be a heap again
  for (const example of shell) {
    if (["List overdue seals", "What would a seal save"].includes(example.heading)) continue;
    if (example.heading === "Seal one partition, many partitions") {
      await database.query("CALL sealstone.unseal('public.flights_p20010101')");
      await database.query(
        "INSERT INTO public.flights SELECT '2001-01-09', 'ATL', i FROM generate_series(1, 200) i; SELECT sealstone.measure('public.flights')",
      );
    }
    const out = await sh(example);
    if (example.heading !== "Alert on late fraction, and on everything else")
      expect(out.trim(), example.heading).not.toBe("");
    // what it began is over before the next begins
    await until(
      () =>
        database.query("SELECT 1 FROM sealstone.operations WHERE state IN ('queued', 'running')"),
      (rows) => rows.length === 0,
    );
  }
  const [kept] = await database.query<{
    lo: string;
    sealing: string;
    codec: string;
    states: string;
  }>(
    "SELECT min(i.lo)::date::text AS lo, s.seal_after::text AS sealing, s.codec, string_agg(DISTINCT i.state, ',') AS states FROM sealstone.series_info s JOIN sealstone.partition_info i USING (relation) WHERE i.state <> 'default' AND i.rows > 0 GROUP BY 2, 3",
  );
  expect(kept).toMatchObject({ lo: "2001-01-15", sealing: "7 days", codec: "zstd" });
  const [rollup] = await database.query<{ watermark: Date | null }>(
    "SELECT watermark FROM sealstone.rollup_info",
  );
  expect(rollup?.watermark).not.toBeNull();
  const operations = await database.query<{ kind: string; state: string }>(
    "SELECT kind, state FROM sealstone.operations",
  );
  expect(operations.filter((operation) => operation.state !== "succeeded")).toEqual([]);
  expect(new Set(operations.map((operation) => operation.kind))).toEqual(
    new Set(["seal_eligible", "seal", "reseal", "refresh"]),
  );
  const tokens = await database.query<{ name: string; revoked: boolean }>(
    "SELECT name, revoked_at IS NOT NULL AS revoked FROM sealstone_console.tokens ORDER BY name",
  );
  expect(tokens).toEqual([
    { name: "guide", revoked: false },
    { name: "nightly", revoked: false },
    { name: "nightly, old", revoked: true },
  ]);
});
