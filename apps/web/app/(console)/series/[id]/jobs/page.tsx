import type { Metadata } from "next";
import { JobsTab } from "@/features/series/jobs-tab";

export const metadata: Metadata = { title: "Jobs" };

export default async function JobsPage({ params }: { params: Promise<{ id: string }> }) {
  return <JobsTab id={decodeURIComponent((await params).id)} />;
}
