/** Who asks, and what that allows. */
import { type Role, roleAtLeast, roleScopes, type TokenScope } from "@sealstone/shared";
import { AppError } from "../errors.js";

export interface Principal {
  readonly kind: "user" | "token";
  /** Id of the user, or of the token. */
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly scopes: readonly TokenScope[];
  /** Ids of databases; null: all. */
  readonly databases: readonly string[] | null;
  readonly userId: string;
  /** Id of the session; null for tokens. */
  readonly sessionId: string | null;
  readonly expiresAt: string | null;
  /** True when it was taken from memory because the home database is down. */
  readonly fromMemory: boolean;
}

export const scopeRole: Readonly<Record<TokenScope, Role>> = {
  READ: "VIEWER",
  SQL: "VIEWER",
  METRICS: "VIEWER",
  OPERATE: "OPERATOR",
  CONFIGURE: "ADMIN",
  DROP: "ADMIN",
  IDENTITY: "ADMIN",
};

export function mayUseDatabase(principal: Principal, database: string): boolean {
  return principal.databases === null || principal.databases.includes(database);
}

/** Kinds of action in force: what the role allows, and for a token what it was limited to. */
export function scopesInForce(role: Role, limited: readonly TokenScope[] | null): TokenScope[] {
  const allowed = roleScopes[role];
  return allowed.filter((scope) => limited === null || limited.includes(scope));
}

export function requirePrincipal(principal: Principal | null): Principal {
  if (principal === null) {
    throw new AppError("UNAUTHENTICATED", "Sign in, or send an API token.");
  }
  return principal;
}

/** Throws UNAUTHENTICATED or FORBIDDEN; a database one may not use does not exist. */
export function authorize(
  principal: Principal | null,
  scope: TokenScope,
  database?: string,
): Principal {
  const who = requirePrincipal(principal);
  if (database !== undefined && !mayUseDatabase(who, database)) {
    throw new AppError("NOT_FOUND", "There is no such database, or none you may see.");
  }
  if (who.fromMemory && scope !== "READ") {
    throw new AppError(
      "HOME_UNAVAILABLE",
      "The database with users and audit log cannot be reached: reading only, no changes.",
    );
  }
  if (!who.scopes.includes(scope)) {
    const least = scopeRole[scope];
    throw new AppError(
      "FORBIDDEN",
      roleAtLeast(who.role, least)
        ? `This token may not do that: it lacks the kind of action ${scope}.`
        : `This needs the role ${least.toLowerCase()}; yours is ${who.role.toLowerCase()}.`,
    );
  }
  return who;
}
