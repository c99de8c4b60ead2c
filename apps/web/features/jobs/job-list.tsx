"use client";
import { useState } from "react";
import {
  JobHistoryDocument,
  type JobPartsFragment,
  RunJobDocument,
  UpdateJobDocument,
} from "@/data/generated/graphql";
import { useCan } from "@/data/session";
import { request, useApi } from "@/data/use-api";
import { ActionButton, SqlPeek } from "@/features/actions/action-button";
import { DropDialog } from "@/features/actions/drop-dialog";
import { useAct } from "@/features/actions/use-act";
import { exact, interval, millis, plural, toNumber } from "@/lib/format";
import { Badge, OperationState } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field, Input } from "@/ui/field";
import { Link } from "@/ui/link";
import { Load } from "@/ui/state/load";
import { SkeletonRows } from "@/ui/state/skeleton";
import { Elapsed, Time } from "@/ui/values";

export type Job = JobPartsFragment;

const WHAT: Record<string, string> = {
  PREMAKE: "Makes partitions ahead of the newest time",
  MIGRATE: "Moves rows out of the default partition",
  RETENTION: "Drops what is older than the retention",
  SEAL: "Seals what is past its settle window, and reseals",
  REFRESH: "Refreshes the rollup",
};

export function JobList({ jobs, empty }: { jobs: readonly Job[]; empty: string }) {
  const [open, setOpen] = useState<Job | null>(null);
  if (jobs.length === 0) return <p className="px-3.5 py-4 text-sm text-muted">{empty}</p>;
  return (
    <>
      <ul className="flex flex-col">
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} onOpen={() => setOpen(job)} />
        ))}
      </ul>
      <History job={open} onClose={() => setOpen(null)} />
    </>
  );
}

