"use client";
import { useEffect, useState } from "react";
import type { DropAnswerFragment } from "@/data/generated/graphql";
import { bytes, count, exact, plural } from "@/lib/format";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field, Input } from "@/ui/field";
import { TriangleAlert } from "@/ui/icons";
import { SqlBlock } from "@/ui/sql-block";
import { SkeletonRows } from "@/ui/state/skeleton";
import { TimeRange } from "@/ui/values";

export interface DropDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  lead?: string;
  /** What must be typed. */
  name: string;
  verb: string;
  /** What would be dropped, and the SQL: the dry run. */
  preview: () => Promise<Pick<DropAnswerFragment, "sql" | "effect">>;
  /** The act itself, with what the dry run said. */
  run: (confirm: string, expect: { partitions: number; bytes: string }) => Promise<boolean>;
}

/** Where data goes for good: what goes is counted, and the name is typed. The server asks for both again. */
export function DropDialog({
  open,
  onClose,
  title,
  lead,
  name,
  verb,
  preview,
  run,
}: DropDialogProps) {
  const [plan, setPlan] = useState<Pick<DropAnswerFragment, "sql" | "effect">>();
  const [error, setError] = useState<string>();
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once each time it opens
  useEffect(() => {
    if (!open) return;
    setPlan(undefined);
    setError(undefined);
    setTyped("");
    preview().then(setPlan, (e: unknown) => setError(e instanceof Error ? e.message : String(e)));
  }, [open]);
  const effect = plan?.effect;
  const blocked = (effect?.dependents.length ?? 0) > 0;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      lead={lead}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            kind="danger"
            busy={busy}
            disabled={!plan || typed !== name || blocked}
            onClick={async () => {
              if (!effect) return;
              setBusy(true);
              const done = await run(typed, { partitions: effect.partitions, bytes: effect.bytes });
              setBusy(false);
              if (done) onClose();
            }}
          >
            {verb}
          </Button>
        </>
      }
    >
      {error ? (
        <p role="alert" className="text-sm text-bad-ink">
          {error}
        </p>
      ) : !plan || !effect ? (
        <SkeletonRows rows={4} label="Counting what would be dropped" />
      ) : (
        <div className="flex flex-col gap-3.5 text-sm">
          <dl className="grid grid-cols-3 gap-3">
            <div>
              <dt className="text-xs text-faint">Partitions</dt>
              <dd className="text-lg font-semibold">{count(effect.partitions)}</dd>
            </div>
            <div>
              <dt className="text-xs text-faint">Rows</dt>
              <dd className="text-lg font-semibold" title={`${exact(effect.rows)} rows`}>
                {count(effect.rows)}
              </dd>
            </div>
            <div>
              <dt className="text-xs text-faint">Freed</dt>
              <dd className="text-lg font-semibold" title={`${exact(effect.bytes)} bytes`}>
                {bytes(effect.bytes)}
              </dd>
            </div>
          </dl>
          {effect.from ? (
            <p className="text-muted">
              From <TimeRange lo={effect.from} hi={effect.to} />
            </p>
          ) : null}
          {effect.names.length ? (
            <details>
              <summary className="text-muted">{plural(effect.names.length, "name")}</summary>
              <p className="mt-1 max-h-32 overflow-auto font-mono text-xs">
                {effect.names.join("\n")}
              </p>
            </details>
          ) : null}
          {[...effect.dependents, ...effect.notRolledUp].map((sentence) => (
            <p
              key={sentence}
              className="flex gap-2 rounded-m bg-warn-soft px-2.5 py-1.5 text-warn-ink"
            >
              <TriangleAlert size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
              {sentence}
            </p>
          ))}
          <SqlBlock sql={plan.sql.join("\n")} />
          <Field
            label={
              <>
                Type <code className="rounded-s bg-sunken px-1">{name}</code> to go on
              </>
            }
          >
            {(ids) => (
              <Input
                {...ids}
                autoComplete="off"
                spellCheck={false}
                value={typed}
                onChange={(e) => setTyped(e.target.value)}
                className="font-mono"
              />
            )}
          </Field>
        </div>
      )}
    </Dialog>
  );
}
