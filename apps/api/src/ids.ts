/** Ids that travel: database.number. A name is taken too: database.schema.table. */
import { mayUseDatabase, requirePrincipal } from "./auth/principal.js";
import type { Context } from "./context.js";
import type { Target } from "./db/target.js";
import { notFound } from "./errors.js";
import { oidOfName } from "./modules/database/sql/database.js";

export function idOf(db: Target, number: string | bigint): string {
  return `${db.id}.${number}`;
}

/** The database's own id in an id, before that is looked at any further. */
export function databaseOfId(id: string): string {
  const dot = id.indexOf(".");
  return dot === -1 ? id : id.slice(0, dot);
}

/** The database of an id, when the caller may use it. */
export function targetOf(context: Context, databaseId: string): Target {
  const principal = requirePrincipal(context.principal);
  const target = context.services.targets.get(databaseId);
  if (target === undefined || !mayUseDatabase(principal, databaseId))
    throw notFound("such database");
  return target;
}

/** All databases the caller may use, in order of configuration. */
export function targetsOf(context: Context, databaseId?: string | null): Target[] {
  if (databaseId !== undefined && databaseId !== null) return [targetOf(context, databaseId)];
  const principal = requirePrincipal(context.principal);
  return [...context.services.targets.values()].filter((target) =>
    mayUseDatabase(principal, target.id),
  );
}

function split(
  context: Context,
  id: string,
  what: string,
): { readonly db: Target; readonly rest: string } {
  const dot = id.indexOf(".");
  if (dot <= 0 || dot === id.length - 1 || id.length > 400) throw notFound(what);
  return { db: targetOf(context, id.slice(0, dot)), rest: id.slice(dot + 1) };
}

/** For operations and jobs. */
export function parseNumberId(
  context: Context,
  id: string,
  what: string,
): { readonly db: Target; readonly number: string } {
  const { db, rest } = split(context, id, what);
  if (!/^\d{1,18}$/.test(rest)) throw notFound(what);
  return { db, number: rest };
}

/** For series, partitions, rollups, tables: an oid, or a name that is looked up. */
export async function parseRelationId(
  context: Context,
  id: string,
  what: string,
): Promise<{ readonly db: Target; readonly oid: string }> {
  const { db, rest } = split(context, id, what);
  if (/^\d{1,10}$/.test(rest)) {
    if (BigInt(rest) > 4_294_967_295n) throw notFound(what);
    return { db, oid: rest };
  }
  let oid: string | null = null;
  try {
    oid = await oidOfName(db.reader(), rest);
  } catch (error) {
    // a name that Postgres cannot parse names nothing
    if (
      !(
        error instanceof Error &&
        "code" in error &&
        (error.code === "BAD_INPUT" || error.code === "DATABASE_ERROR")
      )
    )
      throw error;
  }
  if (oid === null) throw notFound(what);
  return { db, oid };
}
