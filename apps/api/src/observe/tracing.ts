/**
 * OpenTelemetry, only when configured (OTEL_EXPORTER_OTLP_ENDPOINT) and only where its SDK is installed
 * beside the API: it is no dependency of ours. Spans are made through @opentelemetry/api all the same: one for
 * each request, under the caller's own where it sends a traceparent; inside it one for each mutation and one
 * for each SQL statement. They carry names, ids and codes, never a statement's text or a value.
 */
import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { version } from "../version.js";

const tracer = trace.getTracer("sealstone-api", version);

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "INTERNAL";
}

/** Runs `work` inside a span of its own; a failure is marked with its code. */
export async function traced<T>(
  name: string,
  kind: "statement" | "mutation",
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return await tracer.startActiveSpan(
    name,
    { kind: kind === "statement" ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes },
    async (span) => {
      try {
        return await work(span);
      } catch (error) {
        span.setAttribute("error.type", codeOf(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
  );
}

/** A span around each request; what runs for it is inside. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook("onRequest", (request, _reply, done) => {
    const parent = propagation.extract(ROOT_CONTEXT, request.headers);
    const route = request.routeOptions.url ?? "console";
    const span = tracer.startSpan(
      `${request.method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          "http.request.method": request.method,
          "http.route": route,
          "sealstone.request_id": request.id,
        },
      },
      parent,
    );
    spans.set(request, span);
    context.with(trace.setSpan(parent, span), done);
  });
  app.addHook("onResponse", async (request, reply) => {
    const span = spans.get(request);
    span?.setAttribute("http.response.status_code", reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}

const sdkName = "@opentelemetry/sdk-node";

interface Sdk {
  start(): void;
  shutdown(): Promise<void>;
}

function isConstructor(value: unknown): value is new () => Sdk {
  return typeof value === "function";
}

export async function startTracing(endpoint: string | undefined): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => undefined;
  try {
    const module: unknown = await import(sdkName);
    const NodeSDK =
      typeof module === "object" && module !== null && "NodeSDK" in module
        ? module.NodeSDK
        : undefined;
    if (!isConstructor(NodeSDK)) throw new Error("no NodeSDK");
    const sdk = new NodeSDK();
    sdk.start();
    return async () => await sdk.shutdown();
  } catch {
    console.error(
      `OTEL_EXPORTER_OTLP_ENDPOINT is set, but ${sdkName} is not installed: npm install ${sdkName}@0.223.0`,
    );
    return async () => undefined;
  }
}
