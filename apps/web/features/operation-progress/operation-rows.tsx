"use client";
import { CancelOperationDocument, RetryOperationDocument } from "@/data/generated/graphql";
import { ActionButton } from "@/features/actions/action-button";
import { cn } from "@/lib/cn";
import { bytes, count, percent, toNumber } from "@/lib/format";
import { OperationState } from "@/ui/badge";
import { Hourglass } from "@/ui/icons";
import { Link } from "@/ui/link";
import { Progress } from "@/ui/progress";
import { Elapsed, Time } from "@/ui/values";
import { ENDED, type Op } from "./store";

export function kindWords(op: Pick<Op, "kindText">): string {
  const words = op.kindText.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Where it is: phase, rows, bytes; or why it waits; or what came of it. */
export function OperationWhere({ op }: { op: Op }) {
  if (op.state === "FAILED")
    return <span className="text-bad-ink">{op.error?.message ?? "failed without a message"}</span>;
  if (op.blockedBy.length && !ENDED.has(op.state))
    return (
      <span className="text-warn-ink">
        <Hourglass size={12} aria-hidden="true" className="mr-1 inline" />
        waits for session {op.blockedBy.map((b) => b.pid).join(", ")}
      </span>
    );
  const parts = [
    op.cancelRequested && !ENDED.has(op.state) ? "stopping" : ENDED.has(op.state) ? null : op.phase,
    toNumber(op.rowsDone) > 0
      ? `${count(op.rowsDone)}${op.rowsTotal ? ` of ${count(op.rowsTotal)}` : ""} rows`
      : null,
    toNumber(op.bytesDone) > 0 ? bytes(op.bytesDone) : null,
  ].filter(Boolean);
  return <span className="text-muted">{parts.join(" · ")}</span>;
}

export function OperationActions({ op, size = "s" }: { op: Op; size?: "s" | "m" }) {
  if (op.cancellable && !op.cancelRequested)
    return (
      <ActionButton
        bare={size === "s"}
        size={size}
        label="Cancel"
        name={`Cancel ${op.kindText} of ${op.targetName ?? op.id}`}
        act={{
          document: CancelOperationDocument,
          variables: { operation: op.id },
          said: "Cancel asked for",
        }}
      />
    );
  if (op.retryable)
    return (
      <ActionButton
        bare={size === "s"}
        size={size}
        label="Retry"
        name={`Retry ${op.kindText} of ${op.targetName ?? op.id}`}
        act={{
          document: RetryOperationDocument,
          variables: { operation: op.id },
          said: "Retry asked for",
        }}
      />
    );
  return null;
}

/** A short list of operations with their bars. The long one is a table of its own. */
export function OperationRows({
  operations,
  empty,
}: {
  operations: readonly Op[];
  empty?: string;
}) {
  if (operations.length === 0)
    return <p className="px-3.5 py-4 text-sm text-muted">{empty ?? "None."}</p>;
  return (
    <ul className="flex flex-col">
      {operations.map((op) => (
        <li
          key={op.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b px-3.5 py-2 text-sm last:border-b-0 md:grid-cols-[6.5rem_minmax(0,1.3fr)_minmax(0,1.6fr)_5rem_4.5rem]"
        >
          <OperationState state={op.state} />
          <Link
            href={`/operations/${encodeURIComponent(op.id)}`}
            className="min-w-0 truncate font-medium hover:underline max-md:order-first max-md:col-span-2"
          >
            {kindWords(op)} <span className="font-normal text-muted">{op.targetName}</span>
          </Link>
          <div className={cn("min-w-0", ENDED.has(op.state) && "truncate")}>
            {ENDED.has(op.state) ? (
              <OperationWhere op={op} />
            ) : (
              <div className="flex flex-col gap-1">
                <div className="flex justify-between gap-2 truncate text-xs">
                  <OperationWhere op={op} />
                  <span className="text-muted">
                    {op.progress === null || op.progress === undefined ? "" : percent(op.progress)}
                  </span>
                </div>
                <Progress
                  value={op.progress}
                  label={`Progress of ${op.kindText} of ${op.targetName ?? op.id}`}
                />
              </div>
            )}
          </div>
          <span className="text-right text-xs text-faint max-md:hidden">
            {ENDED.has(op.state) ? (
              <Time value={op.finishedAt} mode="relative" />
            ) : (
              <Elapsed from={op.startedAt ?? op.requestedAt} />
            )}
          </span>
          <span className="text-right max-md:col-start-2">
            <OperationActions op={op} />
          </span>
        </li>
      ))}
    </ul>
  );
}
