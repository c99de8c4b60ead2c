import type { Metadata } from "next";
import { CompressionTab } from "@/features/series/compression-tab";

export const metadata: Metadata = { title: "Compression" };

export default async function CompressionPage({ params }: { params: Promise<{ id: string }> }) {
  return <CompressionTab id={decodeURIComponent((await params).id)} />;
}
