/**
 * Turns a cookie or a token into a principal. Each is checked in the home database, at most every two
 * seconds; while that is down, what was verified in the last fifteen minutes goes on reading.
 */

import { roleRank } from "@sealstone/shared";
import type { Home } from "../db/home.js";
import { AppError } from "../errors.js";
import {
  sessionBySecret,
  stillInForce,
  type TokenRow,
  tokenBySecret,
} from "../modules/identity/sql/users.js";
import type { Principal } from "./principal.js";
import { scopesInForce } from "./principal.js";
import { hashSecret, tokenPrefix } from "./secret.js";

const freshMs = 2_000;
const memoryMs = 15 * 60_000;
const limit = 10_000;

interface Remembered {
  readonly principal: Principal;
  readonly verifiedAt: number;
}

export function tokenRole(token: TokenRow): Principal["role"] {
  return roleRank[token.tokenRole] <= roleRank[token.ownerRole] ? token.tokenRole : token.ownerRole;
}

export class Authenticator {
  readonly #home: Home;
  readonly #memory = new Map<string, Remembered>();
  readonly #now: () => number;
  readonly #verifying = new Map<string, Promise<Principal | null>>();

  /** `now` only goes forward: a clock set back must not keep what was revoked elsewhere in force. */
  constructor(home: Home, now: () => number = () => performance.now()) {
    this.#home = home;
    this.#now = now;
  }

  async fromCookie(secret: string): Promise<Principal | null> {
    return await this.#remembered(`s:${secret}`, async () => {
      const row = await sessionBySecret(this.#home, hashSecret(secret));
      if (row === null) return null;
      return {
        kind: "user",
        id: row.userId,
        name: row.name,
        role: row.role,
        scopes: scopesInForce(row.role, null),
        databases: null,
        userId: row.userId,
        sessionId: row.sessionId,
        expiresAt: row.expiresAt,
        fromMemory: false,
      };
    });
  }

  async fromToken(secret: string): Promise<Principal | null> {
    if (!secret.startsWith(tokenPrefix)) return null;
    return await this.#remembered(`t:${secret}`, async () => {
      const row = await tokenBySecret(this.#home, hashSecret(secret));
      if (row === null || !row.inForce) return null;
      const role = tokenRole(row);
      return {
        kind: "token",
        id: row.id,
        name: row.name,
        role,
        scopes: scopesInForce(role, row.limitedScopes),
        databases: row.databases,
        userId: row.ownerId,
        sessionId: null,
        expiresAt: row.expiresAt,
        fromMemory: false,
      };
    });
  }

  /** For open sockets: is what they were opened with still in force? While home is down: as long as memory lasts. */
  async stillValid(principals: readonly Principal[]): Promise<Set<Principal>> {
    try {
      const ids = await stillInForce(
        this.#home,
        principals.flatMap((principal) =>
          principal.sessionId === null ? [] : [principal.sessionId],
        ),
        principals.flatMap((principal) => (principal.kind === "token" ? [principal.id] : [])),
      );
      return new Set(
        principals.filter((principal) => ids.has(principal.sessionId ?? principal.id)),
      );
    } catch (error) {
      if (error instanceof AppError && error.code === "HOME_UNAVAILABLE")
        return new Set(principals);
      throw error;
    }
  }

  /** Something was revoked: nothing is taken from memory any more. */
  forget(): void {
    this.#memory.clear();
    this.#verifying.clear();
  }

  async #remembered(
    key: string,
    verify: () => Promise<Principal | null>,
  ): Promise<Principal | null> {
    const hashed = hashSecret(key).toString("base64url");
    const known = this.#memory.get(hashed);
    const now = this.#now();
    if (known !== undefined && now - known.verifiedAt < freshMs) return known.principal;
    try {
      // many requests of one page at once are one question
      let verifying = this.#verifying.get(hashed);
      if (verifying === undefined) {
        verifying = verify().finally(() => this.#verifying.delete(hashed));
        this.#verifying.set(hashed, verifying);
      }
      const principal = await verifying;
      this.#memory.delete(hashed);
      if (principal !== null) {
        if (this.#memory.size >= limit) {
          const [oldest] = this.#memory.keys();
          if (oldest !== undefined) this.#memory.delete(oldest);
        }
        this.#memory.set(hashed, { principal, verifiedAt: now });
      }
      return principal;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "HOME_UNAVAILABLE") throw error;
      if (known !== undefined && now - known.verifiedAt < memoryMs) {
        return { ...known.principal, scopes: ["READ"], fromMemory: true };
      }
      throw error;
    }
  }
}
