/** The composition root: builds everything and listens to nothing, so that tests can inject requests. */
import { randomUUID } from "node:crypto";
import { type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import rateLimit from "@fastify/rate-limit";
import websocket from "@fastify/websocket";
import Fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { type Logger, pino } from "pino";
import { Authenticator } from "./auth/authenticator.js";
import { Limiter } from "./auth/limiter.js";
import type { Config } from "./config.js";
import type { Services } from "./context.js";
import { Home } from "./db/home.js";
import { Target } from "./db/target.js";
import { AppError, toAppError } from "./errors.js";
import { Documents } from "./http/documents.js";
import { graphqlHandler, startApollo } from "./http/graphql.js";
import { registerHealth } from "./http/health.js";
import { notAllowed, unusual } from "./http/methods.js";
import { problemOf, sendProblem } from "./http/problem.js";
import { registerProxy } from "./http/proxy.js";
import { registerRest } from "./http/rest/rest.js";
import { dataPolicy, setSecurityHeaders } from "./http/security.js";
import { socketHandler } from "./http/subscriptions.js";
import { Live } from "./live/live.js";
import { Metrics } from "./observe/metrics.js";
import { traceRequests } from "./observe/tracing.js";
import { buildSchema } from "./schema/executable.js";

export interface App {
  readonly fastify: FastifyInstance;
  readonly services: Services;
  /** Looks at every database once; never fails because one is down. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface AppOptions {
  readonly logger?: Logger;
  /** Tests: called for each SQL statement. */
  readonly onStatement?: (databaseId: string, name: string) => void;
  readonly processMetrics?: boolean;
}

function sameDatabase(a: string, b: string): boolean {
  const one = new URL(a);
  const other = new URL(b);
  return (
    one.hostname === other.hostname &&
    (one.port || "5432") === (other.port || "5432") &&
    one.pathname === other.pathname &&
    one.searchParams.get("host") === other.searchParams.get("host")
  );
}

export async function buildApp(config: Config, options: AppOptions = {}): Promise<App> {
  const logger =
    options.logger ??
    pino({
      level: config.logLevel,
      base: null,
      redact: ["req.headers.authorization", "req.headers.cookie", "*.password", "*.secret"],
      serializers: { err: safeError },
    });
  const metrics = new Metrics(options.processMetrics ?? true);
  const onStatement = (
    databaseId: string,
    name: string,
    milliseconds: number,
    failed: boolean,
  ): void => {
    metrics.statement(databaseId, milliseconds, failed);
    options.onStatement?.(databaseId, name);
  };
  const home = new Home({
    url: config.homeUrl,
    statementTimeoutMs: config.statementTimeoutMs,
    logger,
    onStatement,
  });
  const targets = new Map(
    config.databases.map((database) => [
      database.id,
      new Target(database, {
        statementTimeoutMs: config.statementTimeoutMs,
        lockTimeoutMs: config.lockTimeoutMs,
        inspectTimeoutMs: config.inspectTimeoutMs,
        probeSeconds: config.probeSeconds,
        logger,
        sharesHome: sameDatabase(database.urls.viewer, config.homeUrl),
        onStatement,
      }),
    ]),
  );
  const live = new Live(targets.values(), logger);
  const services: Services = {
    config,
    logger,
    targets,
    home,
    authenticator: new Authenticator(home),
    signInByName: new Limiter(8, 5 * 60_000),
    signInByAddress: new Limiter(40, 5 * 60_000),
    live,
    metrics,
  };

  const serverOptions: FastifyHttpOptions<Server> = {
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    bodyLimit: config.bodyLimitBytes,
    requestTimeout: config.requestTimeoutMs,
    http: {
      // Node swaps the two where this one is greater: a body might then come as slowly as a minute
      headersTimeout: Math.min(config.requestTimeoutMs, 60_000),
      // by default it looks for requests that arrive too slowly only twice a minute
      connectionsCheckingInterval: Math.min(config.requestTimeoutMs, 5_000),
    },
    connectionTimeout: 0,
    keepAliveTimeout: 75_000,
    maxRequestsPerSocket: 0,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    clientErrorHandler: unreadable,
    // as long as Node lets headers be: an id that nothing has is not found, whatever its length
    routerOptions: { maxParamLength: 16_384 },
    ...(config.basePath === ""
      ? {}
      : {
          rewriteUrl: (request) => {
            const url = request.url ?? "/";
            return url === config.basePath ||
              url.startsWith(`${config.basePath}/`) ||
              url.startsWith(`${config.basePath}?`)
              ? url.slice(config.basePath.length).replace(/^(?!\/)/, "/")
              : url;
          },
        }),
  };
  // The logger's type parameter is pino's; every plugin wants Fastify's own.
  const fastify = Fastify(serverOptions) as unknown as FastifyInstance;

  traceRequests(fastify);
  fastify.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    setSecurityHeaders(request, reply);
  });
  fastify.addHook("onSend", async (_request, reply, payload) => {
    if (!reply.hasHeader("content-security-policy"))
      reply.header("content-security-policy", dataPolicy);
    return payload;
  });
  fastify.addHook("onResponse", async (request, reply) => {
    const path = request.routeOptions.url ?? "";
    const face =
      path === "/graphql"
        ? "graphql"
        : path.startsWith("/api/")
          ? "rest"
          : path === "/metrics" || path === "/healthz" || path === "/readyz"
            ? "health"
            : "web";
    metrics.requests.inc({ face, status: `${Math.floor(reply.statusCode / 100)}xx` });
    metrics.requestSeconds.observe({ face }, reply.elapsedTime / 1000);
    logger.debug(
      {
        requestId: request.id,
        method: request.method,
        path,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "answered",
    );
  });
  fastify.setErrorHandler(async (error, request, reply) => {
    const app = fromFastify(error);
    if (app.code === "INTERNAL")
      logger.error({ err: app.cause ?? error, requestId: request.id }, "a fault of the API");
    if (app.details.retryAfter !== undefined)
      reply.header("retry-after", String(app.details.retryAfter));
    metrics.errors.inc({ code: app.code });
    return await sendProblem(request, reply, app);
  });

  // a program that always says "JSON" may send nothing
  const parseJson = fastify.getDefaultJsonParser("error", "error");
  fastify.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else parseJson(request, String(body), done);
  });
  await fastify.register(cookie);
  // what we answer ourselves: the console's server compresses its own. The least effort gives most of the gain.
  await fastify.register(compress, {
    encodings: ["gzip"],
    threshold: 2048,
    customTypes: /^application\/([a-z-]+\+)?json/,
    zlibOptions: { level: 1 },
  });
  await fastify.register(rateLimit, {
    global: true,
    max: config.rateLimitPerMinute,
    timeWindow: "1 minute",
    allowList: (request) =>
      request.url === "/healthz" || request.url === "/readyz" || request.url.startsWith("/_next/"),
    errorResponseBuilder: (_request, limit) =>
      new AppError(
        "RATE_LIMITED",
        `Too many requests; wait ${Math.ceil(limit.ttl / 1000)} seconds.`,
        {
          retryAfter: Math.ceil(limit.ttl / 1000),
        },
      ),
  });
  await fastify.register(websocket, { options: { maxPayload: 256 * 1024 } });

  const schema = buildSchema();
  const documents = new Documents(config.documentsPath, logger);
  const apollo = await startApollo(schema, services, documents);
  const answer = graphqlHandler(apollo, services);
  const sockets = socketHandler(schema, services, documents);
  await fastify.register(async (scope) => {
    scope.route({
      method: "GET",
      url: "/graphql",

      handler: answer,
      wsHandler: sockets.handle as never,
    });
    scope.route({ method: "POST", url: "/graphql", handler: answer });
  });
  registerHealth(fastify, services);
  // or the console behind us would be asked
  for (const url of ["/graphql", "/healthz", "/readyz", "/metrics"]) {
    const methods = url === "/graphql" ? ["GET", "POST"] : ["GET", "HEAD"];
    fastify.route({
      method: url === "/graphql" ? [...unusual] : ["POST", ...unusual],
      url,
      handler: async (request, reply) => await notAllowed(request, reply, methods),
    });
  }
  await registerRest(fastify, { services, schema });
  const nothing = async (request: FastifyRequest, reply: FastifyReply) => {
    const missing = new AppError("NOT_FOUND", "There is nothing at this address.");
    return await sendProblem(request, reply, missing);
  };
  for (const url of ["/api", "/api/*"]) fastify.all(url, nothing);
  await registerProxy(fastify, config);
  fastify.setNotFoundHandler(nothing);

  return {
    fastify,
    services,
    start: async () => {
      await Promise.all([...targets.values()].map((target) => target.start()));
      await home.ready().catch((error: unknown) => {
        logger.warn({ code: toAppError(error).code }, "starting without the home database");
      });
    },
    stop: async () => {
      live.stop();
      sockets.stop();
      await fastify.close();
      await apollo.stop();
      await Promise.all([...targets.values()].map((target) => target.stop()));
      await home.end();
    },
  };
}

