import { SkeletonBlock } from "@/ui/state/skeleton";

/** The head and the tabs stay; this stands where the tab's own part comes. */
export default function SeriesTabLoading() {
  return <SkeletonBlock className="h-96" label="Loading this part of the series" />;
}
