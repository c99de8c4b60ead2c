/**
 * The whole life of a series through one face alone, as automation lives it, with API tokens: from an empty
 * table to partitions, seal, late rows, reseal, rollup, refresh, retention, drop, and back to a plain table. Once by
 * GraphQL, once by REST; rows are written by SQL, as everywhere. Every answer of REST fits its OpenAPI document.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import { isInputObjectType } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openapiDocument } from "../src/http/rest/openapi.js";
import { prepare } from "../src/http/rest/plan.js";
import { routes } from "../src/http/rest/routes.js";
import { buildBareSchema } from "../src/schema/load.js";
import {
  type Database,
  makeDatabase,
  type Running,
  settingsFor,
  startApp,
  until,
} from "./harness.js";

type Json = Record<string, unknown>;

interface Call {
  /** Path of fields from the root: "series.partitions". */
  readonly field: string;
  readonly args: Readonly<Json>;
  /** What GraphQL selects; REST gives all. */
  readonly select: string;
  readonly key?: string;
}

interface Outcome {
  /** The field's value, or null when it was refused. */
  readonly value: Json | null;
  readonly code: string | null;
}

interface Face {
  readonly name: string;
  readonly call: (token: string, call: Call) => Promise<Outcome>;
  readonly ended: (token: string, operation: string) => Promise<string>;
}

/** One day for the whole journey, also where midnight comes in the middle of it. */
const began = Date.now();

const schema = buildBareSchema();
const document = openapiDocument(routes.map((route) => prepare(schema, route)));
const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { int32: true } });
ajv.addSchema(document, "openapi");

let database: Database;
let api: Running;
let admin: string;
let operator: string;

beforeAll(async () => {
  database = await makeDatabase();
  await database.query("GRANT CREATE, USAGE ON SCHEMA public TO demo_owner");
  api = await startApp(settingsFor(database));
  const token = async (role: string): Promise<string> =>
    (
      await api.ask<{ createToken: { secret: string } }>(
        `mutation { createToken(input: { name: "journey ${role}", role: ${role} }) { secret } }`,
      )
    ).createToken.secret;
  admin = await token("ADMIN");
  operator = await token("OPERATOR");
});

afterAll(async () => {
  await api?.stop();
  await database?.drop();
});

function graphql(): Face {
  const call: Face["call"] = async (token, { field, args, select, key }) => {
    const [first = "", second] = field.split(".");
    const query = schema.getQueryType()?.getFields()[first];
    const kind = query === undefined ? "mutation" : "query";
    const outer = query ?? schema.getMutationType()?.getFields()[first];
    const inner =
      second === undefined
        ? undefined
        : (schema.getType(outer?.type.toString().replaceAll(/\W/g, "") ?? "") as never as {
            getFields: () => Record<string, typeof outer>;
          });
    const variables: Json = {};
    const declared: string[] = [];
    const given = (of: typeof outer): string => {
      const names = (of?.args ?? []).flatMap((argument) => {
        const value = argument.name === "idempotencyKey" ? key : args[argument.name];
        if (value === undefined) return [];
        variables[argument.name] = value;
        declared.push(`$${argument.name}: ${argument.type}`);
        return [`${argument.name}: $${argument.name}`];
      });
      return names.length === 0 ? "" : `(${names.join(", ")})`;
    };
    const outerText = `${first}${given(outer)}`;
    const text =
      second === undefined
        ? `${outerText} ${select}`
        : `${outerText} { ${second}${given(inner?.getFields()[second])} ${select} }`;
    const head = declared.length === 0 ? "" : `(${declared.join(", ")})`;
    const answer = await api.send<Json>(`${kind} ${head} { ${text} }`, variables, { token });
    const top = answer.data?.[first] as Json | null | undefined;
    const value = second === undefined ? top : (top?.[second] as Json | null | undefined);
    const [error] = answer.errors;
    if (error === undefined) expect(value, field).toBeTruthy();
    // a list is what REST calls nodes
    const shaped = Array.isArray(value) ? { nodes: value as unknown } : (value ?? null);
    return { value: error === undefined ? shaped : null, code: error?.extensions.code ?? null };
  };
  return {
    name: "graphql",
    call,
    ended: async (token, operation) =>
      await until(
        async () =>
          String(
            (
              await call(token, {
                field: "operation",
                args: { id: operation },
                select: "{ state }",
              })
            ).value?.state,
          ),
        (state) => ["SUCCEEDED", "FAILED", "CANCELLED"].includes(state),
      ),
  };
}

