/** /graphql over WebSocket (graphql-transport-ws): the same principals, bounds and errors; revoked sockets close. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  type ExecutionArgs,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  validate,
} from "graphql";
import { CloseCode, type ServerOptions } from "graphql-ws";
import { makeHandler } from "graphql-ws/use/@fastify/websocket";
import type { Principal } from "../auth/principal.js";
import type { Context, Services } from "../context.js";
import { AppError, toAppError } from "../errors.js";
import { Loaders } from "../loaders.js";
import { principalOf } from "./authenticate.js";
import { checkDocument, limits } from "./cost.js";
import type { Documents } from "./documents.js";
import { isSecure, refuseInsecure, sameOrigin } from "./security.js";
import { wireError } from "./wire-error.js";

interface Socket {
  close(code?: number, reason?: string): void;
  readonly bufferedAmount: number;
  on(event: "close", listener: () => void): unknown;
}

interface Open {
  readonly socket: Socket;
  principal: Principal | null;
  subscriptions: number;
}

const checkEveryMs = 2_000;
const mostPerSocket = 50;
const mostBuffered = 4 * 1024 * 1024;

export function socketHandler(schema: GraphQLSchema, services: Services, documents: Documents) {
  const open = new Map<Socket, Open>();
  let checking = false;

  const check = async (): Promise<void> => {
    if (checking) return;
    checking = true;
    try {
      const principals = [...open.values()].flatMap((one) =>
        one.principal === null ? [] : [one.principal],
      );
      if (principals.length === 0) return;
      const valid = await services.authenticator.stillValid(principals);
      for (const one of open.values()) {
        if (one.principal !== null && !valid.has(one.principal))
          one.socket.close(CloseCode.Forbidden, "Signed out");
        // whoever does not read is let go: on coming back it gets a snapshot
        else if (one.socket.bufferedAmount > mostBuffered) one.socket.close(1013, "Too slow");
      }
    } catch (error) {
      services.logger.warn({ err: error }, "open sockets could not be checked");
    } finally {
      checking = false;
    }
  };
  const timer = setInterval(() => void check(), checkEveryMs);
  timer.unref();

  type Extra = { readonly socket: Socket; readonly request: FastifyRequest };

  const options: ServerOptions<Record<string, unknown>, Extra> = {
    schema,
    connectionInitWaitTimeout: 15_000,
    onConnect: async (connection) => {
      const { request, socket } = connection.extra;
      if (!sameOrigin(services.config, request)) return false;
      const one = open.get(socket);
      if (one === undefined) return false;
      try {
        refuseInsecure(services.config, request);
        const offered = connection.connectionParams?.authorization;
        // browsers cannot set headers on a socket: a token may come in the first message
        if (typeof offered === "string" && request.headers.authorization === undefined) {
          request.headers.authorization = offered;
        }
        one.principal = await principalOf(services, request);
        return one.principal !== null;
      } catch (error) {
        services.logger.info(
          { code: toAppError(error).code, requestId: request.id },
          "a socket was refused",
        );
        return false;
      }
    },
    onSubscribe: (connection, _id, payload) => {
      const { request, socket } = connection.extra;
      const one = open.get(socket);
      try {
        if (one === undefined || one.principal === null)
          throw new AppError("UNAUTHENTICATED", "Sign in, or send an API token.");
        if (one.subscriptions >= mostPerSocket)
          throw new AppError(
            "RATE_LIMITED",
            `At most ${mostPerSocket} subscriptions on one socket.`,
          );
        const document = parse(textOf(payload, documents), { maxTokens: limits.tokens });
        const errors = validate(schema, document);
        if (errors.length > 0)
          return errors.map(
            (error) => new GraphQLError(error.message, { extensions: { code: "BAD_INPUT" } }),
          );
        const operation = getOperationAST(document, payload.operationName ?? undefined);
        if (operation === null || operation === undefined)
          throw new AppError("BAD_INPUT", "There is no operation of that name.");
        checkDocument(schema, document, operation, payload.variables ?? {});
        const context: Context = {
          services,
          principal: one.principal,
          face: "socket",
          requestId: request.id,
          address: request.ip,
          userAgent: request.headers["user-agent"] ?? null,
          loaders: new Loaders(),
          reply: null,
          secureCookies: isSecure(request),
          signal: null,
        };
        one.subscriptions += 1;
        const args: ExecutionArgs = {
          schema,
          document,
          contextValue: context,
          ...(payload.operationName == null ? {} : { operationName: payload.operationName }),
          ...(payload.variables == null ? {} : { variableValues: payload.variables }),
        };
        return args;
      } catch (error) {
        const wire = wireError(error, request.id);
        return [new GraphQLError(wire.message, { extensions: { ...wire.extensions } })];
      }
    },
    onComplete: (connection) => {
      const one = open.get(connection.extra.socket);
      if (one !== undefined) one.subscriptions = Math.max(0, one.subscriptions - 1);
    },
    onError: (connection, _id, _payload, errors) =>
      errors.map((error) => wireError(error, connection.extra.request.id)),
    onNext: (connection, _id, _payload, _args, result) =>
      result.errors === undefined
        ? undefined
        : {
            data: result.data ?? null,
            errors: result.errors.map((error) => wireError(error, connection.extra.request.id)),
          },
  };
  const handler = makeHandler<Record<string, unknown>, Extra>(
    options as ServerOptions<Record<string, unknown>, Extra>,
  );

  return {
    handle(this: FastifyInstance, socket: Socket, request: FastifyRequest): void {
      open.set(socket, { socket, principal: null, subscriptions: 0 });
      services.metrics.sockets.set(open.size);
      socket.on("close", () => {
        open.delete(socket);
        services.metrics.sockets.set(open.size);
      });
      (
        handler as unknown as (
          this: FastifyInstance,
          socket: Socket,
          request: FastifyRequest,
        ) => void
      ).call(this, socket, request);
    },
    stop(): void {
      clearInterval(timer);
      for (const one of open.values()) one.socket.close(1001, "Going away");
    },
  };
}

function textOf(
  payload: {
    readonly query?: string | null;
    readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
  },
  documents: Documents,
): string {
  if (payload.query !== undefined && payload.query !== null && payload.query !== "")
    return payload.query;
  const persisted = payload.extensions?.persistedQuery;
  const hash =
    typeof persisted === "object" && persisted !== null && "sha256Hash" in persisted
      ? String(persisted.sha256Hash)
      : "";
  const text = documents.get(hash);
  if (text === undefined)
    throw new AppError("PERSISTED_QUERY_NOT_FOUND", "No document is known by that hash.");
  return text;
}
