"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import {
  DropRollupDocument,
  RollupDetailDocument,
  type RollupDetailQuery,
  SetRollupRetentionDocument,
} from "@/data/generated/graphql";
import { useCan } from "@/data/session";
import { request, useApi } from "@/data/use-api";
import { ActionButton } from "@/features/actions/action-button";
import { DropDialog } from "@/features/actions/drop-dialog";
import { useAct } from "@/features/actions/use-act";
import { JobList } from "@/features/jobs/job-list";
import { OperationRows } from "@/features/operation-progress/operation-rows";
import { Button } from "@/ui/button";
import { Field, Input } from "@/ui/field";
import { Trash2 } from "@/ui/icons";
import { Link } from "@/ui/link";
import { PageHeader, Panel } from "@/ui/panel";
import { Empty } from "@/ui/state/empty";
import { Load } from "@/ui/state/load";
import { SkeletonBlock } from "@/ui/state/skeleton";
import { RollupCard, rollupHref } from "./rollup-card";

type Rollup = NonNullable<RollupDetailQuery["rollup"]>;

export function RollupView({ id }: { id: string }) {
  const query = useApi(RollupDetailDocument, { id, after: null }, { keep: false });
  return (
    <Load
      query={query}
      what="The rollup"
      skeleton={<SkeletonBlock className="h-96" label="Loading the rollup" />}
    >
      {(data) =>
        data.rollup ? (
          <View r={data.rollup} />
        ) : (
          <Empty
            title="This rollup is not there"
            action={
              <Link href="/series" className="text-accent hover:underline">
                All series
              </Link>
            }
          >
            It may have been dropped or renamed.
          </Empty>
        )
      }
    </Load>
  );
}

function View({ r }: { r: Rollup }) {
  const admin = useCan("ADMIN");
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={r.qualifiedName}
        crumbs={
          <>
            <Link href="/series" className="hover:underline">
              Series
            </Link>
            {r.series ? (
              <>
                {" / "}
                <Link
                  href={`/series/${encodeURIComponent(r.series.id)}/rollups`}
                  className="hover:underline"
                >
                  {r.series.qualifiedName}
                </Link>
              </>
            ) : null}
            {r.sourceRollup ? (
              <>
                {" / "}
                <Link href={rollupHref(r.sourceRollup.id)} className="hover:underline">
                  {r.sourceRollup.qualifiedName}
                </Link>
              </>
            ) : null}
          </>
        }
        actions={admin ? <DropRollup r={r} /> : null}
      />
      <RollupCard
        rollup={r}
        invalidations={r.invalidations?.nodes ?? []}
        totalInvalidations={r.invalidations?.totalCount ?? 0}
        oldest={r.series?.oldest}
        newest={r.series?.newest}
        integer={r.series?.integerTime ?? false}
      />
      <Panel flush title="Its job">
        <JobList
          jobs={r.jobs ?? []}
          empty="It has no refresh job: it is refreshed when someone asks for it."
        />
      </Panel>
      {admin ? <Retention r={r} /> : null}
      <Panel flush title="Operations on it">
        <OperationRows
          operations={r.operations?.nodes ?? []}
          empty="No refresh was asked for yet."
        />
      </Panel>
    </div>
  );
}

function Retention({ r }: { r: Rollup }) {
  const [keep, setKeep] = useState(r.retention ?? r.retentionWidth ?? "");
  const [typed, setTyped] = useState("");
  const value = keep.trim();
  const act = {
    document: SetRollupRetentionDocument,
    variables: { rollup: r.id, keep: value || null, ...(value ? { confirm: typed } : {}) },
    said: value
      ? `Buckets of ${r.name} are kept for ${value}`
      : `Buckets of ${r.name} are kept for ever`,
  };
  return (
    <Panel title="How long its buckets are kept" note="apart from the raw data">
      <div className="grid max-w-2xl gap-3 sm:grid-cols-2">
        <Field label="Keep" hint='Such as "2 years"; empty: for ever.'>
          {(ids) => <Input {...ids} value={keep} onChange={(e) => setKeep(e.target.value)} />}
        </Field>
        {value ? (
          <Field
            label={
              <>
                Type <code>{r.qualifiedName}</code>
              </>
            }
            hint="Older buckets are dropped by this."
          >
            {(ids) => (
              <Input
                {...ids}
                value={typed}
                onChange={(e) => setTyped(e.target.value)}
                autoComplete="off"
              />
            )}
          </Field>
        ) : null}
      </div>
      <div className="mt-3">
        <ActionButton
          least="ADMIN"
          label="Save"
          name="Save how long buckets are kept"
          disabled={Boolean(value) && typed !== r.qualifiedName}
          act={act}
        />
      </div>
    </Panel>
  );
}

function DropRollup({ r }: { r: Rollup }) {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const { act } = useAct();
  return (
    <>
      <Button icon={<Trash2 size={14} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Drop…
      </Button>
      <DropDialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Drop the rollup ${r.qualifiedName}`}
        lead="Its states go for good. What the raw table still has can be rolled up again; what retention has dropped there cannot."
        name={r.qualifiedName}
        verb="Drop the rollup"
        preview={async () =>
          (await request(DropRollupDocument, { rollup: r.id, dryRun: true })).dropRollup
        }
        run={async (confirm, expect) => {
          const done = await act({
            document: DropRollupDocument,
            variables: { rollup: r.id, confirm, expect },
            said: `${r.name} dropped`,
          });
          if (done)
            router.push(
              r.series ? `/series/${encodeURIComponent(r.series.id)}/rollups` : "/series",
            );
          return done !== undefined;
        }}
      />
    </>
  );
}
