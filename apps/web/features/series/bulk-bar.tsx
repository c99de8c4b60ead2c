"use client";
import { useEffect, useState } from "react";
import {
  type BulkKind,
  BulkPartitionsDocument,
  DropPartitionsDocument,
  type PartitionFilter,
} from "@/data/generated/graphql";
import { useCan } from "@/data/session";
import { request } from "@/data/use-api";
import { ActionButton } from "@/features/actions/action-button";
import { DropDialog } from "@/features/actions/drop-dialog";
import { useAct } from "@/features/actions/use-act";
import { bytes, count, plural } from "@/lib/format";
import { Button } from "@/ui/button";
import { Trash2, X } from "@/ui/icons";
import { EstimateButton } from "../partition/estimate-button";
import type { PartitionRow } from "./partition-columns";
import type { SeriesHead } from "./use-series";

export interface BulkBarProps {
  series: SeriesHead;
  selected: ReadonlySet<string>;
  chosen: readonly PartitionRow[];
  total: number;
  filter: PartitionFilter;
  onClear: () => void;
}

function sum(rows: readonly PartitionRow[]): bigint {
  return rows.reduce((total, r) => total + BigInt(r.bytes ?? 0), 0n);
}

/** What can be done to what is selected, or to all that the filter lets through; counted first. */
export function BulkBar({ series, selected, chosen, total, filter, onClear }: BulkBarProps) {
  const operator = useCan("OPERATOR");
  const admin = useCan("ADMIN");
  const [all, setAll] = useState(false);
  const [drop, setDrop] = useState(false);
  const { act } = useAct();
  useEffect(() => {
    if (selected.size === 0) setAll(false);
  }, [selected.size]);
  if (selected.size === 0) return null;
  const ids = [...selected];
  const n = all ? total : selected.size;
  const live = chosen.filter((r) => r.state === "LIVE");
  const sealed = chosen.filter((r) => r.state === "SEALED");
  const known = chosen.length === selected.size;

  const bulk = (kind: BulkKind, verb: string, of: readonly PartitionRow[]) => {
    const some = known && !all ? of.map((r) => r.id) : ids;
    return {
      document: BulkPartitionsDocument,
      variables: all
        ? { kind, series: series.id, filter, expectedCount: total }
        : { kind, series: series.id, partitions: some, expectedCount: some.length },
      said: `${verb} of ${plural(all ? total : some.length, "partition")} asked for`,
    };
  };
  const label = (verb: string, of: readonly PartitionRow[]) =>
    `${verb} ${count(all || !known ? n : of.length)}`;
  const off = (of: readonly PartitionRow[]) => !all && known && of.length === 0;
  const dropVariables = { series: series.id, partitions: ids };

  return (
    <section
      aria-label="Selection"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b bg-selected px-3.5 py-2 text-sm"
    >
      <span className="font-medium">
        {plural(n, "partition")} {all ? "that match" : "selected"}
        {!all && known ? (
          <span className="font-normal text-muted">, {bytes(sum(chosen))}</span>
        ) : null}
      </span>
      {total > selected.size ? (
        <button
          type="button"
          className="text-accent underline-offset-2 hover:underline"
          onClick={() => setAll(!all)}
        >
          {all ? "only those selected" : `take all ${count(total)} that match`}
        </button>
      ) : null}
      <div className="flex flex-wrap items-center gap-1.5">
        {operator ? (
          <>
            <ActionButton
              size="s"
              kind="primary"
              label={label("Seal", live)}
              disabled={off(live)}
              act={bulk("SEAL", "Seal", live)}
              after={onClear}
            />
            <ActionButton
              size="s"
              label={label("Reseal", sealed)}
              disabled={off(sealed)}
              act={bulk("RESEAL", "Reseal", sealed)}
              after={onClear}
            />
            <ActionButton
              size="s"
              label={label("Unseal", sealed)}
              disabled={off(sealed)}
              act={bulk("UNSEAL", "Unseal", sealed)}
              after={onClear}
            />
            {chosen.length === 1 && live[0] && !all ? (
              <EstimateButton partition={live[0].id} name={live[0].name} />
            ) : null}
          </>
        ) : null}
        {admin && !all ? (
          <Button
            size="s"
            icon={<Trash2 size={13} aria-hidden="true" />}
            onClick={() => setDrop(true)}
          >
            Drop…
          </Button>
        ) : null}
      </div>
      <Button
        kind="quiet"
        size="s"
        className="ml-auto"
        icon={<X size={13} aria-hidden="true" />}
        onClick={onClear}
      >
        Clear selection
      </Button>
      <DropDialog
        open={drop}
        onClose={() => setDrop(false)}
        title={`Drop ${plural(selected.size, "partition")} of ${series.qualifiedName}`}
        lead="Their rows go for good."
        name={series.qualifiedName}
        verb={`Drop ${plural(selected.size, "partition")}`}
        preview={async () =>
          (await request(DropPartitionsDocument, { ...dropVariables, dryRun: true })).dropPartitions
        }
        run={async (confirm, expect) => {
          const done = await act({
            document: DropPartitionsDocument,
            variables: { ...dropVariables, confirm, expect },
            said: `${plural(selected.size, "partition")} dropped`,
          });
          if (done) onClear();
          return done !== undefined;
        }}
      />
    </section>
  );
}
