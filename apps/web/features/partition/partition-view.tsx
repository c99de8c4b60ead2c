"use client";
import { parseAsString, useQueryStates } from "nuqs";
import { useMemo, useState } from "react";
import { ChartFrame, LegendItem } from "@/charts/chart-frame";
import {
  CheckPartitionDocument,
  type CheckPartitionMutation,
  DropPartitionsDocument,
  PartitionColumnsDocument,
  PartitionDetailDocument,
  type PartitionDetailQuery,
  PartitionRowGroupsDocument,
  ResealDocument,
  SealDocument,
  UnsealDocument,
} from "@/data/generated/graphql";
import { useCan } from "@/data/session";
import { request, useApi } from "@/data/use-api";
import { ActionButton } from "@/features/actions/action-button";
import { DropDialog } from "@/features/actions/drop-dialog";
import { sayFailure, useAct } from "@/features/actions/use-act";
import { OperationRows } from "@/features/operation-progress/operation-rows";
import { useActiveByPartition } from "@/features/operation-progress/store";
import { isRead, RowGroupMap } from "@/features/row-group-map/map";
import { RangeOf, StateNow } from "@/features/series/partition-columns";
import { cn } from "@/lib/cn";
import { bytes, count, exact, percent, plural, ratio, toNumber } from "@/lib/format";
import { scaleValue } from "@/lib/time";
import { StateBadge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Field, Input } from "@/ui/field";
import { CircleCheck, OctagonAlert, ShieldCheck, Trash2 } from "@/ui/icons";
import { Link } from "@/ui/link";
import { PageHeader, Panel, Stat, StatRow } from "@/ui/panel";
import { Meter } from "@/ui/progress";
import { Empty } from "@/ui/state/empty";
import { Load } from "@/ui/state/load";
import { SkeletonBlock, SkeletonRows } from "@/ui/state/skeleton";
import { Age, Bytes, Count, LateFraction, Ratio, Time } from "@/ui/values";
import { EstimateButton } from "./estimate-button";

type Partition = NonNullable<PartitionDetailQuery["partition"]>;

export function PartitionView({ id }: { id: string }) {
  const query = useApi(PartitionDetailDocument, { id }, { keep: false });
  return (
    <Load
      query={query}
      what="The partition"
      skeleton={<SkeletonBlock className="h-96" label="Loading the partition" />}
    >
      {(data) =>
        data.partition ? (
          <View p={data.partition} />
        ) : (
          <Empty
            title="This partition is not there"
            action={
              <Link href="/series" className="text-accent hover:underline">
                All series
              </Link>
            }
          >
            It may have been dropped by retention or by a person since this link was made.
          </Empty>
        )
      }
    </Load>
  );
}

function View({ p }: { p: Partition }) {
  const s = p.series;
  const active = useActiveByPartition(s?.id ?? "");
  const op = active.get(p.id);
  const sealed = p.state === "SEALED";
  const threshold = s?.sealing?.resealFraction ?? 0.1;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        crumbs={
          <>
            <Link href="/series" className="hover:underline">
              Series
            </Link>
            {s ? (
              <>
                {" / "}
                <Link
                  href={`/series/${encodeURIComponent(s.id)}/partitions`}
                  className="hover:underline"
                >
                  {s.qualifiedName}
                </Link>
              </>
            ) : null}
          </>
        }
        title={p.name}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className={cn("inline-block", op && "min-w-28")}>
              <StateNow p={p} op={op} />
            </span>
            <RangeOf p={p} />
          </span>
        }
        actions={op ? null : <Actions p={p} />}
      />
      <StatRow label="Figures of the partition">
        <Stat
          label="On disk"
          value={bytes(p.bytes)}
          title={exact(p.bytes)}
          note={<Age value={p.measuredAt} />}
        />
        <Stat
          label="Rows"
          value={count(p.rows)}
          title={exact(p.rows)}
          note={sealed ? "exact" : "an estimate"}
        />
        <Stat
          label="Before the seal"
          value={bytes(p.bytesBefore)}
          title={exact(p.bytesBefore)}
          note={
            sealed
              ? `saved ${bytes(BigInt(p.bytesBefore ?? 0) - BigInt(p.bytes ?? 0))}`
              : "not sealed"
          }
        />
        <Stat
          label="Ratio"
          value={ratio(p.ratio)}
          note={p.codec ? `${p.codec}, by ${p.orderKey.join(", ")}` : undefined}
        />
        <Stat
          label="Late fraction"
          value={<LateFraction value={p.lateFraction} threshold={threshold} />}
          note={
            sealed
              ? `${count(p.lateRows)} late, ${count(p.supersededRows)} superseded`
              : "only sealed ones have late rows"
          }
        />
        <Stat
          label={sealed ? "Sealed" : "Due to be sealed"}
          value={<Time value={sealed ? p.sealedAt : p.sealDueAt} mode="relative" />}
          note={<Time value={sealed ? p.sealedAt : p.sealDueAt} />}
        />
      </StatRow>
      {sealed ? (
        <>
          <Columns id={p.id} />
          <Groups id={p.id} rows={p.rows} table={s?.qualifiedName} />
          <Check id={p.id} name={p.name} />
        </>
      ) : (
        <Panel>
          <Empty
            title="Stored as an ordinary heap"
            action={op ? undefined : <Actions p={p} only="seal" />}
          >
            Columns, encodings and row groups are there once it is sealed. Estimate first what that
            would save: it samples a few pages and changes nothing.
          </Empty>
        </Panel>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <Panel flush title="Operations on it">
          <OperationRows operations={p.operations?.nodes ?? []} empty="None yet." />
        </Panel>
        <Panel flush title="Its life">
          {p.history?.length ? (
            <ol className="flex flex-col text-sm">
              {[...p.history].reverse().map((h) => (
                <li
                  key={h.at}
                  className="flex items-center gap-3 border-b px-3.5 py-1.5 last:border-b-0"
                >
                  <Time value={h.at} className="text-muted" />
                  <StateBadge state={h.state} />
                  <span className="ml-auto text-muted">
                    {h.lateFraction ? `late ${percent(h.lateFraction)}` : ""}
                  </span>
                </li>
              ))}
            </ol>
          ) : (
            <p className="px-3.5 py-4 text-sm text-muted">No change was recorded yet.</p>
          )}
        </Panel>
      </div>
    </div>
  );
}

