/** Sign-in, users, sessions, tokens. */
import {
  type CreateTokenInput,
  type Role,
  roleAtLeast,
  roleScopes,
  type TokenScope,
} from "@sealstone/shared";
import { tokenRole } from "../../auth/authenticator.js";
import { clearSessionCookie, setSessionCookie } from "../../auth/cookie.js";
import { checkNewPassword, hashPassword, verifyPassword } from "../../auth/password.js";
import {
  authorize,
  type Principal,
  requirePrincipal,
  scopesInForce,
} from "../../auth/principal.js";
import { hashSecret, newSecret, newToken } from "../../auth/secret.js";
import type { Context } from "../../context.js";
import { AppError, badInput, notFound } from "../../errors.js";
import { audited, auditRefusal } from "../audit/audit.service.js";
import * as rows from "./sql/users.js";

export interface ViewerModel {
  readonly principal: Principal;
}

function home(context: Context) {
  return context.services.home;
}

export async function signIn(context: Context, name: string, password: string): Promise<Principal> {
  const { signInByName, signInByAddress, config } = context.services;
  const act = { action: "signIn", arguments: { name } };
  const key = name.toLowerCase().slice(0, 200);
  const wait = Math.max(signInByName.wait(key), signInByAddress.wait(context.address));
  if (wait > 0) {
    const limited = new AppError(
      "RATE_LIMITED",
      `Too many attempts to sign in; wait ${wait} seconds.`,
      { retryAfter: wait },
    );
    await auditRefusal(context, act, limited);
    throw limited;
  }
  // counted before the password is looked at, so that many at once count too
  signInByName.hit(key);
  signInByAddress.hit(context.address);
  if (password.length > 1_000 || name.length > 200) throw badInput("Name or password is too long.");
  const user = await rows.credentialsByName(home(context), name);
  const right = await verifyPassword(user?.passwordHash ?? null, password);
  if (user === null || !right || user.disabled) {
    const refused = new AppError("UNAUTHENTICATED", "Name or password is wrong.");
    await auditRefusal(context, act, refused);
    throw refused;
  }
  signInByName.clear(key);
  const secret = newSecret();
  const principal: Principal = {
    kind: "user",
    id: user.id,
    name: user.name,
    role: user.role,
    scopes: scopesInForce(user.role, null),
    databases: null,
    userId: user.id,
    sessionId: null,
    expiresAt: null,
    fromMemory: false,
  };
  return await audited({ ...context, principal }, act, async () => {
    const session = await rows.insertSession(home(context), {
      secretHash: hashSecret(secret),
      userId: user.id,
      hours: config.sessionHours,
      address: context.address,
      userAgent: context.userAgent?.slice(0, 300) ?? null,
    });
    await rows.markSignIn(home(context), user.id);
    setSessionCookie(context, secret, config.sessionHours * 3_600);
    return { ...principal, sessionId: session.id, expiresAt: session.expiresAt };
  });
}

export async function signOut(context: Context): Promise<boolean> {
  const { principal } = context;
  clearSessionCookie(context);
  if (principal === null || principal.sessionId === null) return false;
  const { sessionId } = principal;
  return await audited(context, { action: "signOut" }, async () => {
    const ended = await rows.deleteSession(home(context), sessionId);
    context.services.authenticator.forget();
    return ended;
  });
}

/** What needs a person: a token may not, whatever it may do else. */
function requireUser(context: Context): Principal {
  const principal = requirePrincipal(context.principal);
  if (principal.kind !== "user")
    throw new AppError("FORBIDDEN", "Only a signed-in person may do this, not a token.");
  return principal;
}

async function guarded<T>(
  context: Context,
  action: string,
  args: unknown,
  check: () => Principal,
  work: (principal: Principal) => Promise<T>,
  target?: string,
): Promise<T> {
  const act = { action, arguments: args, target };
  let principal: Principal;
  try {
    principal = check();
  } catch (error) {
    await auditRefusal(context, act, error);
    throw error;
  }
  return await audited(context, act, () => work(principal));
}

