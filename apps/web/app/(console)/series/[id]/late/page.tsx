import type { Metadata } from "next";
import { LateTab } from "@/features/series/late-tab";

export const metadata: Metadata = { title: "Late rows" };

export default async function LatePage({ params }: { params: Promise<{ id: string }> }) {
  return <LateTab id={decodeURIComponent((await params).id)} />;
}
