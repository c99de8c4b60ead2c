import type { Metadata } from "next";
import { SeriesListView } from "@/features/series-list/series-list-view";

export const metadata: Metadata = { title: "Series" };

export default function SeriesListPage() {
  return <SeriesListView />;
}
