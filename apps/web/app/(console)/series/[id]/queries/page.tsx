import type { Metadata } from "next";
import { QueriesTab } from "@/features/series/queries-tab";

export const metadata: Metadata = { title: "Queries" };

export default async function QueriesPage({ params }: { params: Promise<{ id: string }> }) {
  return <QueriesTab id={decodeURIComponent((await params).id)} />;
}
