"use client";
import { cn } from "@/lib/cn";
import { count, millis } from "@/lib/format";
import { Badge } from "@/ui/badge";
import { Meter } from "@/ui/progress";
import { misjudged, type PlanNode } from "./plan";

/** The plan as a tree; the nodes of Sealstone are marked, the time of each node drawn. */
export function PlanTree({ root }: { root: PlanNode }) {
  const whole = root.total ?? root.cost ?? 1;
  return (
    <ul aria-label="Plan" className="flex flex-col gap-1 text-sm">
      <Node n={root} whole={whole} timed={root.total !== undefined} />
    </ul>
  );
}

function Node({ n, whole, timed }: { n: PlanNode; whole: number; timed: boolean }) {
  const wrong = misjudged(n);
  const share = timed ? (n.own ?? 0) : (n.cost ?? 0);
  return (
    <li>
      <div
        className={cn(
          "grid grid-cols-[minmax(0,1fr)_5.5rem] items-center gap-x-4 gap-y-0.5 rounded-m border px-2.5 py-1.5 sm:grid-cols-[minmax(0,1fr)_7rem_5.5rem]",
          n.ours ? "border-sealed bg-sealed-soft" : "bg-surface",
        )}
      >
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 font-medium">
            {n.title}
            {n.target ? <span className="font-normal text-muted">on {n.target}</span> : null}
            {n.ours ? <Badge tone="ok">Sealstone</Badge> : null}
            {wrong ? <Badge tone="warn">{wrong}</Badge> : null}
          </p>
          {n.facts.length ? (
            <p className="text-xs break-words text-muted">
              {n.facts
                .slice(0, 8)
                .map(([k, v]) => `${k}: ${v}`)
                .join(" · ")}
            </p>
          ) : null}
        </div>
        <Meter
          value={share}
          max={whole}
          label={timed ? `${millis(n.own)} in this node` : `cost ${count(n.cost)}`}
          className="max-sm:hidden"
          tone={n.ours ? "fill-sealed" : "fill-heat-3"}
        />
        <div className="text-right text-xs">
          <p title={timed ? "time in this node alone" : "cost of this node and below"}>
            {timed ? millis(n.own) : `cost ${count(Math.round(n.cost ?? 0))}`}
          </p>
          <p className="text-muted">
            {count(Math.round(n.rows ?? n.estimated ?? 0))} rows{n.loops > 1 ? ` × ${n.loops}` : ""}
          </p>
        </div>
      </div>
      {n.children.length ? (
        <ul className="mt-1 ml-3 flex flex-col gap-1 border-l pl-3">
          {n.children.map((c) => (
            <Node key={c.id} n={c} whole={whole} timed={timed} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}
