/** Spans, collected by a real SDK in memory. */
import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  type Database,
  loginPassword,
  makeDatabase,
  makeSeries,
  password,
  type Running,
  settingsFor,
  startApp,
  until,
} from "./harness.js";

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());

let database: Database;
let api: Running;

beforeAll(async () => {
  database = await makeDatabase();
  await makeSeries(database, "metrics", 4);
  api = await startApp(settingsFor(database));
});

afterAll(async () => {
  await api?.stop();
  await database?.drop();
});

beforeEach(() => exporter.reset());

const traceId = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

/** Spans of the trace that the caller began, once the request's own has ended. */
async function spans(): Promise<ReadableSpan[]> {
  return await until(
    async () =>
      exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId),
    (found) => found.some((span) => span.kind === SpanKind.SERVER),
  );
}

it("a request is a span under its caller's, and each of its statements one under it", async () => {
  const response = await api.rest("GET", "/api/v1/series/db.public.metrics/partitions?first=3", {
    headers: { traceparent },
  });
  await response.text();
  const found = await spans();
  const server = found.find((span) => span.kind === SpanKind.SERVER);
  expect(server).toMatchObject({
    name: "GET /api/v1/series/:id/partitions",
    parentSpanContext: { spanId: "b7ad6b7169203331" },
    attributes: {
      "http.request.method": "GET",
      "http.response.status_code": 200,
      "sealstone.request_id": response.headers.get("x-request-id"),
    },
  });
  const statements = found.filter((span) => span.kind === SpanKind.CLIENT);
  expect(statements.map((span) => span.name)).toContain("pagePartitions");
  for (const span of statements) {
    expect(span.parentSpanContext?.spanId, span.name).toBe(server?.spanContext().spanId);
    expect(span.attributes).toMatchObject({ "db.system.name": "postgresql" });
  }
});

it("a mutation is a span with its operation; a refused one is marked with its code", async () => {
  const { series } = await api.ask<{ series: { partitions: { nodes: { id: string }[] } } }>(
    '{ series(id: "db.public.metrics") { partitions(first: 1, filter: { due: true }) { nodes { id } } } }',
  );
  const id = series.partitions.nodes[0]?.id ?? "";
  const document = `mutation { seal(partition: "${id}") { operation { id } } }`;
  const answer = await api.send<{ seal: { operation: { id: string } } }>(
    document,
    {},
    {
      ...api.as.operator,
      headers: { traceparent },
    },
  );
  const done = (await spans()).find(
    (span) => span.name === "seal" && span.kind !== SpanKind.CLIENT,
  );
  expect(done?.attributes).toEqual({
    "sealstone.database": "db",
    "sealstone.dry_run": false,
    "sealstone.operation": answer.data?.seal.operation.id,
  });
  exporter.reset();
  await api.send(document, {}, { ...api.as.viewer, headers: { traceparent } });
  const refused = (await spans()).find((span) => span.name === "seal");
  expect(refused?.status.code).toBe(SpanStatusCode.ERROR);
  expect(refused?.attributes["error.type"]).toBe("FORBIDDEN");
});

it("no span holds a secret or a value", async () => {
  await api.signIn("viewer");
  await api.send(
    'mutation { runSql(database: "db", sql: "SELECT \'a value of mine\'") { rows } }',
    {},
    { ...api.as.viewer, headers: { traceparent } },
  );
  await spans();
  const text = JSON.stringify(
    exporter.getFinishedSpans().map((span) => [span.name, span.attributes, span.events]),
  );
  for (const secret of [
    password,
    loginPassword,
    "a value of mine",
    "sealstone_session",
    "postgresql://",
  ])
    expect(text).not.toContain(secret);
});
