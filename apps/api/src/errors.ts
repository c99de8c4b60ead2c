/**
 * The one error that reaches a caller. Everything thrown on purpose is an AppError; everything else is
 * turned into one by `toAppError`, which must not throw and hides what it does not know.
 */
import { type ErrorCode, type ErrorExtensions, errorCodes } from "@sealstone/shared";

export interface AppErrorDetails {
  readonly sqlstate?: string | undefined;
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
  readonly database?: string | undefined;
  readonly operation?: string | undefined;
  readonly blockedBy?: readonly number[] | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: AppErrorDetails;

  /** `message` is shown to the caller: a sentence, without secrets. */
  constructor(code: ErrorCode, message: string, details: AppErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "AppError";
    this.code = code;
    this.status = errorCodes[code].status;
    this.details = details;
  }

  extensions(requestId?: string): ErrorExtensions {
    const { sqlstate, detail, hint, database, operation, blockedBy, retryAfter } = this.details;
    return {
      code: this.code,
      ...(sqlstate === undefined ? {} : { sqlstate }),
      ...(detail === undefined ? {} : { detail }),
      ...(hint === undefined ? {} : { hint }),
      ...(database === undefined ? {} : { database }),
      ...(operation === undefined ? {} : { operation }),
      ...(blockedBy === undefined ? {} : { blockedBy }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(requestId === undefined ? {} : { requestId }),
    };
  }
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // nested so deep that walking it has no room
  if (error instanceof RangeError && /call stack/.test(error.message))
    return new AppError("QUERY_TOO_COMPLEX", "The request is nested too deep.", { cause: error });
  return new AppError("INTERNAL", errorCodes.INTERNAL.title, { cause: error });
}

export function notFound(what: string): AppError {
  return new AppError("NOT_FOUND", `There is no ${what}, or none you may see.`);
}

export function badInput(message: string, hint?: string): AppError {
  return new AppError("BAD_INPUT", message, { hint });
}
