/** The audit log: intent before the act, outcome after it; refused attempts too. */
import type { Context } from "../../context.js";
import { AppError, toAppError } from "../../errors.js";
import { finishAudit, insertAudit, type NewAuditEntry } from "./sql/audit.js";

export interface Act {
  readonly action: string;
  readonly database?: string | undefined;
  readonly target?: string | undefined;
  readonly arguments?: unknown;
  readonly sql?: readonly string[] | undefined;
}

const secretNames = new Set(["password", "current", "new", "secret", "token"]);

/** Arguments as they may be kept: secrets left out, long texts cut. */
export function auditableArguments(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "string") return value.length > 4_000 ? `${value.slice(0, 4_000)}…` : value;
  if (Array.isArray(value)) return value.slice(0, 100).map(auditableArguments);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      secretNames.has(key) ? "[left out]" : auditableArguments(inner),
    ]),
  );
}

function entry(context: Context, act: Act): Omit<NewAuditEntry, "outcome"> {
  const { principal } = context;
  return {
    actor: principal?.name ?? null,
    actorKind: principal?.kind ?? "anonymous",
    actorId: principal?.id ?? null,
    role: principal?.role ?? null,
    action: act.action,
    face: context.face,
    database: act.database ?? null,
    target: act.target ?? null,
    arguments: auditableArguments(act.arguments),
    sql: act.sql ?? [],
    address: context.address,
    requestId: context.requestId,
  };
}

/** Something not allowed was tried. Never hides the refusal behind a failure of its own. */
export async function auditRefusal(context: Context, act: Act, error: unknown): Promise<void> {
  const refused = toAppError(error);
  try {
    await insertAudit(context.services.home, {
      ...entry(context, act),
      outcome: "REFUSED",
      errorCode: refused.code,
      errorMessage: refused.message,
    });
  } catch (failure) {
    context.services.logger.warn(
      { err: failure, requestId: context.requestId },
      "a refusal was not audited",
    );
  }
}

/** Writes the intent, acts, writes the outcome. Without the intent nothing is done. */
export async function audited<T>(
  context: Context,
  act: Act,
  work: () => Promise<T>,
  describe: (answer: T) => { readonly operation?: string; readonly target?: string } = () => ({}),
): Promise<T> {
  if (context.principal?.fromMemory === true) {
    throw new AppError(
      "HOME_UNAVAILABLE",
      "The database with users and audit log cannot be reached: reading only, no changes.",
    );
  }
  const { home, logger } = context.services;
  const id = await insertAudit(home, { ...entry(context, act), outcome: "INTENT" });
  const finish = async (result: Parameters<typeof finishAudit>[2]): Promise<void> => {
    try {
      await finishAudit(home, id, result);
    } catch (failure) {
      logger.error(
        { err: failure, requestId: context.requestId, auditId: id.toString() },
        "an outcome was not audited",
      );
    }
  };
  try {
    const answer = await work();
    await finish({ outcome: "SUCCEEDED", ...describe(answer) });
    return answer;
  } catch (error) {
    const failed = toAppError(error);
    const refused =
      failed.code === "FORBIDDEN" ||
      failed.code === "UNAUTHENTICATED" ||
      failed.code === "RATE_LIMITED";
    await finish({
      outcome: refused ? "REFUSED" : "FAILED",
      errorCode: failed.code,
      errorMessage: failed.message,
    });
    throw error;
  }
}
