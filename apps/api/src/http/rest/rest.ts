/** /api/v1: each route runs its document on the same graph, with the same principals, and speaks HTTP's own words. */
import { createHash } from "node:crypto";
import { errorCodes, isErrorCode } from "@sealstone/shared";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ExecutionResult, execute, type GraphQLSchema } from "graphql";
import type { Context, Services } from "../../context.js";
import { AppError, badInput, toAppError } from "../../errors.js";
import { parseNumberId } from "../../ids.js";
import { contextOf } from "../authenticate.js";
import { Methods, notAllowed } from "../methods.js";
import { problemOf, sendProblem } from "../problem.js";
import { originalOf } from "../wire-error.js";
import { registerDocs } from "./docs.js";
import { openapiDocument } from "./openapi.js";
import { type PreparedRoute, prepare, variablesOf } from "./plan.js";
import { routes } from "./routes.js";

export const prefix = "/api/v1";

export function prepareRoutes(schema: GraphQLSchema): PreparedRoute[] {
  return routes.map((route) => prepare(schema, route));
}

function toApp(error: unknown): AppError {
  const original = originalOf(error);
  if (original instanceof AppError) return original;
  // what GraphQL itself says of arguments that do not fit
  if (original instanceof Error && original.constructor.name === "GraphQLError") {
    const code =
      "extensions" in original ? (original.extensions as { code?: unknown }).code : undefined;
    return new AppError(
      isErrorCode(code) ? code : "BAD_INPUT",
      original.message.replaceAll(
        /Variable "\$(\w+)" got invalid value/g,
        "$1 has an invalid value",
      ),
    );
  }
  return toAppError(original);
}

