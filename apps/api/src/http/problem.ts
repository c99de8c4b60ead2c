/** Errors on the REST face: RFC 9457 problem details. */
import { errorCodes } from "@sealstone/shared";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppError } from "../errors.js";

const problemType = "application/problem+json";

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  readonly requestId: string;
  readonly [key: string]: unknown;
}

export function problemOf(error: AppError, requestId: string, instance: string): Problem {
  const { code: _code, ...extensions } = error.extensions();
  const { detail, ...rest } = extensions;
  return {
    ...rest,
    ...(detail === undefined ? {} : { databaseDetail: detail }),
    // resolves: the API serves a page for each code
    type: `/api/v1/problems/${error.code}`,
    title: errorCodes[error.code].title,
    status: error.status,
    detail: error.message,
    instance: instance.split("?")[0] ?? instance,
    code: error.code,
    requestId,
  };
}

/** Answers with the problem, under the status that its code has. */
export async function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  error: AppError,
): Promise<unknown> {
  return await reply
    .code(error.status)
    .type(problemType)
    .send(problemOf(error, request.id, request.url));
}