export async function changePassword(
  context: Context,
  current: string,
  wanted: string,
): Promise<boolean> {
  return await guarded(
    context,
    "changePassword",
    {},
    () => requireUser(context),
    async (principal) => {
      checkNewPassword(wanted);
      const { signInByName } = context.services;
      const key = principal.name.toLowerCase();
      const wait = signInByName.wait(key);
      if (wait > 0)
        throw new AppError("RATE_LIMITED", `Too many attempts; wait ${wait} seconds.`, {
          retryAfter: wait,
        });
      signInByName.hit(key);
      const user = await rows.credentialsById(home(context), principal.userId);
      if (!(await verifyPassword(user?.passwordHash ?? null, current))) {
        throw new AppError("FORBIDDEN", "The current password is wrong.");
      }
      signInByName.clear(key);
      const passwordHash = await hashPassword(wanted);
      await home(context).transaction("changePassword", async (client) => {
        await rows.updateUser(client, principal.userId, {
          role: undefined,
          passwordHash,
          disabled: undefined,
        });
        await rows.deleteSessionsOfUser(client, principal.userId, principal.sessionId);
      });
      context.services.authenticator.forget();
      return true;
    },
  );
}

export async function createUser(
  context: Context,
  name: string,
  password: string,
  role: Role,
): Promise<rows.UserRow> {
  return await guarded(
    context,
    "createUser",
    { name, role },
    () => authorize(context.principal, "IDENTITY"),
    async () => {
      checkNewPassword(password);
      checkName(name);
      const passwordHash = await hashPassword(password);
      const id = await rows.insertUser(home(context), { name, passwordHash, role });
      if (id === null) throw new AppError("CONFLICT", `There is a user ${name} already.`);
      const user = await rows.userById(home(context), id);
      if (user === null) throw notFound("such user");
      return user;
    },
    name,
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const controlCharacters = /[\u0000-\u001f\u007f]/;

function checkName(name: string): void {
  if (
    name.trim() !== name ||
    name.length < 1 ||
    name.length > 100 ||
    controlCharacters.test(name)
  ) {
    throw badInput(
      "A name has 1 to 100 characters, no control characters, and no space at its ends.",
    );
  }
}

export async function updateUser(
  context: Context,
  args: {
    readonly id: string;
    readonly role?: Role | null | undefined;
    readonly password?: string | null | undefined;
    readonly disabled?: boolean | null | undefined;
  },
): Promise<rows.UserRow> {
  const { id } = args;
  return await guarded(
    context,
    "updateUser",
    args,
    () => authorize(context.principal, "IDENTITY"),
    async () => {
      const role = args.role ?? undefined;
      const disabled = args.disabled ?? undefined;
      const password = args.password ?? undefined;
      if (password !== undefined) checkNewPassword(password);
      const passwordHash = password === undefined ? undefined : await hashPassword(password);
      await home(context).transaction("updateUser", async (client) => {
        const others = await rows.countOtherAdmins(client, id);
        const before = await rows.credentialsById(client, id);
        if (before === null) throw notFound("such user");
        const staysAdmin = (role ?? before.role) === "ADMIN" && !(disabled ?? before.disabled);
        if (before.role === "ADMIN" && !before.disabled && !staysAdmin && others === 0) {
          throw new AppError("CONFLICT", "This is the last admin who may sign in.");
        }
        await rows.updateUser(client, id, { role, passwordHash, disabled });
        const falls = role !== undefined && !roleAtLeast(role, before.role);
        if (falls || passwordHash !== undefined || disabled === true)
          await rows.deleteSessionsOfUser(client, id, null);
      });
      context.services.authenticator.forget();
      const user = await rows.userById(home(context), id);
      if (user === null) throw notFound("such user");
      return user;
    },
    id,
  );
}

export async function deleteUser(context: Context, id: string, confirm: string): Promise<boolean> {
  return await guarded(
    context,
    "deleteUser",
    { id, confirm },
    () => authorize(context.principal, "IDENTITY"),
    async () => {
      await home(context).transaction("deleteUser", async (client) => {
        const others = await rows.countOtherAdmins(client, id);
        const user = await rows.credentialsById(client, id);
        if (user === null) throw notFound("such user");
        if (user.name !== confirm)
          throw new AppError("CONFIRMATION_REQUIRED", `confirm must be exactly ${user.name}.`);
        if (user.role === "ADMIN" && !user.disabled && others === 0) {
          throw new AppError("CONFLICT", "This is the last admin who may sign in.");
        }
        await rows.deleteUser(client, id);
      });
      context.services.authenticator.forget();
      return true;
    },
    id,
  );
}

export async function createToken(
  context: Context,
  input: CreateTokenInput,
): Promise<{ readonly secret: string; readonly token: rows.TokenRow }> {
  return await guarded(
    context,
    "createToken",
    { ...input },
    () => requireUser(context),
    async (principal) => {
      checkName(input.name);
      const role = input.role ?? "VIEWER";
      if (!roleAtLeast(principal.role, role)) {
        throw new AppError(
          "FORBIDDEN",
          `A token never exceeds its maker: your role is ${principal.role.toLowerCase()}.`,
        );
      }
      const allowed = roleScopes[role];
      const scopes: readonly TokenScope[] = input.scopes ?? allowed;
      const beyond = scopes.filter((scope) => !allowed.includes(scope));
      if (beyond.length > 0)
        throw badInput(`The role ${role.toLowerCase()} does not allow ${beyond.join(", ")}.`);
      for (const id of input.databases ?? []) {
        if (!context.services.targets.has(id)) throw badInput(`There is no database ${id}.`);
      }
      const days = input.expiresInDays ?? 90;
      if (!Number.isInteger(days) || days < 1 || days > 3_650)
        throw badInput("expiresInDays must be 1 to 3650.");
      const secret = newToken();
      const id = await rows.insertToken(home(context), {
        name: input.name,
        prefix: secret.slice(0, 10),
        secretHash: hashSecret(secret),
        ownerId: principal.userId,
        role,
        scopes,
        databases: input.databases ?? null,
        days,
      });
      const token = await rows.tokenById(home(context), id);
      if (token === null) throw notFound("such token");
      return { secret, token };
    },
    input.name,
  );
}

export async function revokeToken(context: Context, id: string): Promise<rows.TokenRow> {
  return await guarded(
    context,
    "revokeToken",
    { id },
    () => requirePrincipal(context.principal),
    async (principal) => {
      const token = await rows.tokenById(home(context), id);
      const own =
        token?.ownerId === principal.userId && (principal.kind === "user" || principal.id === id);
      if (token === null || (!own && !principal.scopes.includes("IDENTITY")))
        throw notFound("such token");
      await rows.revokeToken(home(context), id);
      context.services.authenticator.forget();
      return (await rows.tokenById(home(context), id)) ?? token;
    },
    id,
  );
}

export async function revokeSession(context: Context, id: string): Promise<boolean> {
  return await guarded(
    context,
    "revokeSession",
    { id },
    () => requirePrincipal(context.principal),
    async (principal) => {
      const session = await rows.sessionById(home(context), id);
      const own = session?.userId === principal.userId && principal.kind === "user";
      if (session === null || (!own && !principal.scopes.includes("IDENTITY")))
        throw notFound("such session");
      const ended = await rows.deleteSession(home(context), id);
      context.services.authenticator.forget();
      return ended;
    },
    id,
  );
}

export async function listUsers(context: Context): Promise<rows.UserRow[]> {
  authorize(context.principal, "IDENTITY");
  return await rows.listUsers(home(context));
}

export async function listTokens(context: Context, all: boolean): Promise<rows.TokenRow[]> {
  const principal = requirePrincipal(context.principal);
  if (all) authorize(context.principal, "IDENTITY");
  return await rows.listTokens(home(context), all ? null : principal.userId);
}

export async function listSessions(context: Context) {
  const principal = requireUser(context);
  const sessions = await rows.sessionsOfUser(home(context), principal.userId);
  return sessions.map((session) => ({ ...session, current: session.id === principal.sessionId }));
}

export function tokenView(token: rows.TokenRow) {
  const role = tokenRole(token);
  return {
    id: token.id,
    name: token.name,
    prefix: token.prefix,
    owner: token.owner,
    role,
    scopes: scopesInForce(role, token.limitedScopes),
    databases: token.databases,
    createdAt: token.createdAt,
    expiresAt: token.expiresAt,
    lastUsedAt: token.lastUsedAt,
    revokedAt: token.revokedAt,
    active: token.inForce,
  };
}
