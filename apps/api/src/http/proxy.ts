/** Everything that is not ours goes to the console's server (Next), with a policy and a nonce for its scripts. */
import httpProxy from "@fastify/http-proxy";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.js";
import { newNonce, pagePolicy } from "./security.js";

declare module "fastify" {
  interface FastifyRequest {
    pagePolicy: string | null;
  }
}

export async function registerProxy(app: FastifyInstance, config: Config): Promise<void> {
  if (config.webUrl === undefined) return;
  const webUrl = config.webUrl;
  app.decorateRequest("pagePolicy", null);
  await app.register(async (scope) => {
    // bodies pass through as they are: the proxy brings a parser of its own for the type that the API parses
    scope.removeContentTypeParser("application/json");
    await registerPages(scope, webUrl);
  });
}

async function registerPages(app: FastifyInstance, upstream: string): Promise<void> {
  await app.register(httpProxy, {
    upstream,
    prefix: "/",
    httpMethods: ["GET", "HEAD", "POST", "OPTIONS"],
    preHandler: async (request, reply) => {
      request.pagePolicy = pagePolicy(newNonce());
      reply.header("content-security-policy", request.pagePolicy);
    },
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        ...("pagePolicy" in request && typeof request.pagePolicy === "string"
          ? { "content-security-policy": request.pagePolicy }
          : {}),
        "x-forwarded-host": request.host,
        "x-forwarded-proto": request.protocol,
        "x-forwarded-for": request.ip,
        "x-request-id": request.id,
      }),
      rewriteHeaders: (headers) => {
        // ours is the policy: what Next would send is left out
        const { "content-security-policy": _policy, "x-powered-by": _powered, ...rest } = headers;
        return rest;
      },
      onError: (reply) => {
        reply
          .code(502)
          .type("text/plain; charset=utf-8")
          .send(
            "The console's server does not answer. It is started again by itself; the API goes on at /graphql and /api.\n",
          );
      },
    },
  });
}
