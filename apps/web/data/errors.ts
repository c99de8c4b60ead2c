/** A failure as the API states it: a stable code, a sentence, and what to do. */
export class ApiError extends Error {
  readonly code: string;
  readonly sqlstate: string | undefined;
  readonly hint: string | undefined;
  readonly detail: string | undefined;
  readonly extensions: Readonly<Record<string, unknown>>;

  constructor(message: string, code: string, extensions: Record<string, unknown> = {}) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.extensions = extensions;
    this.sqlstate = text(extensions.sqlstate);
    this.hint = text(extensions.hint);
    this.detail = text(extensions.detail);
  }
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export interface GraphQLErrorShape {
  message: string;
  path?: (string | number)[];
  extensions?: Record<string, unknown>;
}

export function fromGraphQL(error: GraphQLErrorShape): ApiError {
  const extensions = error.extensions ?? {};
  return new ApiError(error.message, text(extensions.code) ?? "INTERNAL", extensions);
}

/** What one may try, by code; the API's own hint comes first. */
export function remedy(error: Error): string {
  if (!(error instanceof ApiError)) return "Try again; if it stays, look at the API's log.";
  if (error.hint) return error.hint;
  switch (error.code) {
    case "NETWORK":
      return "The API did not answer. Check that it runs (npm run status); this page tries again by itself.";
    case "UNAUTHENTICATED":
      return "Sign in again.";
    case "FORBIDDEN":
      return "Your role does not allow this. An operator or admin can do it.";
    case "DB_UNAVAILABLE":
      return "The database does not answer. The last values stay on screen; they refresh when it is back.";
    case "LOCKED":
      return "Another session holds the lock. See which below, then try again.";
    case "CONFLICT":
      return "An operation for this is already under way. Follow it under Operations.";
    case "NOT_FOUND":
      return "It may have been dropped or renamed. Go back to the list.";
    case "RATE_LIMITED":
      return "Too many requests. Wait a moment.";
    default:
      return "Try again; if it stays, look at the API's log for this request.";
  }
}
