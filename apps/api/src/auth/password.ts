/** Passwords: argon2id, at most four at once, so that sign-ins cannot exhaust memory. */
import { randomBytes } from "node:crypto";
import { type Algorithm, hash, verify } from "@node-rs/argon2";
import { badInput } from "../errors.js";

// Algorithm is an ambient const enum: its value is written out because modules are compiled alone
const argon2id = 2 as Algorithm.Argon2id;
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= 4) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

export async function hashPassword(password: string): Promise<string> {
  return await inTurn(() => hash(password, options));
}

let decoy: Promise<string> | null = null;

/** Takes the same time whether or not there is such a user. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString("hex"));
  const against = stored ?? (await decoy);
  const matches = await inTurn(() => verify(against, password).catch(() => false));
  return matches && stored !== null;
}

export function checkNewPassword(password: string): void {
  if (password.length < 10 || password.length > 200) {
    throw badInput("A password has 10 to 200 characters.");
  }
}

/** 24 characters without look-alikes, about 119 bits. */
export function generatePassword(): string {
  const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
  let password = "";
  while (password.length < 24) {
    for (const byte of randomBytes(32)) {
      if (byte < alphabet.length * 8 && password.length < 24)
        password += alphabet[byte % alphabet.length];
    }
  }
  return password;
}
