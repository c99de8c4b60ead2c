import { ListPageSkeleton } from "@/ui/state/page-skeleton";

export default function TokensLoading() {
  return (
    <ListPageSkeleton
      title="Tokens"
      lead="For programs: each with its own rights, never above its maker's, and an end."
      rows={4}
    />
  );
}