/** Weak: of what matters, not of the clock. A quote inside a value is escaped, so that only keys are met. */
function etagOf(json: string): string {
  const text = json.replaceAll(/"(?:asOf":"[^"]*"|durationMs":[^,}]*)/g, "");
  return `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const bare = (value: string): string => value.trim().replace(/^W\//, "");
  return header.split(",").some((one) => one.trim() === "*" || bare(one) === bare(etag));
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Until the operation has ended, or the seconds are over. */
async function waitForEnd(
  context: Context,
  id: string,
  seconds: number,
  request: FastifyRequest,
): Promise<void> {
  const { db, number } = parseNumberId(context, id, "such operation");
  if (!db.readable) throw db.unavailable();
  const subscription = context.services.live
    .operations(db)
    .subscribe((row) => row.operationId.toString() === number, [number]);
  const timer = setTimeout(() => subscription.close(), seconds * 1000);
  const gone = (): void => subscription.close();
  request.raw.once("close", gone);
  try {
    while (true) {
      const event = await subscription.next();
      if (event === null) return;
      const [row] = event.operations;
      if (event.type === "SNAPSHOT" && row === undefined) return;
      if (row?.finishedAt !== null && row !== undefined) return;
    }
  } finally {
    clearTimeout(timer);
    request.raw.off("close", gone);
    subscription.close();
  }
}

function dig(data: unknown, fields: readonly string[]): unknown {
  let value = data;
  for (const field of fields) {
    if (typeof value !== "object" || value === null) return null;
    value = (value as Record<string, unknown>)[field];
  }
  return value;
}

async function answer(
  prepared: PreparedRoute,
  schema: GraphQLSchema,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { route } = prepared;
  const context = await contextOf(services, request, reply, "rest");
  const query = request.query as Record<string, unknown>;
  const waits = route.path === "/operations/{id}" && route.method === "GET";
  const variables = variablesOf(
    prepared,
    {
      params: request.params as Record<string, unknown>,
      query,
      body: request.body,
      idempotencyKey: headerOf(request, "idempotency-key"),
      ifMatch: headerOf(request, "if-match"),
    },
    waits ? ["wait"] : [],
  );
  if (waits && query.wait !== undefined) {
    const seconds = Number(query.wait);
    if (!Number.isInteger(seconds) || seconds < 0 || seconds > 60)
      throw badInput("wait is 0 to 60 seconds.");
    if (context.principal?.scopes.includes("READ") === true && seconds > 0) {
      await waitForEnd(context, String(variables.id), seconds, request);
    }
  }
  const result: ExecutionResult = await execute({
    schema,
    document: prepared.document,
    contextValue: context,
    variableValues: variables,
  });
  const errors = (result.errors ?? []).map(toApp);
  for (const error of errors) {
    services.metrics.errors.inc({ code: error.code });
    if (error.code === "INTERNAL")
      services.logger.error(
        { err: error.cause, requestId: request.id, path: route.path },
        "a fault of the API",
      );
  }
  const value = dig(result.data, route.fields);
  const [first] = errors;
  if (first !== undefined && (value === null || value === undefined)) throw first;
  if (value === null || value === undefined) {
    throw route.fields[0] === "viewer"
      ? new AppError("UNAUTHENTICATED", "Sign in, or send an API token.")
      : new AppError("NOT_FOUND", "There is no such thing, or none you may see.");
  }
  const problems = errors.map((error) => problemOf(error, request.id, request.url));
  const extra = problems.length === 0 ? {} : { problems };
  if (Array.isArray(value))
    return respond(prepared, request, reply, { nodes: value as unknown[], ...extra });
  if (typeof value !== "object")
    return respond(prepared, request, reply, { result: value, ...extra });
  return respond(prepared, request, reply, { ...value, ...extra });
}

function respond(
  prepared: PreparedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Readonly<Record<string, unknown>>,
): unknown {
  const { route } = prepared;
  // once: of a long page this is a good part of the work
  const json = JSON.stringify(body);
  reply.header("cache-control", "private, no-cache");
  if (route.method === "GET") {
    const version = body.settingsVersion;
    const etag =
      route.settings === true && typeof version === "string" ? `"${version}"` : etagOf(json);
    reply.header("etag", etag);
    if (matches(headerOf(request, "if-none-match"), etag)) return reply.code(304).send();
  }
  const info = body.pageInfo;
  if (
    prepared.pages &&
    typeof info === "object" &&
    info !== null &&
    "hasNextPage" in info &&
    info.hasNextPage === true &&
    "endCursor" in info
  ) {
    const next = new URL(request.url, "http://base");
    next.searchParams.set("after", String(info.endCursor));
    reply.header("link", `<${next.pathname}${next.search}>; rel="next"`);
  }
  if (prepared.startsOperation) {
    const operation = body.operation;
    if (typeof operation === "object" && operation !== null && "id" in operation) {
      reply.header("location", `${prefix}/operations/${encodeURIComponent(String(operation.id))}`);
      reply.code(202);
    }
  }
  return reply.type("application/json; charset=utf-8").send(json);
}

export async function registerRest(
  app: FastifyInstance,
  parts: { readonly services: Services; readonly schema: GraphQLSchema },
): Promise<void> {
  const { services, schema } = parts;
  const prepared = prepareRoutes(schema);
  const document = openapiDocument(prepared);
  await app.register(
    async (scope) => {
      scope.setErrorHandler(async (error, request, reply) => {
        const failed = error instanceof AppError ? error : null;
        if (failed === null) throw error;
        if (failed.details.retryAfter !== undefined)
          reply.header("retry-after", String(failed.details.retryAfter));
        if (failed.code === "UNAUTHENTICATED") reply.header("www-authenticate", "Bearer");
        return await sendProblem(request, reply, failed);
      });
      for (const one of prepared) {
        scope.route({
          method: one.route.method,
          url: one.route.path.replaceAll(/\{(\w+)\}/g, ":$1"),
          handler: async (request, reply) => await answer(one, schema, services, request, reply),
        });
      }
      scope.get("/openapi.json", async (_request, reply) => await reply.send(document));
      scope.get("/problems/:code", async (request, reply) => {
        const { code } = request.params as { code: string };
        if (!isErrorCode(code)) throw new AppError("NOT_FOUND", "There is no such code.");
        const info = errorCodes[code];
        return await reply
          .type("text/html; charset=utf-8")
          .send(
            `<!doctype html><html lang="en"><title>${code}</title><h1>${code}</h1><p>${info.title}</p><p>HTTP status ${info.status}. ${
              info.retryable
                ? "The same request may succeed later."
                : "The same request will fail again."
            }</p></html>\n`,
          );
      });
      await registerDocs(scope, document);
      const methods = new Methods([
        ...routes,
        ...["/openapi.json", "/problems/{code}", "/docs", "/docs/"].map((path) => ({
          method: "GET",
          path,
        })),
      ]);
      const nothing = async (request: FastifyRequest, reply: FastifyReply) => {
        const path = request.url.split("?", 1)[0] ?? "";
        const allowed = methods.at(path.slice(prefix.length));
        if (allowed.length > 0) return await notAllowed(request, reply, allowed);
        const missing = new AppError("NOT_FOUND", "There is nothing at this address.", {
          hint: `See ${prefix}/openapi.json.`,
        });
        return await sendProblem(request, reply, missing);
      };
      scope.setNotFoundHandler(nothing);
      // a route, too: the console behind us takes whatever address no route has
      scope.all("/", nothing);
      scope.all("/*", nothing);
    },
    { prefix },
  );
}
