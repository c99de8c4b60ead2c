/** Opaque secrets: 256 random bits in the caller's hands, their SHA-256 in ours. */
import { createHash, randomBytes } from "node:crypto";

export const tokenPrefix = "sst_";

export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

export function newToken(): string {
  return `${tokenPrefix}${newSecret()}`;
}

export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
