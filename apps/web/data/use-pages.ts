"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { usePreferences } from "@/lib/preferences";
import { useHydrated } from "@/lib/use-hydrated";
import type { TypedDocumentString } from "./generated/graphql";
import { nameOf, request } from "./use-api";

export interface Page<T> {
  nodes: readonly T[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
  totalCount?: number;
}

type Node<P extends Page<unknown>> = P["nodes"][number];

export interface Pages<P extends Page<unknown>> {
  rows: readonly Node<P>[];
  first: P | undefined;
  total: number | undefined;
  hasMore: boolean;
  loadingMore: boolean;
  loadMore: () => void;
  /** Fetches every row that matches, for an export or a selection. */
  all: () => Promise<Node<P>[]>;
  query: {
    data: unknown;
    error: Error | null;
    isPending: boolean;
    isPlaceholderData: boolean;
    dataUpdatedAt: number;
    refetch: () => unknown;
  };
}

/** A list by cursor: what is loaded stays, and a refresh fetches the same pages again. */
export function usePages<R, V extends { after?: string | null }, P extends Page<unknown>>(
  document: TypedDocumentString<R, V>,
  variables: Omit<V, "after">,
  pick: (data: R) => P | null | undefined,
  options: { enabled?: boolean; refresh?: number } = {},
): Pages<P> {
  const { refresh } = usePreferences();
  const every = options.refresh ?? refresh;
  const query = useInfiniteQuery({
    queryKey: [nameOf(document), variables, "pages"],
    queryFn: ({ pageParam, signal }) =>
      request(document, { ...variables, after: pageParam } as V, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => {
      const page = pick(last);
      return page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null;
    },
    enabled: options.enabled ?? true,
    refetchInterval: every > 0 ? every * 1000 : false,
    staleTime: 2000,
    placeholderData: keepPreviousData,
  });
  const hydrated = useHydrated();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  // until this part has taken over what the server rendered, it shows that
  const data = hydrated ? query.data : undefined;
  const rows = useMemo(
    () => data?.pages.flatMap((page): readonly Node<P>[] => pick(page)?.nodes ?? []) ?? [],
    [data, pick],
  );
  const firstPage = data?.pages[0];
  const first = firstPage === undefined ? undefined : (pick(firstPage) ?? undefined);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const key = JSON.stringify(variables);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the variables are compared by value
  const all = useCallback(async () => {
    const out: Node<P>[] = [];
    let after: string | null = null;
    do {
      const page: P | null | undefined = pick(
        await request(document, { ...variables, after } as V),
      );
      if (!page) break;
      out.push(...page.nodes);
      after = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null;
    } while (after);
    return out;
  }, [document, key, pick]);
  return {
    rows,
    first,
    total: first?.totalCount,
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    loadMore,
    all,
    query: hydrated ? query : { ...query, data: undefined, error: null, isPending: true },
  };
}
