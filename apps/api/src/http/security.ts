/** Who may talk to us and how: plain http, foreign origins, headers, the content policy. */
import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.js";
import { AppError } from "../errors.js";

export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  return (
    name === "localhost" ||
    name.endsWith(".localhost") ||
    name === "::1" ||
    /^127\.\d+\.\d+\.\d+$/.test(name)
  );
}

/** Over https or on this machine. */
export function isSecure(request: FastifyRequest): boolean {
  return request.protocol === "https" || isLoopback(request.hostname);
}

export function refuseInsecure(config: Config, request: FastifyRequest): void {
  if (isSecure(request) || config.insecureHttp) return;
  throw new AppError(
    "INSECURE_HTTP",
    "Plain http from another machine would send the session in the clear: use https, or set SEALSTONE_INSECURE_HTTP=1 if the network is yours.",
  );
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host.toLowerCase();
  } catch {
    return null;
  }
}

/** Is the Origin header, where there is one, our own? */
export function sameOrigin(config: Config, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  const host = hostOf(origin);
  return (
    host !== null &&
    (host === request.host.toLowerCase() || host === config.publicUrl?.host.toLowerCase())
  );
}

export const csrfHeader = "x-sealstone-csrf";

/**
 * A request that changes something and is signed in by cookie must show that it comes from our own pages:
 * by its Origin or Sec-Fetch-Site, or by a header that a foreign page cannot send without asking.
 */
export function refuseForgery(config: Config, request: FastifyRequest): void {
  const { origin } = request.headers;
  const site = request.headers["sec-fetch-site"];
  const foreign = !sameOrigin(config, request) || site === "cross-site" || site === "same-site";
  const shown =
    (origin !== undefined && origin !== "null") ||
    site === "same-origin" ||
    request.headers[csrfHeader] !== undefined;
  if (!foreign && shown) return;
  throw new AppError("CSRF", "The request does not come from this console's own pages.", {
    hint: `Programs send an API token, or with a cookie the header ${csrfHeader}: 1.`,
  });
}

/** On every answer of ours. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header("x-content-type-options", "nosniff");
  reply.header("x-frame-options", "DENY");
  reply.header("referrer-policy", "same-origin");
  reply.header("cross-origin-opener-policy", "same-origin");
  reply.header("cross-origin-resource-policy", "same-origin");
  reply.header("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()");
  if (request.protocol === "https") reply.header("strict-transport-security", "max-age=31536000");
}

export function newNonce(): string {
  return randomBytes(16).toString("base64");
}

/** For the console's pages: scripts and styles by nonce, nothing from another host. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** For answers that are data. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";
