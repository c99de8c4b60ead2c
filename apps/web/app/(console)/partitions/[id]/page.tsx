import type { Metadata } from "next";
import { PartitionView } from "@/features/partition/partition-view";

export const metadata: Metadata = { title: "Partition" };

export default async function PartitionPage({ params }: { params: Promise<{ id: string }> }) {
  return <PartitionView id={decodeURIComponent((await params).id)} />;
}
