import { ThingPageSkeleton } from "@/ui/state/page-skeleton";

export default function PartitionLoading() {
  return <ThingPageSkeleton what="the partition" />;
}
