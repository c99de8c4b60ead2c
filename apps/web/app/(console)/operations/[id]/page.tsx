import type { Metadata } from "next";
import { OperationView } from "@/features/operations/operation-view";

export const metadata: Metadata = { title: "Operation" };

export default async function OperationPage({ params }: { params: Promise<{ id: string }> }) {
  return <OperationView id={decodeURIComponent((await params).id)} />;
}
