import type { AttentionPartsFragment } from "@/data/generated/graphql";

export interface Place {
  href: string;
  label: string;
  /** What one does there, for an item whose remedy is to look. */
  look: string;
}

interface Thing {
  id: string;
  qualifiedName: string;
}

type Item = Pick<AttentionPartsFragment, "rule" | "database"> & {
  operation?: { id: string } | null;
  rollup?: Thing | null;
  series?: Thing | null;
  job?: { series?: Thing | null; rollup?: Thing | null } | null;
};

/** The very view that shows what an item is about, not only the thing's first page. */
const VIEW: Record<string, { path: string; look: string }> = {
  "default-rows": { path: "/partitions?state=DEFAULT", look: "See the partition" },
  "seal-due": { path: "/partitions?due=true", look: "See which" },
  "late-fraction": { path: "/late", look: "See which" },
  "slow-queries": { path: "/queries?sort=P95_MS", look: "See the queries" },
  "job-failed": { path: "/jobs", look: "See its runs" },
  "job-overdue": { path: "/jobs", look: "See its runs" },
  "retention-soon": { path: "/jobs", look: "See the job" },
};

export function placeOf(item: Item): Place | undefined {
  if (item.operation)
    return {
      href: `/operations/${encodeURIComponent(item.operation.id)}`,
      label: "the operation",
      look: "See why",
    };
  const view = VIEW[item.rule];
  // a rollup's job is shown on the rollup's own page
  const rollup = item.rollup ?? item.job?.rollup;
  if (rollup)
    return {
      href: `/rollups/${encodeURIComponent(rollup.id)}`,
      label: rollup.qualifiedName,
      look: "See the rollup",
    };
  const series = item.series ?? item.job?.series;
  if (series)
    return {
      href: `/series/${encodeURIComponent(series.id)}${view?.path ?? ""}`,
      label: series.qualifiedName,
      look: view?.look ?? "See the series",
    };
  if (item.rule === "disk-low" || item.rule === "disk-filling")
    return {
      href: `/series?sort=BYTES&dir=DESC&db=${encodeURIComponent(item.database.id)}`,
      label: "the largest series",
      look: "See what is large",
    };
  return undefined;
}