function JobRow({ job, onOpen }: { job: Job; onOpen: () => void }) {
  const failing = job.lastStatus === "FAILED";
  const name = `${job.kind.toLowerCase()} of ${job.relationName}`;
  return (
    <li className="grid items-center gap-x-5 gap-y-2 border-b px-3.5 py-3 text-sm last:border-b-0 md:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1.2fr)_17rem]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-1.5 font-medium">
          {job.kind.charAt(0) + job.kind.slice(1).toLowerCase()}
          {job.rollup ? <span className="font-normal text-muted">{job.relationName}</span> : null}
          {!job.enabled ? (
            <Badge tone="warn">paused</Badge>
          ) : job.running ? (
            <Badge tone="info">running</Badge>
          ) : job.overdue ? (
            <Badge tone="warn">overdue</Badge>
          ) : null}
        </p>
        <p className="text-muted">
          {/* a job that was paused here says so by its badge; what holds up one that is on needs words */}
          {(job.enabled && job.pausedReason) || WHAT[job.kind]}
        </p>
      </div>
      <div>
        <p>every {interval(job.schedule)}</p>
        <p className="text-muted">
          {job.enabled ? (
            <>
              next <Time value={job.nextRun} mode="relative" />
            </>
          ) : (
            "does not run"
          )}
        </p>
      </div>
      <div className="min-w-0">
        {job.lastRun ? (
          <>
            <p className="flex flex-wrap items-center gap-1.5">
              <OperationState state={job.lastStatus ?? "running"} />
              <span className="text-muted">
                <Time value={job.lastRun} mode="relative" />, {millis(job.lastDurationMs)}
              </span>
            </p>
            {failing ? (
              <p className="mt-0.5 break-words text-bad-ink">
                {job.lastError}
                {toNumber(job.failures) > 1 ? ` (${plural(job.failures, "time")} in a row)` : ""}
              </p>
            ) : (
              <button
                type="button"
                onClick={onOpen}
                className="text-xs text-accent hover:underline"
              >
                {plural(job.runs, "run")}
              </button>
            )}
            {failing ? (
              <button
                type="button"
                onClick={onOpen}
                className="text-xs text-accent hover:underline"
              >
                Last runs
              </button>
            ) : null}
          </>
        ) : (
          <p className="text-muted">has not run yet</p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-1.5 md:justify-end">
        <ActionButton
          size="s"
          label="Run now"
          name={`Run now: ${name}`}
          act={{
            document: RunJobDocument,
            variables: { job: job.id },
            said: `Run of ${name} asked for`,
          }}
        />
        <Toggle job={job} name={name} />
        <Edit job={job} name={name} />
      </div>
    </li>
  );
}

function Toggle({ job, name }: { job: Job; name: string }) {
  const can = useCan("ADMIN");
  const [confirm, setConfirm] = useState(false);
  const { act } = useAct();
  if (!can) return null;
  const enabled = !job.enabled;
  // A retention job drops data by policy: letting it run again is confirmed like a drop.
  if (enabled && job.kind === "RETENTION") {
    return (
      <>
        <Button size="s" onClick={() => setConfirm(true)}>
          Let it run…
        </Button>
        <DropDialog
          open={confirm}
          onClose={() => setConfirm(false)}
          title={`Let retention of ${job.relationName} run`}
          lead="From now on it drops what is older than the retention. With the next run that is:"
          name={job.relationName}
          verb="Let it run"
          preview={async () => {
            const { updateJob } = await request(UpdateJobDocument, {
              job: job.id,
              enabled: true,
              dryRun: true,
            });
            return {
              sql: updateJob.sql,
              effect: updateJob.effect ?? {
                partitions: 0,
                rows: "0",
                bytes: "0",
                from: null,
                to: null,
                names: [],
                notRolledUp: [],
                dependents: [],
              },
            };
          }}
          run={async (typed, expect) =>
            (await act({
              document: UpdateJobDocument,
              variables: {
                job: job.id,
                enabled: true,
                confirm: typed,
                expect,
                ifVersion: job.settingsVersion,
              },
              said: `${name} runs again`,
            })) !== undefined
          }
        />
      </>
    );
  }
  return (
    <ActionButton
      size="s"
      bare
      least="ADMIN"
      label={enabled ? "Let it run" : "Pause"}
      name={`${enabled ? "Let it run" : "Pause"}: ${name}`}
      act={{
        document: UpdateJobDocument,
        variables: { job: job.id, enabled, ifVersion: job.settingsVersion },
        said: enabled ? `${name} runs again` : `${name} paused`,
      }}
    />
  );
}

function Edit({ job, name }: { job: Job; name: string }) {
  const can = useCan("ADMIN");
  const [open, setOpen] = useState(false);
  const [schedule, setSchedule] = useState(job.schedule);
  const { act, busy } = useAct();
  if (!can) return null;
  const work = {
    document: UpdateJobDocument,
    variables: { job: job.id, schedule, ifVersion: job.settingsVersion },
    said: `${name} runs every ${schedule}`,
  };
  return (
    <>
      <Button
        size="s"
        kind="quiet"
        aria-label={`Edit the schedule: ${name}`}
        onClick={() => setOpen(true)}
      >
        Edit
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Schedule of ${name}`}
        footer={
          <>
            <SqlPeek act={work} name={name} alone />
            <Button
              kind="primary"
              busy={busy}
              disabled={!schedule.trim()}
              onClick={async () => {
                if (await act(work)) setOpen(false);
              }}
            >
              Save
            </Button>
          </>
        }
      >
        <Field
          label="Time between runs"
          hint='An interval as Postgres reads it: "5 minutes", "01:00:00", "1 day".'
        >
          {(ids) => (
            <Input {...ids} value={schedule} onChange={(e) => setSchedule(e.target.value)} />
          )}
        </Field>
      </Dialog>
    </>
  );
}

function History({ job, onClose }: { job: Job | null; onClose: () => void }) {
  const query = useApi(
    JobHistoryDocument,
    { id: job?.id ?? "" },
    { enabled: job !== null, keep: false },
  );
  return (
    <Dialog
      wide
      open={job !== null}
      onClose={onClose}
      title={job ? `Last runs: ${job.kind.toLowerCase()} of ${job.relationName}` : ""}
      lead={job ? `as ${job.owner}; ${exact(job.runs)} runs in all` : undefined}
    >
      <Load query={query} what="The runs" skeleton={<SkeletonRows rows={5} label="Loading runs" />}>
        {(data) => (
          <ul className="flex flex-col text-sm">
            {(data.job?.history ?? []).map((run) => (
              <li
                key={run.id}
                className="grid grid-cols-[7rem_1fr_auto] items-baseline gap-3 border-b py-1.5 last:border-b-0"
              >
                <OperationState state={run.status} />
                <span className="min-w-0">
                  <Time value={run.startedAt} />
                  {run.error ? (
                    <span className="block break-words text-bad-ink">{run.error}</span>
                  ) : null}
                </span>
                <span className="text-right text-muted">
                  <Elapsed from={run.startedAt} to={run.finishedAt} />
                  {run.operation ? (
                    <Link
                      href={`/operations/${encodeURIComponent(run.operation)}`}
                      className="ml-2 text-accent hover:underline"
                    >
                      operation
                    </Link>
                  ) : null}
                </span>
              </li>
            ))}
            {data.job?.history?.length ? null : (
              <li className="py-3 text-muted">It has not run yet.</li>
            )}
          </ul>
        )}
      </Load>
    </Dialog>
  );
}
