import { PageHeader } from "@/ui/panel";
import { SkeletonBlock } from "@/ui/state/skeleton";

export default function SqlLoading() {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="SQL"
        lead="One statement at a time, on a login that owns nothing and can write nothing, bounded in rows and time."
      />
      <SkeletonBlock className="h-56" label="Loading the editor" />
    </div>
  );
}