function rest(): Face {
  const request = async (
    token: string,
    method: string,
    route: string,
    path: string,
    body: unknown,
    key?: string,
  ): Promise<Outcome & { readonly location: string | null }> => {
    const response = await api.rest(method, `/api/v1${path}`, {
      who: { token },
      ...(body === undefined ? {} : { body }),
      ...(key === undefined ? {} : { headers: { "idempotency-key": key } }),
    });
    const answer = (await response.json()) as Json;
    const failed = response.status >= 400;
    const pointer = `openapi#/paths/${route.replaceAll("/", "~1")}/${method.toLowerCase()}/responses/${failed ? "default" : response.status}/content/${failed ? "application~1problem+json" : "application~1json"}/schema`;
    const validate = ajv.getSchema(pointer);
    if (validate === undefined) throw new Error(`no schema at ${pointer}`);
    expect(validate(answer) ? [] : validate.errors, `${method} ${path}`).toEqual([]);
    return {
      value: failed ? null : answer,
      code: failed ? String(answer.code) : null,
      location: response.headers.get("location"),
    };
  };
  return {
    name: "rest",
    call: async (token, { field, args, key }) => {
      const route = routes.find(
        (candidate) => candidate.fields.join(".") === field && candidate.settings !== true,
      );
      if (route === undefined) throw new Error(`no route for ${field}`);
      const left: Json = { ...args };
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
        const value = String(left[name]);
        delete left[name];
        return encodeURIComponent(value);
      });
      if (route.method !== "GET") {
        // an argument `input` is the body itself
        const { input, ...others } = left;
        const body = { ...(input as Json | undefined), ...others };
        return await request(
          token,
          route.method,
          route.path,
          path,
          Object.keys(body).length === 0 ? undefined : body,
          key,
        );
      }
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(left)) {
        const type = schema.getType(
          name === "filter" ? "PartitionFilter" : name === "order" ? "PartitionOrder" : "",
        );
        if (!isInputObjectType(type)) {
          search.set(name, String(value));
          continue;
        }
        for (const [inner, one] of Object.entries(value as Json))
          search.set(name === "order" && inner === "by" ? "sort" : inner, String(one));
      }
      const query = search.size === 0 ? "" : `?${search}`;
      return await request(token, "GET", route.path, `${path}${query}`, undefined);
    },
    ended: async (token, operation) =>
      await until(
        async () =>
          String(
            (
              await request(
                token,
                "GET",
                "/operations/{id}",
                `/operations/${encodeURIComponent(operation)}?wait=60`,
                undefined,
              )
            ).value?.state,
          ),
        (state) => ["SUCCEEDED", "FAILED", "CANCELLED"].includes(state),
      ),
  };
}

interface PartitionNode {
  id: string;
  name: string;
  qualifiedName: string;
  state: string;
  due: boolean;
  lo: string | null;
  rows: string | null;
  ratio: number | null;
  lateFraction: number | null;
  sealedAt: string | null;
}

