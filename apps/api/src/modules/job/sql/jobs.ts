/** Jobs and their runs, from job_info and job_runs. */
import type { JobKind, JobStatus } from "@sealstone/shared";
import { z } from "zod";
import { float8, int8, many, type Queryable } from "../../../db/rows.js";
import { raw, sql } from "../../../db/sql.js";

const jobStatus = z
  .enum(["succeeded", "failed", "cancelled", "running"])
  .nullable()
  .transform((status) => (status === null ? null : (status.toUpperCase() as JobStatus)));

const row = z.object({
  jobId: int8,
  kind: z
    .enum(["premake", "migrate", "retention", "seal", "refresh"])
    .transform((kind) => kind.toUpperCase() as JobKind),
  relationOid: z.string(),
  relationName: z.string(),
  owner: z.string(),
  schedule: z.string(),
  enabled: z.boolean(),
  pausedReason: z.string().nullable(),
  nextRun: z.string().nullable(),
  lastRun: z.string().nullable(),
  lastFinish: z.string().nullable(),
  lastStatus: jobStatus,
  lastError: z.string().nullable(),
  lastDurationMs: float8,
  runs: int8,
  failures: int8,
  running: z.boolean(),
  overdue: z
    .boolean()
    .nullable()
    .transform((overdue) => overdue ?? false),
  settingsVersion: z.string(),
});
export type JobRow = z.infer<typeof row>;

const columns =
  raw(`j.id AS "jobId", j.kind, j.relation::oid::text AS "relationOid", j.relation_name AS "relationName", j.owner::text AS owner,
  j.schedule, j.enabled, j.paused_reason AS "pausedReason", j.next_run AS "nextRun", j.last_run AS "lastRun", j.last_finish AS "lastFinish",
  j.last_status AS "lastStatus", j.last_error AS "lastError", j.last_duration_ms AS "lastDurationMs", coalesce(j.runs, 0) AS runs, coalesce(j.failures, 0) AS failures,
  coalesce(j.running, false) AS running, j.overdue, md5(concat_ws('|', j.schedule, j.enabled)) AS "settingsVersion"`);

export async function jobsOfRelations(on: Queryable, oids: readonly string[]): Promise<JobRow[]> {
  return await many(
    on,
    row,
    sql(
      "jobsOfRelations",
    )`SELECT ${columns} FROM sealstone.job_info j WHERE j.relation = ANY (${oids}::regclass[]) ORDER BY j.kind, j.id`,
  );
}

export async function jobsByIds(on: Queryable, ids: readonly string[]): Promise<JobRow[]> {
  return await many(
    on,
    row,
    sql(
      "jobsByIds",
    )`SELECT ${columns} FROM sealstone.job_info j WHERE j.id = ANY (${ids}::bigint[])`,
  );
}

export async function allJobs(on: Queryable): Promise<JobRow[]> {
  return await many(
    on,
    row,
    sql("allJobs")`SELECT ${columns} FROM sealstone.job_info j ORDER BY j.id`,
  );
}

const run = z.object({
  jobId: int8,
  id: int8,
  operationId: int8.nullable(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  status: jobStatus,
  error: z.string().nullable(),
});
export type JobRunRow = z.infer<typeof run>;

export async function runsOfJobs(
  on: Queryable,
  ids: readonly string[],
  first: number,
): Promise<JobRunRow[]> {
  return await many(
    on,
    run,
    sql("runsOfJobs")`SELECT * FROM (
        SELECT r.job_id AS "jobId", r.id, r.operation_id AS "operationId", r.started_at AS "startedAt", r.finished_at AS "finishedAt",
               r.status, r.error_message AS error, row_number() OVER (PARTITION BY r.job_id ORDER BY r.id DESC) AS n
          FROM sealstone.job_runs r WHERE r.job_id = ANY (${ids}::bigint[])) q
      WHERE n <= ${first} ORDER BY "jobId", n`,
  );
}
