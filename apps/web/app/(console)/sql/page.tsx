import type { Metadata } from "next";
import { SqlView } from "@/features/sql-editor/sql-view";

export const metadata: Metadata = { title: "SQL" };

export default function Page() {
  return <SqlView />;
}
