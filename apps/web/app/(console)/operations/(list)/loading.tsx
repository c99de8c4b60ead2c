import { ListPageSkeleton } from "@/ui/state/page-skeleton";

export default function OperationsLoading() {
  return (
    <ListPageSkeleton
      title="Operations"
      lead="Every piece of work that was asked for, by a person or by a job; what runs moves as it runs."
    />
  );
}