function Actions({ p, only }: { p: Partition; only?: "seal" }) {
  const admin = useCan("ADMIN");
  const operator = useCan("OPERATOR");
  const [drop, setDrop] = useState(false);
  const { act } = useAct();
  const variables = { partition: p.id };
  const late = toNumber(p.lateRows) + toNumber(p.supersededRows) > 0 || p.collationStale;
  const s = p.series;
  return (
    <span className="inline-flex flex-wrap gap-2">
      {p.state === "LIVE" ? (
        <>
          {operator ? <EstimateButton size="m" partition={p.id} name={p.name} /> : null}
          <ActionButton
            kind="primary"
            label="Seal"
            name={`Seal ${p.name}`}
            act={{ document: SealDocument, variables, said: `Seal of ${p.name} asked for` }}
          />
        </>
      ) : null}
      {p.state === "SEALED" ? (
        <>
          <ActionButton
            kind={late ? "primary" : "plain"}
            label="Reseal"
            name={`Reseal ${p.name}`}
            act={{ document: ResealDocument, variables, said: `Reseal of ${p.name} asked for` }}
          />
          <ActionButton
            label="Unseal"
            name={`Unseal ${p.name}`}
            act={{ document: UnsealDocument, variables, said: `Unseal of ${p.name} asked for` }}
          />
        </>
      ) : null}
      {admin && !only && s && p.state !== "DEFAULT" ? (
        <>
          <Button icon={<Trash2 size={14} aria-hidden="true" />} onClick={() => setDrop(true)}>
            Drop…
          </Button>
          <DropDialog
            open={drop}
            onClose={() => setDrop(false)}
            title={`Drop ${p.qualifiedName}`}
            lead="Its rows go for good."
            name={s.qualifiedName}
            verb="Drop the partition"
            preview={async () =>
              (
                await request(DropPartitionsDocument, {
                  series: s.id,
                  partitions: [p.id],
                  dryRun: true,
                })
              ).dropPartitions
            }
            run={async (confirm, expect) => {
              const done = await act({
                document: DropPartitionsDocument,
                variables: { series: s.id, partitions: [p.id], confirm, expect },
                said: `${p.name} dropped`,
              });
              if (done) window.location.assign(`/series/${encodeURIComponent(s.id)}/partitions`);
              return done !== undefined;
            }}
          />
        </>
      ) : null}
    </span>
  );
}

