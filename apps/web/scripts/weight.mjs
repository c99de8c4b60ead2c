// First-load weight: the scripts named in each page's initial HTML, brotli-compressed, against the
// limit of DESIGN section 6. Starts the built console on a free port beside a stand-in that says
// "signed in" to the one question a page asks before it renders, and nothing else.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const LIMIT = 200_000;
const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const PAGES = [
  "/login",
  "/overview",
  "/series",
  "/series/x.1/partitions",
  "/series/x.1/compression",
  "/series/x.1/late",
  "/series/x.1/rollups",
  "/series/x.1/queries",
  "/series/x.1/jobs",
  "/series/x.1/settings",
  "/series/new",
  "/partitions/x.1",
  "/rollups/x.1",
  "/operations",
  "/operations/x.1",
  "/sql",
  "/audit",
  "/tokens",
  "/users",
];

const listen = (server) =>
  new Promise((done) => server.listen(0, "127.0.0.1", () => done(server.address().port)));

const api = createServer((_request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(
    JSON.stringify({
      data: { viewer: { name: "weight", kind: "user", role: "ADMIN", homeUnavailable: false } },
    }),
  );
});
const apiPort = await listen(api);
const probe = createServer();
const port = await listen(probe);
await new Promise((done) => probe.close(done));

const child = spawn(process.execPath, [".next/standalone/apps/web/server.js"], {
  cwd: web,
  stdio: ["ignore", "ignore", "inherit"],
  env: {
    ...process.env,
    NODE_ENV: "production",
    HOSTNAME: "127.0.0.1",
    PORT: String(port),
    NEXT_TELEMETRY_DISABLED: "1",
    SEALSTONE_API_URL: `http://127.0.0.1:${apiPort}`,
  },
});

const sizes = new Map();
function brotli(path) {
  let size = sizes.get(path);
  if (size === undefined) {
    const text = readFileSync(join(web, ".next", path.replace("/_next/", "")));
    size = brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
    }).length;
    sizes.set(path, size);
  }
  return size;
}

let failed = false;
try {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await fetch(`http://127.0.0.1:${port}/login`);
      break;
    } catch (error) {
      if (attempt > 120) throw error;
      await new Promise((done) => setTimeout(done, 250));
    }
  }
  for (const page of PAGES) {
    const response = await fetch(`http://127.0.0.1:${port}${page}`, { redirect: "manual" });
    const html = await response.text();
    const scripts = new Set(
      [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)]
        .filter(([tag]) => !/\bnoModule\b/i.test(tag))
        .map(([, src]) => src.split("?")[0]),
    );
    if (response.status !== 200 || scripts.size === 0) {
      console.error(`${page}: status ${response.status}, ${scripts.size} scripts`);
      failed = true;
      continue;
    }
    const weight = [...scripts].reduce((sum, src) => sum + brotli(src), 0);
    const over = weight > LIMIT;
    failed ||= over;
    console.log(
      `${page.padEnd(26)} ${String(scripts.size).padStart(3)} scripts ${(weight / 1000).toFixed(1).padStart(7)} kB${over ? "  over the limit" : ""}`,
    );
  }
  console.log(`limit ${LIMIT / 1000} kB`);
} finally {
  child.kill("SIGTERM");
  api.close();
}
process.exitCode = failed ? 1 : 0;