/** Errors for the log: name, message, stack, SQLSTATE; never the connection string or a parameter. */
function safeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return {
    type: error.name,
    message: error.message.replaceAll(/postgres(?:ql)?:\/\/\S+/g, "postgresql://[left out]"),
    ...(code === undefined ? {} : { code }),
    stack: error.stack?.replaceAll(/postgres(?:ql)?:\/\/\S+/g, "postgresql://[left out]"),
    ...(error.cause === undefined ? {} : { cause: safeError(error.cause) }),
  };
}

/** What Node itself refuses, before there is a request: said as everything else is. */
function unreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const [status, refused] =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? [408, new AppError("TIMEOUT", "The request took too long to arrive.")]
      : error.code === "HPE_HEADER_OVERFLOW"
        ? [431, new AppError("TOO_LARGE", "The request's headers are too large.")]
        : [400, new AppError("BAD_INPUT", "This is no request in HTTP.")];
  const body = JSON.stringify({ ...problemOf(refused, randomUUID(), ""), status });
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  socket.destroy(error);
}

/** Fastify's own errors in our words. */
function fromFastify(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const status =
    error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
      ? error.statusCode
      : 500;
  if (status === 413) return new AppError("TOO_LARGE", "The request's body is too large.");
  if (status === 415)
    return new AppError("BAD_INPUT", "The body must be JSON (content-type: application/json).");
  if (status === 408) return new AppError("TIMEOUT", "The request took too long to arrive.");
  if (status >= 400 && status < 500)
    return new AppError("BAD_INPUT", "The request cannot be understood.", { cause: error });
  return toAppError(error);
}
