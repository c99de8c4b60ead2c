"use client";
import { useState } from "react";
import { EstimateSealDocument, type EstimateSealMutation } from "@/data/generated/graphql";
import { request } from "@/data/use-api";
import { bytes, exact, ratio } from "@/lib/format";
import { Button } from "@/ui/button";
import { Gauge } from "@/ui/icons";
import { Popover } from "@/ui/popover";
import { Meter } from "@/ui/progress";
import { SqlBlock } from "@/ui/sql-block";
import { SkeletonRows } from "@/ui/state/skeleton";

type Estimate = EstimateSealMutation["estimateSeal"];

/** What a seal would save, before it is pressed. */
export function EstimateButton({
  partition,
  name,
  size = "s",
}: {
  partition: string;
  name: string;
  size?: "s" | "m";
}) {
  const [state, setState] = useState<{ estimate?: Estimate; error?: string }>({});
  const open = (on: boolean) => {
    if (!on) return;
    setState({});
    request(EstimateSealDocument, { partition }).then(
      (data) => setState({ estimate: data.estimateSeal }),
      (error: unknown) =>
        setState({ error: error instanceof Error ? error.message : String(error) }),
    );
  };
  const e = state.estimate?.estimate;
  return (
    <Popover
      className="w-80"
      onOpenChange={open}
      trigger={
        <Button
          size={size}
          icon={<Gauge size={13} aria-hidden="true" />}
          aria-label={`Estimate what sealing ${name} would save`}
        >
          Estimate
        </Button>
      }
    >
      {state.error ? (
        <p className="text-bad-ink">{state.error}</p>
      ) : !state.estimate ? (
        <SkeletonRows rows={3} label="Sampling" />
      ) : e ? (
        <div className="flex flex-col gap-2">
          <p>
            <strong className="text-base">{ratio(e.ratio)}</strong> smaller: {bytes(e.bytesBefore)}{" "}
            → about {bytes(e.bytesAfter)}
          </p>
          <Meter
            value={Number(e.bytesAfter)}
            max={Number(e.bytesBefore)}
            tone="fill-sealed"
            label={`${bytes(e.bytesAfter)} of ${bytes(e.bytesBefore)}`}
          />
          <p className="text-xs text-muted">
            Guessed from {exact(e.sampledRows)} of {exact(e.rows)} rows, sorted by{" "}
            <code>{e.orderKey.join(", ")}</code>. Nothing was changed.
          </p>
          <SqlBlock sql={state.estimate.sql.join("\n")} />
        </div>
      ) : (
        <p>There is nothing to estimate: it has no rows.</p>
      )}
    </Popover>
  );
}
