/**
 * Every code an answer of the API can carry, on either face. A code is a promise: it is never renamed,
 * and a client may branch on it. `status` is the HTTP status of the REST face.
 */
export interface ErrorCodeInfo {
  /** HTTP status on the REST face. */
  readonly status: number;
  /** What it means, one sentence, for the documentation and the console. */
  readonly title: string;
  /** May the same request succeed later without being changed? */
  readonly retryable: boolean;
}

export const errorCodes = {
  BAD_INPUT: {
    status: 400,
    title: "An argument is malformed or impossible.",
    retryable: false,
  },
  CONFIRMATION_REQUIRED: {
    status: 400,
    title: "It drops data: confirm and expect are required.",
    retryable: false,
  },
  UNAUTHENTICATED: { status: 401, title: "Not signed in, or no longer.", retryable: false },
  FORBIDDEN: { status: 403, title: "Role or scope does not allow it.", retryable: false },
  CSRF: { status: 403, title: "The request came from another origin.", retryable: false },
  INSECURE_HTTP: {
    status: 403,
    title: "Plain http is refused for sign-in from other machines.",
    retryable: false,
  },
  NOT_FOUND: {
    status: 404,
    title: "There is no such thing, or none you may see.",
    retryable: false,
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: "This address has no such method; Allow names those that it has.",
    retryable: false,
  },
  CONFLICT: {
    status: 409,
    title: "It is not as you expected: it changed, or an operation is already at it.",
    retryable: false,
  },
  IDEMPOTENCY_MISMATCH: {
    status: 409,
    title: "The idempotency key was used with other arguments.",
    retryable: false,
  },
  PERSISTED_QUERY_NOT_FOUND: {
    status: 400,
    title: "No document is known by that hash.",
    retryable: false,
  },
  PRECONDITION_FAILED: {
    status: 412,
    title: "The settings changed since you read them.",
    retryable: false,
  },
  TOO_LARGE: { status: 413, title: "The request or its answer is too large.", retryable: false },
  QUERY_TOO_COMPLEX: {
    status: 400,
    title: "The query is too deep or costs too much.",
    retryable: false,
  },
  UNSUPPORTED: {
    status: 422,
    title: "This server, database or object cannot do it.",
    retryable: false,
  },
  DATABASE_ERROR: { status: 422, title: "Postgres refused it.", retryable: false },
  LOCKED: { status: 423, title: "Another session holds a lock that it needs.", retryable: true },
  RATE_LIMITED: { status: 429, title: "Too many requests; wait.", retryable: true },
  CANCELLED: { status: 499, title: "The caller went away or asked to stop.", retryable: true },
  INTERNAL: {
    status: 500,
    title: "A fault of the API; see its log by request id.",
    retryable: false,
  },
  DB_UNAVAILABLE: { status: 503, title: "The database cannot be used now.", retryable: true },
  HOME_UNAVAILABLE: {
    status: 503,
    title: "The database with users and audit log cannot be reached: reading only.",
    retryable: true,
  },
  STANDBY: { status: 503, title: "The database is a standby: reading only.", retryable: false },
  TIMEOUT: { status: 504, title: "The statement took longer than allowed.", retryable: true },
} as const satisfies Readonly<Record<string, ErrorCodeInfo>>;

export type ErrorCode = keyof typeof errorCodes;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(errorCodes, value);
}

/** `extensions` of a GraphQL error. */
export interface ErrorExtensions {
  readonly code: ErrorCode;
  /** SQLSTATE, where Postgres had a part in it. */
  readonly sqlstate?: string;
  readonly detail?: string;
  /** What to do. */
  readonly hint?: string;
  /** Id of the database it concerns. */
  readonly database?: string;
  /** The operation already running (CONFLICT): database.id. */
  readonly operation?: string;
  /** Process ids of the sessions in the way (LOCKED). */
  readonly blockedBy?: readonly number[];
  /** Seconds to wait (RATE_LIMITED). */
  readonly retryAfter?: number;
  readonly requestId?: string;
}
