import "server-only";
import { cookies, headers } from "next/headers";
import { execute } from "./execute";
import type { TypedDocumentString } from "./generated/graphql";

/** Asks the API on behalf of the visitor whose request this is. */
export async function ask<R, V>(document: TypedDocumentString<R, V>, variables: V): Promise<R> {
  const jar = await cookies();
  const incoming = await headers();
  const base = process.env.SEALSTONE_API_URL ?? "http://127.0.0.1:4000";
  const forwarded: Record<string, string> = { cookie: jar.toString() };
  for (const name of ["x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-request-id"]) {
    const value = incoming.get(name);
    if (value) forwarded[name] = value;
  }
  return execute(document, variables, { target: { url: `${base}/graphql`, headers: forwarded } });
}
