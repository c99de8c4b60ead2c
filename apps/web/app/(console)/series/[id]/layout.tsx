import type { Metadata } from "next";
import type { ReactNode } from "react";
import { SeriesFrame } from "@/features/series/series-frame";

export const metadata: Metadata = { title: "Series" };

export default async function SeriesLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: Promise<{ id: string }>;
}) {
  return <SeriesFrame id={decodeURIComponent((await params).id)}>{children}</SeriesFrame>;
}
