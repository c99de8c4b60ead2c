import type { Metadata } from "next";
import { SettingsTab } from "@/features/series/settings-tab";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage({ params }: { params: Promise<{ id: string }> }) {
  return <SettingsTab id={decodeURIComponent((await params).id)} />;
}
