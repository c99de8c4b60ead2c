"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { Failure, StaleNote } from "./error";

export interface LoadProps<T> {
  query: UseQueryResult<T, Error>;
  what: string;
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * The four states of a part of a page: skeleton, failure, values, and old values greyed under a
 * note when a refresh failed. Data already shown never vanishes while it is fetched again.
 */
export function Load<T>({ query, what, skeleton, children }: LoadProps<T>) {
  const { data, error } = query;
  const retry = () => void query.refetch();
  if (data === undefined) {
    if (error) return <Failure error={error} what={what} retry={retry} />;
    return <>{skeleton}</>;
  }
  return (
    <>
      {error ? <StaleNote error={error} since={query.dataUpdatedAt} retry={retry} /> : null}
      <div className={cn(error && "opacity-60 saturate-50")} data-stale={error ? true : undefined}>
        {children(data)}
      </div>
    </>
  );
}
