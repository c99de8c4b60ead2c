/** Reading jobs, and the mutations on them. */
import type { DropEffect } from "@sealstone/shared";
import { authorize } from "../../auth/principal.js";
import type { Context } from "../../context.js";
import { quoteLiteral } from "../../db/sql.js";
import type { Target } from "../../db/target.js";
import { badInput, notFound } from "../../errors.js";
import type { DropExpectation } from "../../generated/resolvers.js";
import { parseNumberId } from "../../ids.js";
import { groupBy, indexBy } from "../../loaders.js";
import { type MutationResult, mutate, operationAnswer, type Plan } from "../../mutate.js";
import type { JobModel } from "../models.js";
import { checkDrop, checkVersion, loadSeries, retentionEffect } from "../series/series.service.js";
import { allJobs, jobsByIds, jobsOfRelations, runsOfJobs } from "./sql/jobs.js";

export async function loadJob(context: Context, db: Target, id: string): Promise<JobModel | null> {
  const row = await context.loaders.load(
    "job",
    db,
    null,
    id,
    async (pool, ids) => indexBy(await jobsByIds(pool, ids), (job) => job.jobId.toString()),
    null,
  );
  return row === null ? null : { ...row, db };
}

export async function findJob(context: Context, id: string): Promise<JobModel> {
  authorize(context.principal, "READ");
  const { db, number } = parseNumberId(context, id, "such job");
  const job = await loadJob(context, db, number);
  if (job === null) throw notFound("such job");
  return job;
}

export async function jobsOf(
  context: Context,
  db: Target,
  relationOid: string,
): Promise<JobModel[]> {
  const rows = await context.loaders.load(
    "jobsOfRelation",
    db,
    null,
    relationOid,
    async (pool, oids) => groupBy(await jobsOfRelations(pool, oids), (row) => row.relationOid),
    [],
  );
  return rows.map((row) => ({ ...row, db }));
}

export async function jobsOfDatabase(context: Context, db: Target): Promise<JobModel[]> {
  const rows = await context.loaders.once("allJobs", db, null, allJobs);
  return rows.map((row) => ({ ...row, db }));
}

export async function runsOf(context: Context, job: JobModel, first: number) {
  if (first < 1 || first > 200) throw badInput("first must be 1 to 200.");
  return await context.loaders.load(
    "runsOfJob",
    job.db,
    { first },
    job.jobId.toString(),
    async (pool, ids) => groupBy(await runsOfJobs(pool, ids, first), (row) => row.jobId.toString()),
    [],
  );
}

export async function runJob(
  context: Context,
  args: {
    readonly job: string;
    readonly dryRun: boolean;
    readonly idempotencyKey?: string | null | undefined;
  },
): Promise<MutationResult<Plan & { readonly targets: number }>> {
  return await mutate(context, "runJob", "OPERATE", args.job, args, async () => {
    const job = await findJob(context, args.job);
    return {
      targets: 1,
      statements: [`SELECT sealstone.run_job(${job.jobId})`],
      level: "operator",
      targetName: `${job.kind.toLowerCase()} of ${job.relationName}`,
      answer: operationAnswer,
    };
  });
}

export async function updateJob(
  context: Context,
  args: {
    readonly job: string;
    readonly schedule?: string | null | undefined;
    readonly enabled?: boolean | null | undefined;
    readonly nextRun?: string | null | undefined;
    readonly confirm?: string | null | undefined;
    readonly expect?: DropExpectation | null | undefined;
    readonly ifVersion?: string | null | undefined;
    readonly dryRun: boolean;
    readonly idempotencyKey?: string | null | undefined;
  },
): Promise<MutationResult<Plan & { readonly job: JobModel; readonly effect: DropEffect | null }>> {
  return await mutate(context, "updateJob", "CONFIGURE", args.job, args, async (db) => {
    const job = await findJob(context, args.job);
    checkVersion(args.ifVersion, job.settingsVersion);
    const named: string[] = [];
    if (args.schedule !== undefined && args.schedule !== null)
      named.push(`schedule => ${quoteLiteral(args.schedule)}::interval`);
    if (args.enabled !== undefined && args.enabled !== null)
      named.push(`enabled => ${args.enabled}`);
    if (args.nextRun !== undefined && args.nextRun !== null)
      named.push(`next_run => ${quoteLiteral(args.nextRun)}::timestamptz`);
    if (named.length === 0) throw badInput("Nothing was to be changed.");
    let effect: DropEffect | null = null;
    // enabling retention, or bringing it forward, drops data by policy
    if (
      job.kind === "RETENTION" &&
      (args.enabled === true || (args.nextRun !== undefined && args.nextRun !== null))
    ) {
      const series = await loadSeries(context, db, job.relationOid);
      const keep = series?.retention ?? series?.retentionWidth?.toString() ?? null;
      if (series !== null && keep !== null) {
        effect = await retentionEffect(context, series, keep);
        if (!args.dryRun) {
          authorize(context.principal, "DROP", db.id);
          checkDrop(series.qualifiedName, effect, args.confirm, args.expect);
        }
      }
    }
    return {
      job,
      effect,
      statements: [`SELECT sealstone.update_job(${job.jobId}, ${named.join(", ")})`],
      level: "admin",
      targetName: `${job.kind.toLowerCase()} of ${job.relationName}`,
      settingsOf: job.jobId.toString(),
      recheck: async (client) => {
        const [now] = await jobsByIds(client, [job.jobId.toString()]);
        if (now === undefined) throw notFound("such job");
        checkVersion(args.ifVersion, now.settingsVersion);
      },
      answer: () => ({ jobId: job.jobId.toString() }),
    };
  });
}
