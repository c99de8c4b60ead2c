"use client";
import { SeriesHeadDocument, type SeriesHeadQuery } from "@/data/generated/graphql";
import { useApi } from "@/data/use-api";

export type SeriesHead = NonNullable<SeriesHeadQuery["series"]>;

/** What every tab of a series knows of it; one request, shared. */
export function useSeries(id: string) {
  return useApi(SeriesHeadDocument, { id }, { keep: false });
}
