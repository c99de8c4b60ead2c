/** Users, sessions and tokens in the home database. */
import type { Role, TokenScope } from "@sealstone/shared";
import { z } from "zod";
import { int8, many, maybeOne, type Queryable } from "../../../db/rows.js";
import { raw, sql } from "../../../db/sql.js";

const role = z.enum(["VIEWER", "OPERATOR", "ADMIN"]) satisfies z.ZodType<Role>;
const scope = z.enum([
  "READ",
  "SQL",
  "OPERATE",
  "CONFIGURE",
  "DROP",
  "METRICS",
  "IDENTITY",
]) satisfies z.ZodType<TokenScope>;

const user = z.object({
  id: z.string(),
  name: z.string(),
  role,
  disabled: z.boolean(),
  createdAt: z.string(),
  lastSignInAt: z.string().nullable(),
  sessionCount: int8.transform(Number),
  tokenCount: int8.transform(Number),
});
export type UserRow = z.infer<typeof user>;

const userColumns =
  raw(`u.id, u.name, u.role, u.disabled, u.created_at AS "createdAt", u.last_sign_in_at AS "lastSignInAt",
  (SELECT count(*) FROM sealstone_console.sessions s WHERE s.user_id = u.id AND s.expires_at > now()) AS "sessionCount",
  (SELECT count(*) FROM sealstone_console.tokens t WHERE t.owner_id = u.id AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())) AS "tokenCount"`);

export async function listUsers(on: Queryable): Promise<UserRow[]> {
  return await many(
    on,
    user,
    sql("listUsers")`SELECT ${userColumns} FROM sealstone_console.users u ORDER BY lower(u.name)`,
  );
}

export async function userById(on: Queryable, id: string): Promise<UserRow | null> {
  return await maybeOne(
    on,
    user,
    sql("userById")`SELECT ${userColumns} FROM sealstone_console.users u WHERE u.id::text = ${id}`,
  );
}

const credentials = z.object({
  id: z.string(),
  name: z.string(),
  role,
  disabled: z.boolean(),
  passwordHash: z.string(),
});
export type CredentialsRow = z.infer<typeof credentials>;

export async function credentialsByName(
  on: Queryable,
  name: string,
): Promise<CredentialsRow | null> {
  return await maybeOne(
    on,
    credentials,
    sql(
      "credentialsByName",
    )`SELECT id, name, role, disabled, password_hash AS "passwordHash" FROM sealstone_console.users WHERE lower(name) = lower(${name})`,
  );
}

export async function credentialsById(on: Queryable, id: string): Promise<CredentialsRow | null> {
  return await maybeOne(
    on,
    credentials,
    sql(
      "credentialsById",
    )`SELECT id, name, role, disabled, password_hash AS "passwordHash" FROM sealstone_console.users WHERE id::text = ${id}`,
  );
}

const idRow = z.object({ id: z.string() });

export async function insertUser(
  on: Queryable,
  values: { readonly name: string; readonly passwordHash: string; readonly role: Role },
): Promise<string | null> {
  const rows = await many(
    on,
    idRow,
    sql(
      "insertUser",
    )`INSERT INTO sealstone_console.users (name, password_hash, role) VALUES (${values.name}, ${values.passwordHash}, ${values.role})
      ON CONFLICT (lower(name)) DO NOTHING RETURNING id`,
  );
  return rows[0]?.id ?? null;
}

/** Undefined leaves a column as it is. */
export async function updateUser(
  on: Queryable,
  id: string,
  change: {
    readonly role: Role | undefined;
    readonly passwordHash: string | undefined;
    readonly disabled: boolean | undefined;
  },
): Promise<void> {
  await on.run(
    sql("updateUser")`UPDATE sealstone_console.users SET
        role = CASE WHEN ${change.role !== undefined}::boolean THEN ${change.role ?? null}::text ELSE role END,
        password_hash = CASE WHEN ${change.passwordHash !== undefined}::boolean THEN ${change.passwordHash ?? null}::text ELSE password_hash END,
        disabled = CASE WHEN ${change.disabled !== undefined}::boolean THEN ${change.disabled ?? null}::boolean ELSE disabled END
      WHERE id::text = ${id}`,
  );
}

