import type { Metadata } from "next";
import { OperationsView } from "@/features/operations/operations-view";

export const metadata: Metadata = { title: "Operations" };

export default function OperationsPage() {
  return <OperationsView />;
}
