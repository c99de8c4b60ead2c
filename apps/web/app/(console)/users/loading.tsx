import { ListPageSkeleton } from "@/ui/state/page-skeleton";

export default function UsersLoading() {
  return <ListPageSkeleton title="Users" lead="Who may use the console, and what for." rows={4} />;
}
