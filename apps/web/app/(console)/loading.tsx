import { ThingPageSkeleton } from "@/ui/state/page-skeleton";

export default function ConsoleLoading() {
  return <ThingPageSkeleton what="the page" />;
}
