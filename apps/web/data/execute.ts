/**
 * One typed request to the API. Documents are strings whose type says what they return (client
 * preset); the API knows them by their hash, so that is what is sent.
 */
import { ApiError, fromGraphQL, type GraphQLErrorShape } from "./errors";
import type { TypedDocumentString } from "./generated/graphql";

// biome-ignore lint/suspicious/noExplicitAny: matches any document whatever its variables
export type AnyDocument = TypedDocumentString<any, any>;
export type ResultOf<D> = D extends TypedDocumentString<infer R, infer _V> ? R : never;
export type VariablesOf<D> = D extends TypedDocumentString<infer _R, infer V> ? V : never;

export interface Target {
  url: string;
  headers?: Record<string, string>;
}

const BROWSER: Target = { url: "/graphql" };

interface Answer<R> {
  data?: R | null;
  errors?: GraphQLErrorShape[];
}

/** Cleared when the API turns out to know no documents by hash (started without their list). */
let byHash = true;

/** The part of the body that names the document: its hash, or its text where hashes are not known. */
export function documentBody(document: AnyDocument): {
  query?: string;
  operationName?: string;
  extensions?: unknown;
} {
  const hash = (document as { __meta__?: { hash?: string } }).__meta__?.hash;
  const text = document.toString();
  const operationName = /(?:query|mutation|subscription)\s+(\w+)/.exec(text)?.[1];
  const name = operationName ? { operationName } : {};
  return hash && byHash
    ? { ...name, extensions: { persistedQuery: { version: 1, sha256Hash: hash } } }
    : { ...name, query: text };
}

export async function execute<R, V>(
  document: TypedDocumentString<R, V>,
  variables: V,
  options: { signal?: AbortSignal; target?: Target; onPartial?: (errors: ApiError[]) => void } = {},
): Promise<R> {
  const target = options.target ?? BROWSER;
  let response: Response;
  try {
    response = await fetch(target.url, {
      method: "POST",
      credentials: "same-origin",
      headers: {
        "content-type": "application/json",
        accept: "application/graphql-response+json, application/json",
        "x-sealstone-csrf": "1",
        ...target.headers,
      },
      body: JSON.stringify({ ...documentBody(document as AnyDocument), variables }),
      ...(options.signal ? { signal: options.signal } : {}),
      cache: "no-store",
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError("The API does not answer.", "NETWORK");
  }
  let answer: Answer<R>;
  try {
    answer = (await response.json()) as Answer<R>;
  } catch {
    throw new ApiError(
      `The API answered with status ${response.status}.`,
      response.status === 401
        ? "UNAUTHENTICATED"
        : response.status === 429
          ? "RATE_LIMITED"
          : response.status >= 502
            ? "NETWORK"
            : "INTERNAL",
    );
  }
  const errors = (answer.errors ?? []).map(fromGraphQL);
  if (byHash && errors.some((e) => e.code === "PERSISTED_QUERY_NOT_FOUND")) {
    byHash = false;
    return execute(document, variables, options);
  }
  const fatal =
    errors.find((e) => e.code === "UNAUTHENTICATED") ?? (answer.data ? undefined : errors[0]);
  if (fatal) throw fatal;
  if (!answer.data)
    throw new ApiError(`The API answered with status ${response.status} and no data.`, "INTERNAL");
  if (errors.length) options.onPartial?.(errors);
  return answer.data;
}
