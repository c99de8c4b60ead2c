import type { Metadata } from "next";
import { NewSeriesView } from "@/features/series-list/new-series-view";

export const metadata: Metadata = { title: "Make a series" };

export default function NewSeriesPage() {
  return <NewSeriesView />;
}
