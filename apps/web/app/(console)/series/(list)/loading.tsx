import { ListPageSkeleton } from "@/ui/state/page-skeleton";

export default function SeriesListLoading() {
  return (
    <ListPageSkeleton
      title="Series"
      lead="Every series table, its partitions along time (ochre and hatched: being written; green: sealed), and what it costs."
    />
  );
}
