/** Errors as GraphQL carries them: our code, a sentence, nothing else. Must not throw. */
import { isErrorCode } from "@sealstone/shared";
import { GraphQLError, type GraphQLFormattedError } from "graphql";
import { type AppError, toAppError } from "../errors.js";

/** What Apollo and GraphQL call their own errors, in our words. */
const foreign: Readonly<Record<string, "BAD_INPUT" | "PERSISTED_QUERY_NOT_FOUND">> = {
  GRAPHQL_PARSE_FAILED: "BAD_INPUT",
  GRAPHQL_VALIDATION_FAILED: "BAD_INPUT",
  BAD_USER_INPUT: "BAD_INPUT",
  BAD_REQUEST: "BAD_INPUT",
  OPERATION_RESOLUTION_FAILURE: "BAD_INPUT",
  PERSISTED_QUERY_NOT_FOUND: "PERSISTED_QUERY_NOT_FOUND",
  PERSISTED_QUERY_NOT_SUPPORTED: "PERSISTED_QUERY_NOT_FOUND",
};

/** What was thrown, under whatever GraphQL wrapped around it. */
export function originalOf(error: unknown): unknown {
  let inner = error;
  for (
    let depth = 0;
    depth < 5 && inner instanceof GraphQLError && inner.originalError !== undefined;
    depth += 1
  ) {
    inner = inner.originalError;
  }
  return inner;
}

export function wireError(error: unknown, requestId?: string): GraphQLFormattedError {
  const original = originalOf(error);
  const place =
    error instanceof GraphQLError
      ? {
          ...(error.path === undefined ? {} : { path: error.path }),
          ...(error.locations === undefined ? {} : { locations: error.locations }),
        }
      : {};
  if (original instanceof GraphQLError) {
    const code = original.extensions.code;
    const known =
      typeof code === "string" ? (isErrorCode(code) ? code : foreign[code]) : "BAD_INPUT";
    if (known !== undefined) {
      return {
        message: original.message,
        ...place,
        extensions: { code: known, ...(requestId === undefined ? {} : { requestId }) },
      };
    }
  }
  const app: AppError = toAppError(original);
  return { message: app.message, ...place, extensions: { ...app.extensions(requestId) } };
}
