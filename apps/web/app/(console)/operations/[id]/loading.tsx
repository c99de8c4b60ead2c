import { ThingPageSkeleton } from "@/ui/state/page-skeleton";

export default function OperationLoading() {
  return <ThingPageSkeleton what="the operation" />;
}
