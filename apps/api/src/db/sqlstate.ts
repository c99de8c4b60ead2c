/** The one mapping from what pg throws to an AppError. */
import pg from "pg";
import { AppError } from "../errors.js";
import { judgeFailure } from "./state.js";

const networkCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
  "ENOENT",
  "EACCES",
]);

/** A failure of the connection, not of the statement. */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? "";
    return (
      // 08P01: a message that does not fit its statement, over a connection that is sound
      (code.startsWith("08") && code !== "08P01") ||
      ["57P01", "57P02", "57P03", "53300", "28000", "28P01", "3D000"].includes(code)
    );
  }
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && networkCodes.has(error.code))
    return true;
  return /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Connection ended|not queryable/i.test(
    error.message,
  );
}

const missingObject = new Set(["42P01", "42883", "42703", "3F000", "42704"]);

export function fromPgError(error: unknown, database: string): AppError {
  if (error instanceof AppError) return error;
  if (isConnectionError(error)) {
    const sqlstate = error instanceof pg.DatabaseError ? error.code : undefined;
    const { message, remedy } = judgeFailure(error);
    return new AppError(
      "DB_UNAVAILABLE",
      `The database ${database} cannot be used now. ${message}`,
      { database, sqlstate, hint: remedy ?? undefined, cause: error },
    );
  }
  if (!(error instanceof pg.DatabaseError)) {
    return new AppError("INTERNAL", "A fault of the API; see its log by request id.", {
      database,
      cause: error,
    });
  }
  const sqlstate = error.code ?? "XX000";
  const details = { database, sqlstate, detail: error.detail, hint: error.hint, cause: error };
  switch (true) {
    case sqlstate === "55P03":
      return new AppError("LOCKED", sentence(error.message), details);
    case sqlstate === "57014":
      return /statement timeout/.test(error.message)
        ? new AppError(
            "TIMEOUT",
            "The statement took longer than allowed and was stopped.",
            details,
          )
        : new AppError("CANCELLED", sentence(error.message), details);
    case sqlstate === "25006":
      return new AppError(
        "STANDBY",
        "The database takes no changes now (a standby, or read-only).",
        details,
      );
    case sqlstate === "42501":
      return new AppError(
        "FORBIDDEN",
        `The API's database login may not do this: ${error.message}.`,
        {
          ...details,
          hint:
            details.hint ??
            "Run the grants that `node dist/grants.js` prints, as the owner or a superuser.",
        },
      );
    case missingObject.has(sqlstate) && /sealstone/.test(error.message):
      return new AppError(
        "UNSUPPORTED",
        `This version of the extension does not have it: ${error.message}.`,
        {
          ...details,
          hint: "Upgrade the extension on the server, then ALTER EXTENSION sealstone UPDATE.",
        },
      );
    case sqlstate === "40001" || sqlstate === "40P01":
      return new AppError("CONFLICT", sentence(error.message), details);
    case sqlstate === "55006" || sqlstate === "55000":
      return new AppError("CONFLICT", sentence(error.message), details);
    case sqlstate === "0A000":
      return new AppError("UNSUPPORTED", sentence(error.message), details);
    case sqlstate === "42P01" || sqlstate === "42704":
      return new AppError("NOT_FOUND", sentence(error.message), details);
    case sqlstate.startsWith("22"):
      return new AppError("BAD_INPUT", sentence(error.message), details);
    case sqlstate === "XX000":
      return new AppError("DATABASE_ERROR", sentence(error.message), details);
    default:
      return new AppError("DATABASE_ERROR", sentence(error.message), details);
  }
}

/** Postgres begins its messages small and ends them without a stop. */
export function sentence(message: string): string {
  const text = message.trim();
  if (text === "") return text;
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
