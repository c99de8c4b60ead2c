"use client";
import { SeriesRollupsDocument } from "@/data/generated/graphql";
import { useCan } from "@/data/session";
import { useApi } from "@/data/use-api";
import { RollupCard } from "@/features/rollup/rollup-card";
import { beside, literal } from "@/lib/sql";
import { buttonClass } from "@/ui/button";
import { Plus } from "@/ui/icons";
import { Link } from "@/ui/link";
import { Panel } from "@/ui/panel";
import { Empty } from "@/ui/state/empty";
import { Load } from "@/ui/state/load";
import { SkeletonBlock } from "@/ui/state/skeleton";

export function RollupsTab({ id }: { id: string }) {
  const query = useApi(SeriesRollupsDocument, { id });
  const admin = useCan("ADMIN");
  const create = (
    <Link
      href={`/series/${encodeURIComponent(id)}/settings#rollups`}
      className={buttonClass("plain")}
    >
      <Plus size={14} aria-hidden="true" />
      Make a rollup
    </Link>
  );
  return (
    <Load
      query={query}
      what="The rollups"
      skeleton={<SkeletonBlock className="h-72" label="Loading rollups" />}
    >
      {(data) => {
        const s = data.series;
        const rollups = s?.rollups ?? [];
        if (!s) return null;
        if (!rollups.length) {
          return (
            <Panel>
              <Empty
                title="No rollup yet"
                {...(admin ? { action: create } : {})}
                sql={`SELECT sealstone.create_rollup(${literal(beside(s.qualifiedName, "_rollup"))}, ${literal(s.qualifiedName)}, ${s.integerTime ? "bucket_width => 1000" : "INTERVAL '1 hour'"},\n  select_list => 'count(*) AS n');`}
              >
                A rollup keeps aggregates per bucket of time under a view that is never stale, and
                recomputes only what writes have touched.
              </Empty>
            </Panel>
          );
        }
        return (
          <div className="flex flex-col gap-8">
            {rollups.map((r) => (
              <RollupCard
                key={r.id}
                rollup={r}
                link
                invalidations={r.invalidations?.nodes ?? []}
                totalInvalidations={r.invalidations?.totalCount ?? 0}
                oldest={s.oldest}
                newest={s.newest}
                integer={s.integerTime}
              />
            ))}
            {admin ? <div>{create}</div> : null}
          </div>
        );
      }}
    </Load>
  );
}
