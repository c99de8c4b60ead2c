"use client";
import type { ReactNode } from "react";
import {
  ResumeAllDocument,
  ResumeJobsDocument,
  ShellDocument,
  type ShellQuery,
} from "@/data/generated/graphql";
import { useApi } from "@/data/use-api";
import { ActionButton } from "@/features/actions/action-button";
import { cn } from "@/lib/cn";
import { CopyButton } from "@/ui/copy-button";
import { OctagonAlert, Pause, TriangleAlert } from "@/ui/icons";

export type ShellDatabase = ShellQuery["databases"][number];

export function useShell() {
  return useApi(ShellDocument, {}, { refresh: 10 });
}

function Banner({
  tone,
  icon,
  children,
  action,
}: {
  tone: "warn" | "bad";
  icon: ReactNode;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div
      role="status"
      className={cn(
        "flex flex-wrap items-center gap-x-2.5 gap-y-1.5 border-b px-4 py-1.5 text-sm md:px-6",
        tone === "bad" ? "bg-bad-soft text-bad-ink" : "bg-warn-soft text-warn-ink",
      )}
    >
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
      {action}
    </div>
  );
}

/** What is true of the whole place, on every page: paused, read only, a database away. */
export function Banners() {
  const { data, error } = useShell();
  const sign = <TriangleAlert size={15} aria-hidden="true" />;
  return (
    <>
      {error && !data ? (
        <Banner tone="bad" icon={<OctagonAlert size={15} aria-hidden="true" />}>
          {error.message} Nothing here can be read until it is back; this page tries again by
          itself.
        </Banner>
      ) : null}
      {data?.viewer?.homeUnavailable ? (
        <Banner tone="warn" icon={sign}>
          The console's own database is away: what you see can be read, nothing can be changed.
        </Banner>
      ) : null}
      {data?.databases.map((db) =>
        db.state === "OK" ? null : (
          <Banner
            key={db.id}
            tone={db.readable ? "warn" : "bad"}
            icon={sign}
            action={
              db.stateRemedy ? (
                <span className="flex max-w-full items-center gap-1">
                  <code className="truncate rounded-s bg-surface px-1.5 py-0.5 text-xs text-text">
                    {db.stateRemedy}
                  </code>
                  <CopyButton text={db.stateRemedy} label="Copy what mends it" />
                </span>
              ) : null
            }
          >
            <strong className="font-semibold">{db.name}</strong>: {db.stateMessage}
          </Banner>
        ),
      )}
      {data?.databases.map((db) =>
        db.readable && db.worker?.paused ? (
          <Banner
            key={`${db.id} paused`}
            tone="warn"
            icon={<Pause size={15} aria-hidden="true" />}
            action={
              <ActionButton
                size="s"
                label="Resume all"
                name={`Resume all work in ${db.name}`}
                act={{
                  document: ResumeAllDocument,
                  variables: { database: db.id },
                  said: `Work in ${db.name} resumed`,
                }}
              />
            }
          >
            All work in <strong className="font-semibold">{db.name}</strong> is paused: no job and
            no operation starts.
          </Banner>
        ) : null,
      )}
      {data?.databases.map((db) =>
        db.readable && db.worker?.foreignCluster ? (
          <Banner
            key={`${db.id} foreign`}
            tone="warn"
            icon={sign}
            action={
              <ActionButton
                size="s"
                least="ADMIN"
                label="Let jobs run here"
                act={{
                  document: ResumeJobsDocument,
                  variables: { database: db.id },
                  said: `Jobs of ${db.name} belong to this cluster now`,
                }}
              />
            }
          >
            The jobs of <strong className="font-semibold">{db.name}</strong> were made on another
            cluster (a restore or a clone). They wait, so that an old backup does not drop its own
            partitions.
          </Banner>
        ) : null,
      )}
    </>
  );
}