function Columns({ id }: { id: string }) {
  const query = useApi(PartitionColumnsDocument, { id }, { refresh: 0, staleTime: 60_000 });
  return (
    <Panel flush title="Columns" note="what is stored, from the headers">
      <Load
        query={query}
        what="The columns"
        skeleton={<SkeletonRows rows={5} label="Reading columns" />}
      >
        {(data) => {
          const columns = data.partition?.columns ?? [];
          const total = columns.reduce((sum, c) => sum + toNumber(c.bytes), 0);
          return (
            <div className="overflow-x-auto" tabIndex={0}>
              <table className="w-full text-sm">
                <thead className="text-xs text-faint">
                  <tr className="border-b">
                    <th scope="col" className="px-3.5 py-1.5 text-left font-medium">
                      Column
                    </th>
                    <th scope="col" className="px-2 py-1.5 text-left font-medium max-md:hidden">
                      Type
                    </th>
                    <th scope="col" className="px-2 py-1.5 text-left font-medium">
                      Encodings
                    </th>
                    <th
                      scope="col"
                      className="w-[22%] min-w-24 px-2 py-1.5 text-left font-medium max-md:hidden"
                    >
                      Share
                    </th>
                    <th scope="col" className="px-2 py-1.5 text-right font-medium">
                      Stored
                    </th>
                    <th scope="col" className="px-2 py-1.5 text-right font-medium">
                      Decoded
                    </th>
                    <th scope="col" className="px-2 py-1.5 text-right font-medium">
                      Ratio
                    </th>
                    <th scope="col" className="px-2 py-1.5 text-right font-medium max-md:hidden">
                      Pages
                    </th>
                    <th scope="col" className="px-3.5 py-1.5 text-right font-medium max-md:hidden">
                      NULLs
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {columns.map((c) => (
                    <tr key={c.name} className="border-b last:border-b-0">
                      <td className="px-3.5 py-1.5 font-medium">{c.name}</td>
                      <td className="px-2 py-1.5 text-muted max-md:hidden">{c.type}</td>
                      <td className="px-2 py-1.5">{c.encodings.join(", ") || "–"}</td>
                      <td className="px-2 py-1.5 max-md:hidden">
                        <Meter
                          value={toNumber(c.bytes)}
                          max={total}
                          label={`${bytes(c.bytes)} of ${bytes(total)}`}
                        />
                      </td>
                      <td className="px-2 py-1.5 text-right whitespace-nowrap">
                        <Bytes value={c.bytes} />
                      </td>
                      <td className="px-2 py-1.5 text-right whitespace-nowrap">
                        <Bytes value={c.rawBytes} />
                      </td>
                      <td className="px-2 py-1.5 text-right font-medium">
                        <Ratio value={c.ratio} />
                      </td>
                      <td className="px-2 py-1.5 text-right max-md:hidden">
                        <Count value={c.pages} />
                      </td>
                      <td className="px-3.5 py-1.5 text-right max-md:hidden">
                        <Count value={c.nullCount} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          );
        }}
      </Load>
    </Panel>
  );
}

const MOST = 2000;

function Groups({
  id,
  rows,
  table,
}: {
  id: string;
  rows: string | null | undefined;
  table: string | undefined;
}) {
  const query = useApi(
    PartitionRowGroupsDocument,
    { id, first: MOST, skip: 0 },
    { refresh: 0, staleTime: 60_000 },
  );
  const [p, set] = useQueryStates({
    tfrom: parseAsString.withDefault(""),
    tto: parseAsString.withDefault(""),
  });
  const trial = useMemo(() => {
    const from = scaleValue(p.tfrom);
    const to = scaleValue(p.tto);
    if (Number.isNaN(from) && Number.isNaN(to)) return null;
    return {
      from: Number.isNaN(from) ? Number.NEGATIVE_INFINITY : from,
      to: Number.isNaN(to) ? Number.POSITIVE_INFINITY : to,
    };
  }, [p.tfrom, p.tto]);
  const unread = [p.tfrom, p.tto].filter((text) => text && Number.isNaN(scaleValue(text)));
  return (
    <Load
      query={query}
      what="The row groups"
      skeleton={<SkeletonBlock className="h-72" label="Reading row groups" />}
    >
      {(data) => {
        const groups = data.partition?.rowGroups ?? [];
        const read = groups.filter((g) => isRead(g, trial));
        const first = groups[0];
        // their times are the table's own values: without SELECT on it there is no map to draw
        const masked = groups.length > 0 && groups.every((g) => !g.minTime);
        return (
          <ChartFrame
            title="Row groups"
            caption={`${plural(groups.length, "group")}${groups.length === MOST ? " drawn, the first" : ""} over ${count(rows)} rows; darker is more bytes`}
            legend={
              masked ? undefined : (
                <>
                  <LegendItem
                    swatch={
                      <span aria-hidden="true" className="inline-block h-2.5 w-4 bg-heat-4" />
                    }
                  >
                    read
                  </LegendItem>
                  <LegendItem
                    swatch={
                      <span aria-hidden="true" className="inline-block h-2.5 w-4 bg-heat-1" />
                    }
                  >
                    skipped by the trial
                  </LegendItem>
                  <LegendItem
                    swatch={
                      <span aria-hidden="true" className="inline-block h-2.5 w-1 bg-late-3" />
                    }
                  >
                    has superseded rows
                  </LegendItem>
                </>
              )
            }
            table={{
              head: [
                "Group",
                "Rows",
                "Least time",
                "Greatest time",
                "First key",
                "Last key",
                "Bytes",
                "Superseded",
                "Trial",
              ],
              rows: groups.map((g) => [
                g.rowGroup,
                exact(g.rows),
                g.minTime ?? "–",
                g.maxTime ?? "–",
                g.firstKey ?? "–",
                g.lastKey ?? "–",
                bytes(g.bytes),
                exact(g.superseded),
                trial ? (isRead(g, trial) ? "read" : "skipped") : "–",
              ]),
            }}
          >
            {masked ? (
              <p className="rounded-m bg-info-soft px-3 py-2 text-sm text-info-ink">
                The times and keys of the groups are values of the table, and the API's reading
                login may not read it: nothing can be placed. Their sizes are in the table behind
                this. To allow the map:{" "}
                <code>GRANT SELECT ON {table ?? "the table"} TO sealstone_viewer</code>
              </p>
            ) : (
              <>
                <div className="mb-3 flex flex-wrap items-end gap-3">
                  <div className="w-56">
                    <Field label="Try a query: time from">
                      {(ids) => (
                        <Input
                          {...ids}
                          value={p.tfrom}
                          placeholder={first?.minTime ?? ""}
                          onChange={(e) => void set({ tfrom: e.target.value || null })}
                        />
                      )}
                    </Field>
                  </div>
                  <div className="w-56">
                    <Field label="to">
                      {(ids) => (
                        <Input
                          {...ids}
                          value={p.tto}
                          placeholder={groups.at(-1)?.maxTime ?? ""}
                          onChange={(e) => void set({ tto: e.target.value || null })}
                        />
                      )}
                    </Field>
                  </div>
                  <p className="pb-1.5 text-sm" aria-live="polite">
                    {unread.length > 0 ? (
                      <span className="text-bad-ink">
                        “{unread[0]}” is no time: write it as in the box.
                      </span>
                    ) : trial ? (
                      <>
                        <strong>{count(read.length)}</strong> of {plural(groups.length, "group")}{" "}
                        read, {percent(groups.length ? 1 - read.length / groups.length : 0)} skipped
                        by time alone
                      </>
                    ) : (
                      <span className="text-muted">
                        Without a limit on time every group is read.
                      </span>
                    )}
                  </p>
                </div>
                <RowGroupMap groups={groups} trial={trial} label="Row groups by time" />
              </>
            )}
          </ChartFrame>
        );
      }}
    </Load>
  );
}

function Check({ id, name }: { id: string; name: string }) {
  const can = useCan("OPERATOR");
  const [state, setState] = useState<{
    busy?: boolean;
    answer?: CheckPartitionMutation["checkPartition"];
  }>({});
  if (!can) return null;
  const a = state.answer;
  return (
    <Panel
      title="Check"
      note="reads all of it: every checksum, the order, minima and maxima"
      actions={
        <Button
          size="s"
          busy={state.busy}
          icon={<ShieldCheck size={13} aria-hidden="true" />}
          onClick={async () => {
            setState({ busy: true });
            try {
              setState({
                answer: (await request(CheckPartitionDocument, { partition: id })).checkPartition,
              });
            } catch (error) {
              setState({});
              sayFailure(error, `Check of ${name}`);
            }
          }}
        >
          {state.busy ? "Checking" : "Check it now"}
        </Button>
      }
    >
      <div aria-live="polite" className="text-sm">
        {!a ? (
          <p className="text-muted">
            Not checked from here yet. It only reads, and says which block is damaged, if one is.
          </p>
        ) : a.problems.length === 0 ? (
          <p className="flex items-center gap-2 text-ok-ink">
            <CircleCheck size={16} aria-hidden="true" /> Sound: nothing was found.
          </p>
        ) : (
          <ul className="flex flex-col gap-1">
            {a.problems.map((x) => (
              <li
                key={`${x.rowGroup} ${x.column} ${x.block} ${x.problem}`}
                className="flex gap-2 text-bad-ink"
              >
                <OctagonAlert size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
                {x.rowGroup !== null && x.rowGroup !== undefined ? `group ${x.rowGroup}, ` : ""}
                {x.column ? `column ${x.column}, ` : ""}
                {x.block ? `block ${x.block}: ` : ""}
                {x.problem}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}
