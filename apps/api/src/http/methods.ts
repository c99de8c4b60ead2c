/** An address that is ours asked for in a way that it has not: 405 with Allow, and OPTIONS tells the same. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../errors.js";
import { sendProblem } from "./problem.js";

export const unusual = ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"] as const;

interface Address {
  readonly method: string;
  /** Parameters as {name}, each one segment. */
  readonly path: string;
}

/** Finds the methods of an address among many; of none when there is no such address. */
export class Methods {
  readonly #addresses: readonly { readonly method: string; readonly segments: readonly string[] }[];

  constructor(addresses: readonly Address[]) {
    this.#addresses = addresses.map(({ method, path }) => ({ method, segments: path.split("/") }));
  }

  at(path: string): string[] {
    const given = path.split("/");
    const found = new Set<string>();
    for (const { method, segments } of this.#addresses) {
      if (
        segments.length === given.length &&
        segments.every((segment, i) =>
          segment.startsWith("{") ? given[i] !== "" : segment === given[i],
        )
      )
        found.add(method);
    }
    if (found.has("GET")) found.add("HEAD");
    return [...found].sort();
  }
}

export async function notAllowed(
  request: FastifyRequest,
  reply: FastifyReply,
  methods: readonly string[],
): Promise<unknown> {
  reply.header("allow", [...methods, "OPTIONS"].join(", "));
  if (request.method === "OPTIONS") return await reply.code(204).send();
  const error = new AppError(
    "METHOD_NOT_ALLOWED",
    `${request.method} has no meaning at this address.`,
    { hint: `It has ${methods.join(", ")}.` },
  );
  return await sendProblem(request, reply, error);
}
