import { redirect } from "next/navigation";

export default async function SeriesPage({
  params,
}: {
  params: Promise<{ id: string }>;
}): Promise<never> {
  redirect(`/series/${(await params).id}/partitions`);
}
