import type { ReactNode } from "react";
import { PageHeader, Panel } from "../panel";
import { Skeleton, SkeletonBlock, SkeletonRows } from "./skeleton";

/** A page of one list, before it comes: its head is known, the filter bar and the rows have their places. */
export function ListPageSkeleton({
  title,
  lead,
  rows = 10,
}: {
  title: string;
  lead: ReactNode;
  rows?: number;
}) {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={title} lead={lead} />
      <Panel flush>
        <div className="flex h-12 items-center gap-4 border-b px-3.5">
          <Skeleton className="h-4 w-48" />
        </div>
        <SkeletonRows rows={rows} label={`Loading ${title.toLowerCase()}`} />
      </Panel>
    </div>
  );
}

/** A page about one thing, whose name is not known yet. */
export function ThingPageSkeleton({ what }: { what: string }) {
  return (
    <div className="flex flex-col gap-4">
      <div className="flex h-16 flex-col justify-end gap-2">
        <Skeleton className="h-3 w-32" />
        <Skeleton className="h-5 w-64 max-w-full" />
      </div>
      <SkeletonBlock className="h-19" label={`Loading ${what}`} />
      <SkeletonBlock className="h-64" label={`Loading what ${what} holds`} />
    </div>
  );
}
