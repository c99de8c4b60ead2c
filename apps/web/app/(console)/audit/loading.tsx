import { ListPageSkeleton } from "@/ui/state/page-skeleton";

export default function AuditLoading() {
  return <ListPageSkeleton title="Audit" lead="Who did what, with the SQL." />;
}
