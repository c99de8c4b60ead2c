import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { Ban, CircleAlert, CircleCheck, CircleDashed, CircleX, Clock, LoaderCircle } from "./icons";

export type PartitionState = "live" | "sealed" | "spread" | "default" | "foreign";

const PARTITION: Record<PartitionState, { className: string; mark: string; what: string }> = {
  live: {
    className: "bg-live-soft text-live-ink",
    mark: "bg-live stripes-live",
    what: "a heap, being written",
  },
  sealed: {
    className: "bg-sealed-soft text-sealed-ink",
    mark: "bg-sealed",
    what: "in the column store",
  },
  spread: {
    className: "bg-spread-soft text-spread-ink",
    mark: "bg-spread",
    what: "split by a space key",
  },
  default: {
    className: "bg-default-soft text-default-ink",
    mark: "bg-default",
    what: "holds rows outside every range",
  },
  foreign: {
    className: "bg-foreign-soft text-foreign-ink",
    mark: "bg-foreign",
    what: "not ours: attached by hand",
  },
};

export function partitionState(state: string): PartitionState {
  const s = state.toLowerCase();
  return s in PARTITION ? (s as PartitionState) : "foreign";
}

export function StateBadge({ state }: { state: string }) {
  const s = partitionState(state);
  const look = PARTITION[s];
  return (
    <span
      title={`${s}: ${look.what}`}
      className={cn(
        "inline-flex h-5 items-center gap-1.5 rounded-s px-1.5 text-xs font-medium max-md:gap-1 max-md:px-1",
        look.className,
      )}
    >
      <span aria-hidden="true" className={cn("size-2 rounded-[1px] max-md:size-1.5", look.mark)} />
      {s}
    </span>
  );
}

export type Tone = "ok" | "warn" | "bad" | "info" | "none";

const TONES: Record<Tone, string> = {
  ok: "bg-ok-soft text-ok-ink",
  warn: "bg-warn-soft text-warn-ink",
  bad: "bg-bad-soft text-bad-ink",
  info: "bg-info-soft text-info-ink",
  none: "bg-sunken text-muted",
};

export function Badge({
  tone = "none",
  icon,
  children,
  title,
}: {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
  title?: string;
}) {
  return (
    <span
      title={title}
      className={cn(
        "inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-s px-1.5 text-xs font-medium max-md:px-1",
        TONES[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}

const OPERATION: Record<string, { tone: Tone; icon: ReactNode }> = {
  queued: { tone: "none", icon: <Clock aria-hidden="true" size={12} /> },
  running: {
    tone: "info",
    icon: <LoaderCircle aria-hidden="true" size={12} className="motion-safe:animate-spin" />,
  },
  succeeded: { tone: "ok", icon: <CircleCheck aria-hidden="true" size={12} /> },
  failed: { tone: "bad", icon: <CircleX aria-hidden="true" size={12} /> },
  cancelled: { tone: "warn", icon: <Ban aria-hidden="true" size={12} /> },
  refused: { tone: "warn", icon: <CircleAlert aria-hidden="true" size={12} /> },
};

export function OperationState({ state }: { state: string }) {
  const s = state.toLowerCase();
  const look = OPERATION[s] ?? {
    tone: "none" as const,
    icon: <CircleDashed aria-hidden="true" size={12} />,
  };
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {s}
    </Badge>
  );
}
