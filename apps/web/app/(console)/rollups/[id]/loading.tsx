import { ThingPageSkeleton } from "@/ui/state/page-skeleton";

export default function RollupLoading() {
  return <ThingPageSkeleton what="the rollup" />;
}
