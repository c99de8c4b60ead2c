/** /graphql over HTTP: Apollo Server with our bounds and our errors. */
import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import { ApolloServerPluginCacheControlDisabled } from "@apollo/server/plugin/disabled";
import { fastifyApolloHandler } from "@as-integrations/fastify";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { GraphQLSchema } from "graphql";
import { GraphQLError } from "graphql";
import type { Context, Services } from "../context.js";
import { AppError, toAppError } from "../errors.js";
import { contextOf } from "./authenticate.js";
import { checkDocument, fieldsThatNeedSignIn, limits } from "./cost.js";
import type { Documents } from "./documents.js";
import { originalOf, wireError } from "./wire-error.js";

/** Refused before it runs: HTTP says so too. */
function withStatus(error: AppError): GraphQLError {
  return new GraphQLError(error.message, {
    originalError: error,
    extensions: { code: error.code, http: { status: error.status } },
  });
}

function bounds(schema: GraphQLSchema): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async ({ contextValue }) => ({
      didResolveOperation: async ({ document, operation, request }) => {
        if (operation === undefined) return;
        if (contextValue.principal === null) {
          const names = fieldsThatNeedSignIn(document, operation);
          if (
            names.length > 0 &&
            !(
              contextValue.services.config.introspection &&
              names.every((name) => name.startsWith("__"))
            )
          ) {
            throw withStatus(new AppError("UNAUTHENTICATED", "Sign in, or send an API token."));
          }
        }
        try {
          checkDocument(schema, document, operation, request.variables ?? {});
        } catch (error) {
          throw withStatus(toAppError(error));
        }
      },
      didEncounterErrors: async ({ errors }) => {
        for (const error of errors) {
          const original = originalOf(error);
          if (original instanceof GraphQLError) continue;
          const app = toAppError(original);
          contextValue.services.metrics.errors.inc({ code: app.code });
          if (app.code === "INTERNAL") {
            contextValue.services.logger.error(
              {
                err: app.cause ?? original,
                requestId: contextValue.requestId,
                path: error.path?.join("."),
              },
              "a fault of the API",
            );
          }
        }
      },
      willSendResponse: async ({ response }) => {
        if (response.body.kind !== "single") return;
        const { errors } = response.body.singleResult;
        if (errors === undefined) return;
        response.body.singleResult.errors = errors.map((error) => ({
          ...error,
          extensions: { ...error.extensions, requestId: contextValue.requestId },
        }));
      },
    }),
  };
}

export async function startApollo(
  schema: GraphQLSchema,
  services: Services,
  documents: Documents,
): Promise<ApolloServer<Context>> {
  const server = new ApolloServer<Context>({
    schema,
    // who may introspect is decided per request, above
    introspection: true,
    allowBatchedHttpRequests: false,
    csrfPrevention: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    hideSchemaDetailsFromClientErrors: services.config.production,
    nodeEnv: services.config.production ? "production" : "development",
    parseOptions: { maxTokens: limits.tokens },
    persistedQueries: {
      ttl: null,
      cache: {
        get: async (key) => documents.get(key.replace(/^apq:/, "")),
        // only documents of the manifest are known: none is learnt from a request
        set: async () => undefined,
        delete: async () => true,
      },
    },
    formatError: (_formatted, error) => wireError(error),
    // without it no field is instrumented: a page of 1,000 partitions has some twenty thousand
    plugins: [ApolloServerPluginCacheControlDisabled(), bounds(schema)],
    logger: {
      debug: () => undefined,
      info: () => undefined,
      warn: (message) => services.logger.warn(String(message)),
      error: (message) => services.logger.error(String(message)),
    },
  });
  await server.start();
  return server;
}

/** `documentId` at the top is the same as Apollo's form. */
export function spreadDocumentId(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body) || !("documentId" in body))
    return body;
  const { documentId, ...rest } = body;
  if (typeof documentId !== "string" || "query" in rest) return body;
  return {
    ...rest,
    extensions: { persistedQuery: { version: 1, sha256Hash: documentId.replace(/^sha256:/, "") } },
  };
}

export function graphqlHandler(
  server: ApolloServer<Context>,
  services: Services,
): (request: FastifyRequest, reply: FastifyReply) => unknown {
  const handler = fastifyApolloHandler(server, {
    context: async (request, reply) => {
      try {
        return await contextOf(services, request, reply, "graphql");
      } catch (error) {
        const app = toAppError(error);
        throw new GraphQLError(app.message, {
          originalError: app,
          extensions: { ...app.extensions(request.id), http: { status: app.status } },
        });
      }
    },
  });
  return async function (this: FastifyInstance, request, reply) {
    request.body = spreadDocumentId(request.body);
    return await handler.call(this, request, reply);
  } as (request: FastifyRequest, reply: FastifyReply) => unknown;
}
