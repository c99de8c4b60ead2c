"use client";
import { SeriesJobsDocument } from "@/data/generated/graphql";
import { useApi } from "@/data/use-api";
import { JobList } from "@/features/jobs/job-list";
import { literal } from "@/lib/sql";
import { Panel } from "@/ui/panel";
import { Empty } from "@/ui/state/empty";
import { Load } from "@/ui/state/load";
import { SkeletonRows } from "@/ui/state/skeleton";
import { useSeries } from "./use-series";

export function JobsTab({ id }: { id: string }) {
  const query = useApi(SeriesJobsDocument, { id });
  const name = useSeries(id).data?.series?.qualifiedName ?? "public.metrics";
  return (
    <Panel flush title="Jobs" note="standing policies of this series and its rollups">
      <Load query={query} what="The jobs" skeleton={<SkeletonRows rows={4} label="Loading jobs" />}>
        {(data) => {
          const jobs = [
            ...(data.series?.jobs ?? []),
            ...(data.series?.rollups ?? []).flatMap((r) => r.jobs ?? []),
          ];
          const unique = [...new Map(jobs.map((j) => [j.id, j])).values()];
          return unique.length ? (
            <JobList jobs={unique} empty="" />
          ) : (
            <Empty
              title="No job"
              sql={`SELECT sealstone.set_sealing(${literal(name)}, INTERVAL '7 days');`}
            >
              Setting a settle window, a retention or a rollup makes the job that keeps it.
            </Empty>
          );
        }}
      </Load>
    </Panel>
  );
}
