import type { Metadata } from "next";
import { RollupView } from "@/features/rollup/rollup-view";

export const metadata: Metadata = { title: "Rollup" };

export default async function RollupPage({ params }: { params: Promise<{ id: string }> }) {
  return <RollupView id={decodeURIComponent((await params).id)} />;
}
