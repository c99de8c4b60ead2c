import { Ajv2020 } from "ajv/dist/2020.js";
import { isObjectType } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openapiDocument } from "../src/http/rest/openapi.js";
import { prepare } from "../src/http/rest/plan.js";
import { exceptions, routes } from "../src/http/rest/routes.js";
import { omittedFields } from "../src/http/rest/shape.js";
import { buildBareSchema } from "../src/schema/load.js";
import {
  type Database,
  makeDatabase,
  makeSeries,
  type Running,
  settingsFor,
  startApp,
  until,
} from "./harness.js";

const schema = buildBareSchema();
const prepared = routes.map((route) => prepare(schema, route));
const document = openapiDocument(prepared);
const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { int32: true } });
ajv.addSchema(document, "openapi");

let database: Database;
let api: Running;

beforeAll(async () => {
  database = await makeDatabase();
  await makeSeries(database, "metrics");
  api = await startApp(settingsFor(database));
});

afterAll(async () => {
  await api?.stop();
  await database?.drop();
});

function check(path: string, method: string, body: unknown): void {
  const pointer = `openapi#/paths/${path.replaceAll("~", "~0").replaceAll("/", "~1")}/${method.toLowerCase()}/responses/200/content/application~1json/schema`;
  const validate = ajv.getSchema(pointer);
  if (validate === undefined) throw new Error(`no schema at ${pointer}`);
  expect(validate(body) ? [] : validate.errors, `${method} ${path}`).toEqual([]);
}

