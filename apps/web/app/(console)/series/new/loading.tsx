import { ListPageSkeleton } from "@/ui/state/page-skeleton";

export default function NewSeriesLoading() {
  return (
    <ListPageSkeleton
      title="Make a series of a table"
      lead="No row is moved: a table with rows becomes the default partition at once, and its rows go into real partitions in batches, readable throughout."
      rows={6}
    />
  );
}
