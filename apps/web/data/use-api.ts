"use client";
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { usePreferences } from "@/lib/preferences";
import { useHydrated } from "@/lib/use-hydrated";
import { ApiError } from "./errors";
import { execute } from "./execute";
import type { TypedDocumentString } from "./generated/graphql";

export interface UseApiOptions {
  /** seconds; absent: what the person chose; 0: only when something changed */
  refresh?: number;
  enabled?: boolean;
  /** Keep the answer to other variables on screen meanwhile (filters, sorting). Off where ids change. */
  keep?: boolean;
  staleTime?: number;
}

let leaving = false;

/** Signing out: nothing more is asked by this page, which is about to go. */
export function leave(): void {
  leaving = true;
}

function toSignIn(): void {
  if (window.location.pathname.startsWith("/login")) return;
  const next = window.location.pathname + window.location.search;
  window.location.assign(`/login?next=${encodeURIComponent(next)}`);
}

export async function request<R, V>(
  document: TypedDocumentString<R, V>,
  variables: V,
  signal?: AbortSignal,
): Promise<R> {
  if (leaving) return new Promise<R>(() => undefined);
  try {
    return await execute(document, variables, signal ? { signal } : {});
  } catch (error) {
    if (error instanceof ApiError && error.code === "UNAUTHENTICATED") toSignIn();
    throw error;
  }
}

/** The name of a document, which is also the first part of its key in the cache. */
export function nameOf(
  document: TypedDocumentString<unknown, never> | string | { toString(): string },
): string {
  return /(?:query|mutation|subscription)\s+(\w+)/.exec(document.toString())?.[1] ?? "anonymous";
}

export function useApi<R, V>(
  document: TypedDocumentString<R, V>,
  variables: V,
  options: UseApiOptions = {},
): UseQueryResult<R, Error> {
  const { refresh } = usePreferences();
  const hydrated = useHydrated();
  const every = options.refresh ?? refresh;
  const result = useQuery<R, Error>({
    queryKey: [nameOf(document), variables],
    queryFn: ({ signal }) => request(document, variables, signal),
    enabled: options.enabled ?? true,
    refetchInterval: every > 0 ? every * 1000 : false,
    refetchIntervalInBackground: false,
    staleTime: options.staleTime ?? 2000,
    ...(options.keep === false ? {} : { placeholderData: keepPreviousData }),
  });
  // what the server rendered, which had no answer yet
  return hydrated
    ? result
    : ({ ...result, data: undefined, error: null, isPending: true } as UseQueryResult<R, Error>);
}