describe("the two faces", () => {
  it("have the same fields and mutations, or a listed exception", () => {
    const covered = new Set(
      routes.map(
        (route) => `${route.operation === "query" ? "Query" : "Mutation"}.${route.fields[0]}`,
      ),
    );
    const missing: string[] = [];
    for (const root of [
      schema.getQueryType(),
      schema.getMutationType(),
      schema.getSubscriptionType(),
    ]) {
      for (const name of Object.keys(root?.getFields() ?? {})) {
        const field = `${root?.name}.${name}`;
        if (!covered.has(field) && !(field in exceptions)) missing.push(field);
      }
    }
    expect(missing).toEqual([]);
  });

  it("give every field of every thing, in its answer or at an address of its own", () => {
    const own = new Map([
      ["Database", "database"],
      ["Series", "series"],
      ["Partition", "partition"],
      ["Rollup", "rollup"],
      ["Job", "job"],
      ["Operation", "operation"],
    ]);
    const missing: string[] = [];
    for (const [name, root] of own) {
      const type = schema.getType(name);
      if (!isObjectType(type)) throw new Error(name);
      for (const field of omittedFields(type)) {
        if (!routes.some((route) => route.fields.join(".") === `${root}.${field}`))
          missing.push(`${name}.${field}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it("answer a refusal with the same code", async () => {
    const { series } = await api.ask<{ series: { partitions: { nodes: { id: string }[] } } }>(
      '{ series(id: "db.public.metrics") { partitions(first: 1) { nodes { id } } } }',
    );
    const id = series.partitions.nodes[0]?.id ?? "";
    const graph = await api.send(
      "mutation ($p: ID!) { seal(partition: $p) { sql } }",
      { p: id },
      api.as.viewer,
    );
    const rest = await api.rest("POST", `/api/v1/partitions/${id}/seal`, { who: api.as.viewer });
    expect(graph.errors[0]?.extensions.code).toBe("FORBIDDEN");
    expect(rest.status).toBe(403);
    expect(await rest.json()).toMatchObject({
      code: "FORBIDDEN",
      detail: graph.errors[0]?.message,
    });
    const rows = await database.query(
      "SELECT action, outcome, face, error_code FROM sealstone_console.audit WHERE action = 'seal' ORDER BY id DESC LIMIT 2",
    );
    expect(rows).toEqual([
      { action: "seal", outcome: "REFUSED", face: "rest", error_code: "FORBIDDEN" },
      { action: "seal", outcome: "REFUSED", face: "graphql", error_code: "FORBIDDEN" },
    ]);
  });
});

describe("reading", () => {
  it("every GET answers as its document says", async () => {
    const { series } = await api.ask<{
      series: { id: string; partitions: { nodes: { id: string }[] }; jobs: { id: string }[] };
    }>(
      '{ series(id: "db.public.metrics") { id jobs { id } partitions(first: 1, filter: { due: true }) { nodes { id } } } }',
    );
    const ids: Record<string, string | undefined> = {
      "/databases/": "db",
      "/series/": "db.public.metrics",
      "/partitions/": series.partitions.nodes[0]?.id,
      "/jobs/": series.jobs[0]?.id,
    };
    const request = await api.rest("POST", `/api/v1/series/db.public.metrics/seal-eligible`, {
      who: api.as.operator,
    });
    expect(request.status).toBe(202);
    const location = request.headers.get("location") ?? "";
    check("/series/{series}/seal-eligible", "POST", await request.json());
    ids["/operations/"] = decodeURIComponent(location.split("/").at(-1) ?? "");
    const ended = await until(
      async () =>
        (await (await api.rest("GET", `${location}?wait=60`)).json()) as { state: string },
      ({ state }) => !["QUEUED", "RUNNING"].includes(state),
    );
    expect(ended).toMatchObject({ state: "SUCCEEDED" });
    for (const route of routes) {
      if (route.method !== "GET" || route.path.startsWith("/rollups/")) continue;
      const start = Object.keys(ids).find((candidate) => route.path.startsWith(`${candidate}{`));
      const path =
        start === undefined
          ? route.path
          : route.path.replace(/\{\w+\}/, encodeURIComponent(ids[start] ?? ""));
      const response = await api.rest("GET", `/api/v1${path}`);
      const body: unknown = await response.json();
      expect(response.status, `${path} ${JSON.stringify(body)}`).toBe(200);
      check(route.path, "GET", body);
    }
  });

  it("pages by Link, and each once", async () => {
    let path =
      "/api/v1/series/db.public.metrics/partitions?first=3&sort=RANGE&direction=ASC&states=LIVE,SEALED";
    const seen: string[] = [];
    while (path !== "") {
      const response = await api.rest("GET", path);
      const body = (await response.json()) as { nodes: { id: string }[]; totalCount: number };
      seen.push(...body.nodes.map((node) => node.id));
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1] ?? "";
      if (path === "") expect(seen).toHaveLength(body.totalCount);
    }
    expect(new Set(seen).size).toBe(seen.length);
  });

  it("answers 304 to its own ETag", async () => {
    const first = await api.rest("GET", "/api/v1/series/db.public.metrics/columns");
    const etag = first.headers.get("etag") ?? "";
    await first.text();
    const second = await api.rest("GET", "/api/v1/series/db.public.metrics/columns", {
      headers: { "if-none-match": etag },
    });
    expect(second.status).toBe(304);
    expect(await second.text()).toBe("");
  });

  it("says what it does not understand", async () => {
    for (const [path, code, status] of [
      ["/api/v1/series?frist=3", "BAD_INPUT", 400],
      ["/api/v1/series?first=0", "BAD_INPUT", 400],
      ["/api/v1/series?first=x", "BAD_INPUT", 400],
      ["/api/v1/series?sort=NOTHING", "BAD_INPUT", 400],
      ["/api/v1/series?after=%25%25", "BAD_INPUT", 400],
      ["/api/v1/series/db.1", "NOT_FOUND", 404],
      ["/api/v1/nothing", "NOT_FOUND", 404],
    ] as const) {
      const response = await api.rest("GET", path);
      expect(response.headers.get("content-type")).toContain("application/problem+json");
      const problem = (await response.json()) as { type: string };
      expect(problem).toMatchObject({ code, status });
      const page = await api.rest("GET", problem.type);
      expect(page.status).toBe(200);
    }
  });

  it("compresses a long answer for who takes it, and gives the same", async () => {
    const path = "/api/v1/series/db.public.metrics/partitions?first=1000";
    const packed = await api.rest("GET", path, { headers: { "accept-encoding": "gzip" } });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    const plain = await api.rest("GET", path, { headers: { "accept-encoding": "identity" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(((await packed.json()) as { nodes: unknown[] }).nodes).toHaveLength(
      ((await plain.json()) as { nodes: unknown[] }).nodes.length,
    );
    const short = await api.rest("GET", "/healthz", { headers: { "accept-encoding": "gzip" } });
    expect(short.headers.get("content-encoding")).toBeNull();
  });

  it("serves its document and a page to try it", async () => {
    const served = await api.rest("GET", "/api/v1/openapi.json", { who: {} });
    expect(await served.json()).toEqual(JSON.parse(JSON.stringify(document)));
    // with and without the slash: each script and style that the page names is there
    const bare = await api.rest("GET", "/api/v1/docs", { who: {} });
    expect(bare.status).toBe(308);
    const { pathname: docs } = new URL(bare.headers.get("location") ?? "", bare.url);
    const page = await api.rest("GET", docs, { who: {} });
    expect(page.status).toBe(200);
    const named = [...(await page.text()).matchAll(/(?:src|href)="([^"#]+\.(?:js|css))"/g)];
    expect(named.length).toBeGreaterThan(2);
    for (const [, file = ""] of named) {
      const { pathname } = new URL(file, page.url);
      expect((await api.rest("GET", pathname, { who: {} })).status, pathname).toBe(200);
    }
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).not.toContain("unsafe-eval");
    expect(policy).toMatch(/script-src[^;]*'self'/);
  });
});

describe("changing", () => {
  it("lets one of many that read the same settings change them, whoever is first", async () => {
    for (const [path, method, bodies] of [
      [
        "/api/v1/series/db.public.metrics",
        "PUT",
        Array.from({ length: 6 }, (_value, i) => ({ after: `${i + 8} days` })),
      ],
      [
        "/api/v1/jobs/JOB",
        "PATCH",
        Array.from({ length: 6 }, (_value, i) => ({ schedule: `${i + 8} minutes` })),
      ],
    ] as const) {
      const { nodes } = (await (
        await api.rest("GET", "/api/v1/series/db.public.metrics/jobs")
      ).json()) as { nodes: { id: string }[] };
      const thing = path.replace("JOB", nodes[0]?.id ?? "");
      const etag = (await api.rest("GET", `${thing}/settings`)).headers.get("etag") ?? "";
      const answers = await Promise.all(
        bodies.map((body) =>
          api.rest(method, method === "PUT" ? `${thing}/sealing` : thing, {
            body,
            headers: { "if-match": etag },
          }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412]);
    }
  });

  it("sets under If-Match, and refuses what is old with 412", async () => {
    const settings = await api.rest("GET", "/api/v1/series/db.public.metrics/settings");
    const etag = settings.headers.get("etag") ?? "";
    await settings.text();
    const set = (headers: Record<string, string>) =>
      api.rest("PUT", "/api/v1/series/db.public.metrics/sealing", {
        body: { after: "4 days" },
        headers,
      });
    const done = await set({ "if-match": etag });
    const body: unknown = await done.json();
    expect(done.status).toBe(200);
    check("/series/{series}/sealing", "PUT", body);
    const refused = await set({ "if-match": etag });
    expect(refused.status).toBe(412);
    expect(await refused.json()).toMatchObject({ code: "PRECONDITION_FAILED" });
  });

  it("takes Idempotency-Key: the first answer again, or 409", async () => {
    const key = { "idempotency-key": "one" };
    const first = await api.rest("POST", "/api/v1/series/db.public.metrics/measure", {
      who: api.as.operator,
      headers: key,
    });
    expect(await first.json()).toMatchObject({ replayed: false });
    const again = await api.rest("POST", "/api/v1/series/db.public.metrics/measure", {
      who: api.as.operator,
      headers: key,
    });
    expect(await again.json()).toMatchObject({ replayed: true });
  });

  it("refuses a body that is not what it takes", async () => {
    for (const body of [{ nothing: 1 }, { after: 3, codec: "GZIP" }, [], "text"]) {
      const response = await api.rest("PUT", "/api/v1/series/db.public.metrics/sealing", { body });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "BAD_INPUT" });
    }
  });
});
