import type { Metadata } from "next";
import { PartitionsTab } from "@/features/series/partitions-tab";

export const metadata: Metadata = { title: "Partitions" };

export default async function PartitionsPage({ params }: { params: Promise<{ id: string }> }) {
  return <PartitionsTab id={decodeURIComponent((await params).id)} />;
}
