import { PageHeader } from "@/ui/panel";
import { SkeletonBlock, SkeletonRows } from "@/ui/state/skeleton";

export default function OverviewLoading() {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title="Overview" lead="What is wrong, where, and what to press." />
      <div className="rounded-l border bg-surface">
        <SkeletonRows rows={4} label="Loading what needs attention" />
      </div>
      <SkeletonBlock className="h-36" label="Loading totals" />
    </div>
  );
}
