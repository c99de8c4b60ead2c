/** What is not the API's goes to the console's server as it is, and the API answers beside it. */
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, makeDatabase, type Running, settingsFor, startApp } from "./harness.js";

let pages: Server;
let database: Database;
let api: Running;
const seen: { method: string; url: string; body: string; policy: string }[] = [];

beforeAll(async () => {
  pages = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    seen.push({
      method: request.method ?? "",
      url: request.url ?? "",
      body,
      policy: String(request.headers["content-security-policy"] ?? ""),
    });
    response.setHeader("content-security-policy", "none of its business");
    response.end("a page");
  });
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
  const address = pages.address();
  if (typeof address !== "object" || address === null) throw new Error("no address");
  database = await makeDatabase();
  api = await startApp({
    ...settingsFor(database),
    SEALSTONE_WEB_URL: `http://127.0.0.1:${address.port}`,
  });
});

afterAll(async () => {
  await api?.stop();
  await database?.drop();
  pages?.close();
});

it("a page comes through with the API's policy, known to the page's server", async () => {
  const answer = await fetch(`${api.origin}/overview?range=1h`);
  expect(await answer.text()).toBe("a page");
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/script-src[^;]*'nonce-/);
  expect(seen.at(-1)).toEqual({ method: "GET", url: "/overview?range=1h", body: "", policy });
});

it("a body of JSON passes through letter for letter, an empty one too", async () => {
  for (const body of ['{"a" : 1}', "{not JSON", ""]) {
    const answer = await fetch(`${api.origin}/somewhere`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(answer.status).toBe(200);
    expect(seen.at(-1)).toMatchObject({ method: "POST", url: "/somewhere", body });
  }
});

it("the API beside it still reads JSON itself", async () => {
  expect(await api.ask("{ databases { id } }")).toMatchObject({ databases: [{ id: "db" }] });
  const broken = await fetch(`${api.origin}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-sealstone-csrf": "1" },
    body: "{not JSON",
  });
  expect(broken.status).toBe(400);
});

it("no address of the API's own falls to the console, however it is asked for", async () => {
  seen.length = 0;
  const cases: readonly [method: string, path: string, status: number, allow?: string][] = [
    ["GET", "/api", 404],
    ["GET", "/api/", 404],
    ["GET", "/api/v2/series", 404],
    ["GET", "/api/v1", 404],
    ["GET", "/api/v1?first=1", 404],
    ["HEAD", "/api/v1", 404],
    ["GET", "/api/v1/", 404],
    ["GET", "/api/v1/nothing", 404],
    ["POST", "/api/v1/nothing", 404],
    ["OPTIONS", "/api/v1/nothing", 404],
    ["GET", "/api/v1/series/", 404],
    ["GET", "/api/v1/series", 200],
    ["HEAD", "/api/v1/series", 200],
    ["HEAD", "/api/v1/series/db.nothing", 404],
    ["PATCH", "/api/v1/series", 405, "GET, HEAD, POST, OPTIONS"],
    ["OPTIONS", "/api/v1/series", 204, "GET, HEAD, POST, OPTIONS"],
    ["POST", "/api/v1/partitions/x/seal?y=1", 400],
    ["GET", "/api/v1/partitions/x/seal", 405, "POST, OPTIONS"],
    ["DELETE", "/api/v1/jobs/x", 405, "GET, HEAD, PATCH, OPTIONS"],
    ["POST", "/api/v1/openapi.json", 405, "GET, HEAD, OPTIONS"],
    ["DELETE", "/graphql", 405, "GET, POST, OPTIONS"],
    ["OPTIONS", "/graphql", 204, "GET, POST, OPTIONS"],
    ["POST", "/healthz", 405, "GET, HEAD, OPTIONS"],
    ["HEAD", "/healthz", 200],
    ["PUT", "/metrics", 405, "GET, HEAD, OPTIONS"],
    ["OPTIONS", "/readyz", 204, "GET, HEAD, OPTIONS"],
    ["PUT", "/somewhere", 404],
  ];
  for (const [method, path, status, allow] of cases) {
    const answer = await fetch(`${api.origin}${path}`, {
      method,
      headers: { cookie: api.as.admin.cookie ?? "", "x-sealstone-csrf": "1" },
      ...(method === "POST" || method === "PATCH"
        ? {
            body: "{}",
            headers: {
              cookie: api.as.admin.cookie ?? "",
              "x-sealstone-csrf": "1",
              "content-type": "application/json",
            },
          }
        : {}),
    });
    const text = await answer.text();
    expect([answer.status, answer.headers.get("allow")], `${method} ${path}: ${text}`).toEqual([
      status,
      allow ?? null,
    ]);
    if (status >= 400) {
      expect(answer.headers.get("content-type"), `${method} ${path}`).toMatch(
        /^application\/problem\+json/,
      );
      if (method !== "HEAD") expect(JSON.parse(text).status, `${method} ${path}`).toBe(status);
    }
    if (method === "HEAD" || status === 204) expect(text).toBe("");
  }
  expect(seen).toEqual([]);
});
