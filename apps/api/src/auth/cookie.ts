/** The session cookie: HttpOnly, SameSite=Strict, Secure except on plain http that was allowed. */
import type {} from "@fastify/cookie";
import type { Context } from "../context.js";

export const sessionCookie = "sealstone_session";

export function setSessionCookie(context: Context, secret: string, seconds: number): void {
  context.reply?.setCookie(sessionCookie, secret, {
    httpOnly: true,
    sameSite: "strict",
    secure: context.secureCookies,
    path: context.services.config.basePath === "" ? "/" : context.services.config.basePath,
    maxAge: seconds,
  });
}

export function clearSessionCookie(context: Context): void {
  context.reply?.clearCookie(sessionCookie, {
    httpOnly: true,
    sameSite: "strict",
    secure: context.secureCookies,
    path: context.services.config.basePath === "" ? "/" : context.services.config.basePath,
  });
}
