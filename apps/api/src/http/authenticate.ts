/** The principal of a request, from its token or its cookie. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { sessionCookie } from "../auth/cookie.js";
import type { Principal } from "../auth/principal.js";
import type { Context, Face, Services } from "../context.js";
import { AppError } from "../errors.js";
import { Loaders } from "../loaders.js";
import { isSecure, refuseForgery, refuseInsecure } from "./security.js";

function bearer(request: FastifyRequest): string | null {
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  const match = /^Bearer ([A-Za-z0-9_-]{1,200})$/.exec(authorization);
  if (match === null)
    throw new AppError("UNAUTHENTICATED", "Authorization must be: Bearer <token>.");
  return match[1] ?? null;
}

/**
 * A token that is wrong is an error; a cookie that is no longer good is nobody. Whoever is signed in by
 * cookie must prove, when changing things, that the request is from our own pages.
 */
export async function principalOf(
  services: Services,
  request: FastifyRequest,
): Promise<Principal | null> {
  refuseInsecure(services.config, request);
  const token = bearer(request);
  if (token !== null) {
    const principal = await services.authenticator.fromToken(token);
    if (principal === null)
      throw new AppError("UNAUTHENTICATED", "The API token is unknown, expired or revoked.");
    return principal;
  }
  const secret = request.cookies[sessionCookie];
  const safe =
    request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS";
  // also without a session: signing someone in from a foreign page is forgery too
  if (!safe) refuseForgery(services.config, request);
  if (secret === undefined || secret === "" || secret.length > 200) return null;
  return await services.authenticator.fromCookie(secret);
}

/** Aborted when the connection closes before the answer was sent. */
function goneSignal(reply: FastifyReply | null): AbortSignal | null {
  if (reply === null) return null;
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

export async function contextOf(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply | null,
  face: Face,
): Promise<Context> {
  return {
    services,
    principal: await principalOf(services, request),
    face,
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? null,
    loaders: new Loaders(),
    reply,
    secureCookies: isSecure(request),
    signal: goneSignal(reply),
  };
}