export async function deleteUser(on: Queryable, id: string): Promise<void> {
  await on.run(sql("deleteUser")`DELETE FROM sealstone_console.users WHERE id::text = ${id}`);
}

/** How many admins may still sign in, apart from one; locks them so that two cannot demote each other at once. */
export async function countOtherAdmins(on: Queryable, exceptId: string): Promise<number> {
  const rows = await many(
    on,
    idRow,
    sql(
      "countOtherAdmins",
    )`SELECT id FROM sealstone_console.users WHERE role = 'ADMIN' AND NOT disabled ORDER BY id FOR UPDATE`,
  );
  return rows.filter((row) => row.id !== exceptId).length;
}

export async function markSignIn(on: Queryable, id: string): Promise<void> {
  await on.run(
    sql(
      "markSignIn",
    )`UPDATE sealstone_console.users SET last_sign_in_at = now() WHERE id::text = ${id}`,
  );
}

const session = z.object({
  id: z.string(),
  userId: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  expiresAt: z.string(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export type SessionRow = z.infer<typeof session>;
const sessionColumns = raw(
  `s.id, s.user_id AS "userId", s.created_at AS "createdAt", s.last_used_at AS "lastUsedAt", s.expires_at AS "expiresAt", s.address, s.user_agent AS "userAgent"`,
);

export async function insertSession(
  on: Queryable,
  values: {
    readonly secretHash: Buffer;
    readonly userId: string;
    readonly hours: number;
    readonly address: string;
    readonly userAgent: string | null;
  },
): Promise<SessionRow> {
  await on.run(
    sql("expireSessions")`DELETE FROM sealstone_console.sessions WHERE expires_at < now()`,
  );
  const rows = await many(
    on,
    session,
    sql(
      "insertSession",
    )`INSERT INTO sealstone_console.sessions AS s (secret_hash, user_id, expires_at, address, user_agent)
      VALUES (${values.secretHash}, ${values.userId}::uuid, now() + make_interval(hours => ${values.hours}::int), ${values.address}, ${values.userAgent})
      RETURNING ${sessionColumns}`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("no session was made");
  return row;
}

const sessionUser = z.object({
  sessionId: z.string(),
  expiresAt: z.string(),
  userId: z.string(),
  name: z.string(),
  role,
});
export type SessionUserRow = z.infer<typeof sessionUser>;

/** A session in force with its user; moves last_used_at at most once a minute. */
export async function sessionBySecret(
  on: Queryable,
  secretHash: Buffer,
): Promise<SessionUserRow | null> {
  return await maybeOne(
    on,
    sessionUser,
    sql("sessionBySecret")`WITH touched AS (
        UPDATE sealstone_console.sessions SET last_used_at = now() WHERE secret_hash = ${secretHash} AND last_used_at < now() - interval '1 minute')
      SELECT s.id AS "sessionId", s.expires_at AS "expiresAt", u.id AS "userId", u.name, u.role
        FROM sealstone_console.sessions s JOIN sealstone_console.users u ON u.id = s.user_id
       WHERE s.secret_hash = ${secretHash} AND s.expires_at > now() AND NOT u.disabled`,
  );
}

export async function sessionsOfUser(on: Queryable, userId: string): Promise<SessionRow[]> {
  return await many(
    on,
    session,
    sql(
      "sessionsOfUser",
    )`SELECT ${sessionColumns} FROM sealstone_console.sessions s WHERE s.user_id::text = ${userId} AND s.expires_at > now() ORDER BY s.created_at DESC`,
  );
}

export async function sessionById(on: Queryable, id: string): Promise<SessionRow | null> {
  return await maybeOne(
    on,
    session,
    sql(
      "sessionById",
    )`SELECT ${sessionColumns} FROM sealstone_console.sessions s WHERE s.id::text = ${id}`,
  );
}

export async function deleteSession(on: Queryable, id: string): Promise<boolean> {
  const rows = await on.run(
    sql(
      "deleteSession",
    )`DELETE FROM sealstone_console.sessions WHERE id::text = ${id} RETURNING id`,
  );
  return rows.length > 0;
}

export async function deleteSessionsOfUser(
  on: Queryable,
  userId: string,
  exceptId: string | null,
): Promise<void> {
  await on.run(
    sql(
      "deleteSessionsOfUser",
    )`DELETE FROM sealstone_console.sessions WHERE user_id::text = ${userId} AND id::text IS DISTINCT FROM ${exceptId}::text`,
  );
}

const token = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  ownerId: z.string(),
  owner: z.string(),
  ownerRole: role,
  ownerDisabled: z.boolean(),
  tokenRole: role,
  limitedScopes: z.array(scope),
  databases: z.array(z.string()).nullable(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  inForce: z.boolean(),
});
export type TokenRow = z.infer<typeof token>;
const tokenColumns =
  raw(`t.id, t.name, t.prefix, t.owner_id AS "ownerId", u.name AS owner, u.role AS "ownerRole", u.disabled AS "ownerDisabled", t.role AS "tokenRole",
  t.scopes AS "limitedScopes", t.databases, t.created_at AS "createdAt", t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt", t.revoked_at AS "revokedAt",
  t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now()) AND NOT u.disabled AS "inForce"`);

export async function tokenBySecret(on: Queryable, secretHash: Buffer): Promise<TokenRow | null> {
  return await maybeOne(
    on,
    token,
    sql("tokenBySecret")`WITH touched AS (
        UPDATE sealstone_console.tokens SET last_used_at = now() WHERE secret_hash = ${secretHash} AND revoked_at IS NULL
           AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute'))
      SELECT ${tokenColumns} FROM sealstone_console.tokens t JOIN sealstone_console.users u ON u.id = t.owner_id WHERE t.secret_hash = ${secretHash}`,
  );
}

export async function tokenById(on: Queryable, id: string): Promise<TokenRow | null> {
  return await maybeOne(
    on,
    token,
    sql(
      "tokenById",
    )`SELECT ${tokenColumns} FROM sealstone_console.tokens t JOIN sealstone_console.users u ON u.id = t.owner_id WHERE t.id::text = ${id}`,
  );
}

export async function listTokens(on: Queryable, ownerId: string | null): Promise<TokenRow[]> {
  return await many(
    on,
    token,
    sql(
      "listTokens",
    )`SELECT ${tokenColumns} FROM sealstone_console.tokens t JOIN sealstone_console.users u ON u.id = t.owner_id
      WHERE ${ownerId}::text IS NULL OR t.owner_id::text = ${ownerId} ORDER BY t.created_at DESC, t.id LIMIT 1000`,
  );
}

export async function insertToken(
  on: Queryable,
  values: {
    readonly name: string;
    readonly prefix: string;
    readonly secretHash: Buffer;
    readonly ownerId: string;
    readonly role: Role;
    readonly scopes: readonly TokenScope[];
    readonly databases: readonly string[] | null;
    readonly days: number;
  },
): Promise<string> {
  const rows = await many(
    on,
    idRow,
    sql(
      "insertToken",
    )`INSERT INTO sealstone_console.tokens (name, prefix, secret_hash, owner_id, role, scopes, databases, expires_at)
      VALUES (${values.name}, ${values.prefix}, ${values.secretHash}, ${values.ownerId}::uuid, ${values.role}, ${values.scopes}::text[],
              ${values.databases}::text[], now() + make_interval(days => ${values.days}::int)) RETURNING id`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("no token was made");
  return row.id;
}

export async function revokeToken(on: Queryable, id: string): Promise<void> {
  await on.run(
    sql(
      "revokeToken",
    )`UPDATE sealstone_console.tokens SET revoked_at = coalesce(revoked_at, now()) WHERE id::text = ${id}`,
  );
}

/** Of these session and token ids, which are still in force: for open sockets, in one statement. */
export async function stillInForce(
  on: Queryable,
  sessionIds: readonly string[],
  tokenIds: readonly string[],
): Promise<Set<string>> {
  const rows = await many(
    on,
    idRow,
    sql(
      "stillInForce",
    )`SELECT s.id FROM sealstone_console.sessions s JOIN sealstone_console.users u ON u.id = s.user_id
       WHERE s.id::text = ANY (${sessionIds}::text[]) AND s.expires_at > now() AND NOT u.disabled
      UNION ALL
      SELECT t.id FROM sealstone_console.tokens t JOIN sealstone_console.users u ON u.id = t.owner_id
       WHERE t.id::text = ANY (${tokenIds}::text[]) AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now()) AND NOT u.disabled`,
  );
  return new Set(rows.map((row) => row.id));
}