describe.each([graphql(), rest()])("by $name alone", (face) => {
  const table = `life_${face.name}`;
  const name = `public.${table}`;
  const series = `db.${name}`;
  const rollup = `db.public.${table}_hourly`;
  const day = (ago: number): string =>
    new Date(began - ago * 86_400_000).toISOString().slice(0, 10);

  const call = async (token: string, what: Call): Promise<Json> => {
    const { value, code } = await face.call(token, what);
    expect(code, what.field).toBeNull();
    return value ?? {};
  };
  const partitions = async (filter: Json = {}): Promise<PartitionNode[]> =>
    (
      await call(operator, {
        field: "series.partitions",
        args: { id: series, first: 100, filter, order: { by: "RANGE", direction: "ASC" } },
        select:
          "{ totalCount nodes { id name qualifiedName state due lo rows ratio lateFraction sealedAt } }",
      })
    ).nodes as never;
  const look = async (): Promise<Json> =>
    await call(operator, {
      field: "series",
      args: { id: series },
      select:
        "{ qualifiedName sealDue lateFraction worstLateFraction sealedPartitions bytes ratio partitionCount hasDefault }",
    });
  const measure = async (): Promise<void> => {
    await call(operator, {
      field: "measureSeries",
      args: { series, dryRun: false },
      select: "{ series { id } }",
    });
  };
  /** Asks for work and waits for its end. */
  const work = async (field: string, args: Json, key?: string): Promise<void> => {
    const answer = await call(operator, {
      field,
      args,
      select: "{ sql dryRun replayed operation { id kind state } }",
      ...(key === undefined ? {} : { key }),
    });
    const { id } = answer.operation as { id: string };
    expect(await face.ended(operator, id), field).toBe("SUCCEEDED");
  };

  it("an empty table becomes a series, shown by a dry run first, once under one key", async () => {
    await database.query(
      `SET ROLE demo_owner; CREATE TABLE ${name} (ts timestamptz NOT NULL, host int NOT NULL, v float8); CREATE INDEX ON ${name} (host, ts); RESET ROLE`,
    );
    const input = { database: "db", table, timeColumn: "ts", partitionInterval: "1 day" };
    const refused = await face.call(operator, {
      field: "createSeries",
      args: { input },
      select: "{ sql }",
    });
    expect(refused.code).toBe("FORBIDDEN");
    const dry = await call(admin, {
      field: "createSeries",
      args: { input, dryRun: true },
      select: "{ sql dryRun series { id } }",
    });
    expect(dry).toMatchObject({ dryRun: true, series: null });
    expect(dry.sql).toEqual([
      `SELECT sealstone.create_series('${name}'::regclass, 'ts', partition_interval => '1 day'::interval, premake => 4)::oid`,
    ]);
    expect(
      (await face.call(admin, { field: "series", args: { id: series }, select: "{ id }" })).code,
    ).toBe("NOT_FOUND");
    for (const replayed of [false, true]) {
      const made = await call(admin, {
        field: "createSeries",
        args: { input },
        select: "{ replayed series { qualifiedName } }",
        key: `create ${face.name}`,
      });
      expect(made.replayed).toBe(replayed);
      expect(made.series).toMatchObject(
        face.name === "graphql" ? { qualifiedName: name } : { id: expect.any(String) },
      );
    }
    // no job races this journey
    const { nodes } = await call(operator, {
      field: "series.jobs",
      args: { id: series },
      select: "{ id kind enabled }",
    });
    for (const job of nodes as { id: string }[]) {
      await call(admin, {
        field: "updateJob",
        args: { job: job.id, enabled: false },
        select: "{ job { id } }",
      });
    }
  });

  it("gets partitions and rows, a settle window, and says what is due", async () => {
    await call(admin, {
      field: "makePartitions",
      args: { series, lo: day(10), hi: day(-2) },
      select: "{ sql series { partitionCount } }",
    });
    await database.query(
      `INSERT INTO ${name} SELECT t, h, h + extract(hour from t) FROM generate_series('${day(10)}'::timestamptz, now(), '5 minutes') t, generate_series(1, 5) h`,
    );
    const set = await call(admin, {
      field: "setSealing",
      args: { series, after: "2 days", codec: "ZSTD", orderBy: ["host", "ts"] },
      select: "{ sql series { id } }",
    });
    expect(String(set.sql)).toContain("'zstd'");
    await measure();
    const due = await partitions({ due: true });
    expect(due.length).toBeGreaterThanOrEqual(6);
    expect(new Set(due.map((partition) => partition.state))).toEqual(new Set(["LIVE"]));
    expect(await look()).toMatchObject({
      qualifiedName: name,
      sealDue: String(due.length),
      sealedPartitions: "0",
    });
  });

  it("one partition is sealed by name, the rest by policy", async () => {
    const [first] = await partitions({ due: true });
    await work("seal", { partition: first?.id ?? "" }, `seal ${face.name}`);
    const [sealed] = await partitions({ states: ["SEALED"] });
    expect(sealed).toMatchObject({ id: first?.id, state: "SEALED", lateFraction: 0 });
    expect(sealed?.ratio).toBeGreaterThan(1);
    const again = await face.call(operator, {
      field: "seal",
      args: { partition: first?.id },
      select: "{ sql }",
    });
    expect(again.code).toBe("CONFLICT");
    await work("sealEligible", { series });
    await measure();
    expect(await look()).toMatchObject({ sealDue: "0", lateFraction: 0 });
    const columns = await call(operator, {
      field: "partition.columns",
      args: { id: first?.id },
      select: "{ name bytes }",
    });
    expect((columns.nodes as { name: string }[]).map((column) => column.name)).toEqual([
      "ts",
      "host",
      "v",
    ]);
  });

  it("late rows raise the late fraction of their partition, and a reseal folds them in", async () => {
    const [target] = await partitions({ states: ["SEALED"] });
    await database.query(
      `INSERT INTO ${name} SELECT '${day(10)}'::timestamptz + i * interval '1 minute', 2, -1 FROM generate_series(1, 100) i`,
    );
    await measure();
    const [late] = await partitions({ minLateFraction: 0.01 });
    expect(late?.id).toBe(target?.id);
    expect(await look()).toMatchObject({ worstLateFraction: late?.lateFraction });
    await work("reseal", { partition: late?.id ?? "" });
    await measure();
    expect(await partitions({ minLateFraction: 0.01 })).toEqual([]);
    const rows = await database.query<{ n: string }>(
      `SELECT count(*) AS n FROM ${name} WHERE v = -1`,
    );
    expect(rows[0]?.n).toBe("100");
  });

  it("a rollup is made and refreshed; late rows invalidate it, and a refresh takes them up", async () => {
    await call(admin, {
      field: "createRollup",
      args: {
        input: {
          source: series,
          name: `public.${table}_hourly`,
          bucket: "1 hour",
          selectList: "count(*) AS n, avg(v) AS mean",
          groupBy: "host",
        },
      },
      select: "{ sql rollup { id } }",
    });
    await work("refreshRollup", { rollup });
    await database.query(
      `INSERT INTO ${name} VALUES ('${day(5)}'::timestamptz, 3, 7), ('${day(4)}'::timestamptz, 4, 7)`,
    );
    const pending = await call(operator, {
      field: "rollup",
      args: { id: rollup },
      select: "{ pending watermark }",
    });
    expect(pending.pending).toBe("2");
    const invalid = await call(operator, {
      field: "rollup.invalidations",
      args: { id: rollup, first: 10 },
      select: "{ totalCount nodes { kind lo cause } }",
    });
    expect(invalid.totalCount).toBe(2);
    expect(invalid.nodes).toMatchObject([
      { kind: "PAIR", cause: "insert", lo: `${day(5)}T00:00:00.000000Z` },
      { kind: "PAIR", cause: "insert", lo: `${day(4)}T00:00:00.000000Z` },
    ]);
    await work("refreshRollup", { rollup });
    expect(
      await call(operator, { field: "rollup", args: { id: rollup }, select: "{ pending }" }),
    ).toMatchObject({ pending: "0" });
  });

  it("queries on it are seen with their read path", async () => {
    const marked = `SELECT count(*) FROM ${name} WHERE host = 3 AND ts >= '${day(9)}' AND ts < '${day(8)}'`;
    await database.query(marked);
    const top = await until(
      async () =>
        (
          await call(operator, {
            field: "series.topQueries",
            args: { id: series, first: 50 },
            select: "{ nodes { query calls paths partitionsRead p95Ms } }",
          })
        ).nodes as { query: string; paths: string[]; calls: string }[],
      (nodes) => nodes.some((node) => node.query.includes("host = $")),
    );
    const found = top.find((node) => node.query.includes("host = $"));
    expect(found?.paths.length).toBeGreaterThan(0);
    expect(BigInt(found?.calls ?? "0")).toBeGreaterThan(0n);
  });

  it("retention and drops want the name and what a dry run said", async () => {
    for (const [field, args, select] of [
      ["setRetention", { series, keep: "8 days" }, "{ effect { partitions bytes } series { id } }"],
      [
        "dropPartitions",
        { series, before: `${day(9)}T00:00:00Z` },
        "{ effect { partitions bytes names } series { id } }",
      ],
    ] as const) {
      const dry = await call(admin, { field, args: { ...args, dryRun: true }, select });
      const { partitions: count, bytes } = dry.effect as { partitions: number; bytes: string };
      expect(count, field).toBe(field === "dropPartitions" ? 1 : 2);
      const bare = await face.call(admin, { field, args, select });
      expect(bare.code).toBe("CONFIRMATION_REQUIRED");
      const wrong = await face.call(admin, {
        field,
        args: { ...args, confirm: name, expect: { partitions: count + 1, bytes } },
        select,
      });
      expect(wrong.code).toBe("CONFLICT");
      await call(admin, {
        field,
        args: { ...args, confirm: name, expect: { partitions: count, bytes } },
        select,
      });
    }
    const rest = await partitions({ states: ["LIVE", "SEALED"] });
    expect(rest[0]?.lo).toBe(`${day(9)}T00:00:00.000000Z`);
    // what was dropped of the raw rows stays in the rollup
    const rows = await database.query<{ n: string }>(
      `SELECT sum(n) AS n FROM public.${table}_hourly WHERE bucket < '${day(9)}'`,
    );
    expect(Number(rows[0]?.n)).toBe(288 * 5 + 100);
    await call(admin, {
      field: "setRetention",
      args: { series, keep: null },
      select: "{ series { id } }",
    });
  });

  it("and becomes a plain table again, its rows untouched", async () => {
    const before = await database.query(`SELECT count(*)::int AS n, sum(v) AS v FROM ${name}`);
    const held = await face.call(admin, {
      field: "dropSeries",
      args: { series, confirm: name },
      select: "{ sql }",
    });
    expect(held.code).toBe("CONFLICT");
    const sealed = await partitions({ states: ["SEALED"] });
    await work("bulkPartitions", {
      kind: "UNSEAL",
      series,
      filter: { states: ["SEALED"] },
      expectedCount: sealed.length,
    });
    const dry = await call(admin, {
      field: "dropRollup",
      args: { rollup, dryRun: true },
      select: "{ sql effect { partitions bytes } }",
    });
    const { partitions: count, bytes } = dry.effect as { partitions: number; bytes: string };
    await call(admin, {
      field: "dropRollup",
      args: {
        rollup,
        confirm: `public.${table}_hourly`,
        expect: { partitions: count, bytes },
      },
      select: "{ sql }",
    });
    await call(admin, {
      field: "dropSeries",
      args: { series, confirm: name },
      select: "{ sql database { id } }",
    });
    const gone = await face.call(admin, {
      field: "series",
      args: { id: series },
      select: "{ id }",
    });
    expect(gone.code).toBe("NOT_FOUND");
    expect(await database.query(`SELECT count(*)::int AS n, sum(v) AS v FROM ${name}`)).toEqual(
      before,
    );
  });

  it("left each step in the audit log, by whom and through which face", async () => {
    const rows = await database.query<{
      action: string;
      outcome: string;
      face: string;
      actor: string;
    }>(
      `SELECT DISTINCT action, outcome, face, actor FROM sealstone_console.audit WHERE face = '${face.name}' AND (target LIKE '%${table}%' OR arguments::text LIKE '%${table}%')`,
    );
    const done = new Set(
      rows.filter((row) => row.outcome === "SUCCEEDED").map((row) => row.action),
    );
    expect(
      [
        "createSeries",
        "updateJob",
        "makePartitions",
        "setSealing",
        "measureSeries",
        "seal",
        "sealEligible",
        "reseal",
        "createRollup",
        "refreshRollup",
        "setRetention",
        "dropPartitions",
        "bulkPartitions",
        "dropRollup",
        "dropSeries",
      ].filter((action) => !done.has(action)),
    ).toEqual([]);
    expect(rows).toContainEqual(
      expect.objectContaining({ action: "createSeries", outcome: "REFUSED" }),
    );
    expect(rows.every((row) => row.actor?.startsWith("journey "))).toBe(true);
  });
});
