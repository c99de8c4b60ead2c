import type { Metadata } from "next";
import { RollupsTab } from "@/features/series/rollups-tab";

export const metadata: Metadata = { title: "Rollups" };

export default async function RollupsPage({ params }: { params: Promise<{ id: string }> }) {
  return <RollupsTab id={decodeURIComponent((await params).id)} />;
}
