/**
 * What needs attention: every rule, its threshold and its remedy, in this one file. The console, REST and
 * the alert rules for Prometheus are made from it. Pure: facts in, items out.
 */
import type { DatabaseState, Role, Severity } from "@sealstone/shared";
import {
  exactCount,
  formatBytes,
  formatDuration,
  formatFraction,
  formatInterval,
  formatTimeUtc,
  severityRank,
  toMicroseconds,
} from "@sealstone/shared";
import { quoteLiteral } from "../../db/sql.js";
import type { DiskRow, WorkerRow } from "../database/sql/database.js";
import type { JobRow } from "../job/sql/jobs.js";
import type { OperationRow } from "../operation/sql/operations.js";
import type { SlowQueriesRow } from "../query-stats/sql/query-stats.js";
import type { RollupRow } from "../rollup/sql/rollups.js";
import type { SeriesRow } from "../series/sql/series.js";

export interface AttentionRemedy {
  readonly label: string;
  readonly mutation: string | null;
  readonly arguments: Readonly<Record<string, unknown>> | null;
  readonly sql: string;
  readonly role: Role;
  readonly destructive: boolean;
}

export interface AttentionFacts {
  readonly databaseId: string;
  readonly state: DatabaseState;
  readonly stateMessage: string;
  readonly stateRemedy: string | null;
  readonly stateSince: string;
  /** The database's clock, RFC 3339. */
  readonly now: string;
  /** The database's clock minus the API's, seconds. */
  readonly clockOffset: number;
  /** null: could not be read. */
  readonly series: readonly SeriesRow[] | null;
  readonly jobs: readonly JobRow[] | null;
  readonly rollups: readonly RollupRow[] | null;
  readonly failedOperations: readonly OperationRow[] | null;
  readonly blockedOperations: readonly OperationRow[] | null;
  readonly worker: WorkerRow | null;
  readonly disk: DiskRow | null;
  /** Bytes by which all series grow in a day, from the history; null: not known. */
  readonly growthPerDay: bigint | null;
  readonly slowQueries: readonly SlowQueriesRow[] | null;
}

export interface AttentionFinding {
  /** What tells it apart within its rule. */
  readonly subject: string;
  readonly severity?: Severity;
  readonly title: string;
  readonly evidence: string;
  readonly value?: number | null;
  readonly since?: string | null;
  readonly seriesOid?: string | null;
  readonly rollupOid?: string | null;
  readonly jobId?: string | null;
  readonly operationId?: string | null;
  readonly remedy?: AttentionRemedy | null;
}

export interface AttentionRuleDefinition {
  readonly id: string;
  readonly severity: Severity;
  readonly description: string;
  readonly unit: string | null;
  readonly threshold: number | null;
  /** Environment variable that sets the threshold. */
  readonly setting: string | null;
  /** How long it must hold before the alert rule for Prometheus fires: what mends itself wakes nobody. */
  readonly alertAfter: string;
  readonly find: (facts: AttentionFacts, threshold: number) => AttentionFinding[];
}

const id = (facts: AttentionFacts, number: string | bigint): string =>
  `${facts.databaseId}.${number}`;
const regclass = (name: string): string => `${quoteLiteral(name)}::regclass`;

function request(
  facts: AttentionFacts,
  label: string,
  mutation: string,
  argument: Record<string, unknown>,
  sql: string,
  role: Role = "OPERATOR",
): AttentionRemedy {
  void facts;
  return { label, mutation, arguments: argument, sql, role, destructive: false };
}

/** "1 row", "12 rows" */
const counted = (n: bigint, what: string): string =>
  `${exactCount(n)} ${n === 1n ? what : `${what}s`}`;

/** How long after its end a partition is sealed, to come after "more than". */
function settleWindow(series: SeriesRow): string {
  if (series.sealAfter !== null) return `${formatInterval(series.sealAfter)} ago`;
  return series.sealAfterWidth === null
    ? "the settle window ago"
    : `${exactCount(series.sealAfterWidth)} below the newest`;
}

/** What frees disk and loses nothing: sealing what is due, where most is not sealed yet. null: nothing is due. */
function makeRoom(facts: AttentionFacts): AttentionRemedy | null {
  const open = (series: SeriesRow): bigint => (series.bytes ?? 0n) - (series.sealedBytes ?? 0n);
  const due = (facts.series ?? []).filter((series) => series.sealDue > 0n);
  const most = due.reduce<SeriesRow | null>(
    (best, series) => (best === null || open(series) > open(best) ? series : best),
    null,
  );
  return most === null
    ? null
    : request(
        facts,
        `Seal what is due in ${most.qualifiedName}`,
        "sealEligible",
        { series: id(facts, most.oid) },
        `SELECT sealstone.request('seal_eligible', ${regclass(most.qualifiedName)});`,
      );
}

/** Seconds from a time to now; 0 when it is none. */
function secondsSince(time: string | null, now: string): number {
  if (time === null) return 0;
  const from = toMicroseconds(time);
  const to = toMicroseconds(now);
  return from === null || to === null ? 0 : Number(to - from) / 1e6;
}

export const resealFraction = 0.1;

export const attentionRules: readonly AttentionRuleDefinition[] = [
  {
    id: "database-state",
    severity: "CRITICAL",
    description: "A database that cannot be read, or cannot do its work.",
    unit: null,
    threshold: null,
    setting: null,
    alertAfter: "1m",
    find: (facts) =>
      facts.state === "OK" || facts.state === "STANDBY"
        ? []
        : [
            {
              subject: facts.state,
              title: `${facts.databaseId}: ${facts.stateMessage}`,
              evidence: `In this state since ${facts.stateSince}.`,
              since: facts.stateSince,
              remedy:
                facts.stateRemedy === null
                  ? null
                  : {
                      label: "Show the command",
                      mutation: null,
                      arguments: null,
                      sql: facts.stateRemedy,
                      role: "ADMIN",
                      destructive: false,
                    },
            },
          ],
  },
  {
    id: "worker-down",
    severity: "CRITICAL",
    description: "The launcher shows no sign of life: nothing is sealed, refreshed or dropped.",
    unit: "seconds",
    threshold: 120,
    setting: "SEALSTONE_ATTENTION_WORKER_SECONDS",
    alertAfter: "1m",
    find: (facts, threshold) => {
      const { worker } = facts;
      if (worker === null || !worker.preloaded || facts.state !== "OK") return [];
      const silent = secondsSince(worker.heartbeatAt, facts.now);
      if (worker.launcherPid !== null && (worker.heartbeatAt === null || silent < threshold))
        return [];
      return [
        {
          subject: "launcher",
          title:
            worker.launcherPid === null
              ? "No background worker is running"
              : "The background worker is silent",
          evidence:
            worker.heartbeatAt === null
              ? "It has never reported in this database."
              : `Its last sign of life was ${formatDuration(silent * 1000)} ago.`,
          value: silent,
          since: worker.heartbeatAt,
          remedy: {
            label: "Show the command",
            mutation: null,
            arguments: null,
            sql: "Look for sealstone in the server's log, and that max_worker_processes leaves room; then restart Postgres.",
            role: "ADMIN",
            destructive: false,
          },
        },
      ];
    },
  },
  {
    id: "clock-skew",
    severity: "WARNING",
    description: "The clocks of the database and of the API are apart.",
    unit: "seconds",
    threshold: 30,
    setting: "SEALSTONE_ATTENTION_CLOCK_SECONDS",
    alertAfter: "10m",
    find: (facts, threshold) => {
      const apart = Math.abs(facts.clockOffset);
      if (facts.series === null || apart < Math.max(1, threshold)) return [];
      return [
        {
          subject: "clock",
          title: `The clock of ${facts.databaseId} is ${formatDuration(apart * 1000)} ${facts.clockOffset > 0 ? "ahead" : "behind"}`,
          evidence:
            "Measured against the API's. Settle windows and retention go by the database's clock; a wrong one seals or drops too early or too late.",
          value: facts.clockOffset,
          remedy: null,
        },
      ];
    },
  },
  {
    id: "paused",
    severity: "WARNING",
    description: "All work is paused.",
    unit: null,
    threshold: null,
    setting: null,
    alertAfter: "1h",
    find: (facts) =>
      facts.worker?.paused === true
        ? [
            {
              subject: "paused",
              title: "All jobs and operations are paused",
              evidence: "Nothing new starts until they are resumed.",
              remedy: request(
                facts,
                "Resume",
                "resumeAll",
                { database: facts.databaseId },
                "SELECT sealstone.resume_all();",
              ),
            },
          ]
        : [],
  },
  {
    id: "foreign-cluster",
    severity: "WARNING",
    description: "Jobs were made on another cluster (a restore or a clone) and wait.",
    unit: null,
    threshold: null,
    setting: null,
    alertAfter: "15m",
    find: (facts) =>
      facts.worker?.foreignCluster === true
        ? [
            {
              subject: "foreign",
              title: "Jobs from another cluster wait to be taken over",
              evidence: "This database was restored or cloned; its jobs do not run here yet.",
              remedy: request(
                facts,
                "Take over the jobs",
                "resumeJobs",
                { database: facts.databaseId },
                "SELECT sealstone.resume_jobs();",
                "ADMIN",
              ),
            },
          ]
        : [],
  },
  {
    id: "job-failed",
    severity: "CRITICAL",
    description: "Jobs whose last runs failed.",
    unit: "count",
    threshold: 1,
    setting: "SEALSTONE_ATTENTION_JOB_FAILURES",
    alertAfter: "5m",
    find: (facts, threshold) =>
      (facts.jobs ?? [])
        .filter((job) => Number(job.failures) >= Math.max(1, threshold))
        .map((job) => ({
          subject: job.jobId.toString(),
          severity: job.failures >= 3n ? "CRITICAL" : "WARNING",
          title: `The ${job.kind.toLowerCase()} job of ${job.relationName} fails`,
          evidence: `${job.failures === 1n ? "Its last run" : `Its last ${exactCount(job.failures)} runs`} failed: ${job.lastError ?? "no message was kept"}`,
          value: Number(job.failures),
          since: job.lastFinish,
          jobId: job.jobId.toString(),
          remedy: request(
            facts,
            "Run it now",
            "runJob",
            { job: id(facts, job.jobId) },
            `SELECT sealstone.run_job(${job.jobId});`,
          ),
        })),
  },
  {
    id: "job-overdue",
    severity: "WARNING",
    description: "Jobs past their time and not running.",
    unit: null,
    threshold: null,
    setting: null,
    alertAfter: "15m",
    find: (facts) =>
      (facts.jobs ?? [])
        .filter((job) => job.overdue)
        .map((job) => ({
          subject: job.jobId.toString(),
          title: `The ${job.kind.toLowerCase()} job of ${job.relationName} is overdue`,
          evidence: `It was due ${job.nextRun === null ? "some time ago" : `${formatDuration(secondsSince(job.nextRun, facts.now) * 1000)} ago`} and is not running.`,
          value: secondsSince(job.nextRun, facts.now),
          since: job.nextRun,
          jobId: job.jobId.toString(),
          remedy: request(
            facts,
            "Run it now",
            "runJob",
            { job: id(facts, job.jobId) },
            `SELECT sealstone.run_job(${job.jobId});`,
          ),
        })),
  },
  {
    id: "operation-failed",
    severity: "WARNING",
    description:
      "Operations asked for that failed in the last day and were not repeated with success.",
    unit: null,
    threshold: null,
    setting: null,
    alertAfter: "1m",
    find: (facts) =>
      (facts.failedOperations ?? []).map((operation) => ({
        subject: operation.operationId.toString(),
        title: `${operation.kindText} of ${operation.targetName ?? "something gone"} failed`,
        evidence: operation.errorMessage ?? "No message was kept.",
        since: operation.finishedAt,
        operationId: operation.operationId.toString(),
        seriesOid: operation.seriesOid,
        remedy: request(
          facts,
          "Try again",
          "retryOperation",
          { operation: id(facts, operation.operationId) },
          `SELECT sealstone.retry_operation(${operation.operationId});`,
        ),
      })),
  },
  {
    id: "operation-blocked",
    severity: "WARNING",
    description: "Operations that wait for another session.",
    unit: "seconds",
    threshold: 30,
    setting: "SEALSTONE_ATTENTION_BLOCKED_SECONDS",
    alertAfter: "5m",
    find: (facts, threshold) =>
      (facts.blockedOperations ?? [])
        .filter((operation) => secondsSince(operation.startedAt, facts.now) >= threshold)
        .map((operation) => ({
          subject: operation.operationId.toString(),
          title: `${operation.kindText} of ${operation.targetName ?? "something gone"} waits for another session`,
          evidence: `Blocked by ${operation.blockedByPids.map((pid) => `pid ${pid}`).join(", ")}: ${operation.blockedByQuery ?? "its query cannot be seen"}`,
          value: secondsSince(operation.startedAt, facts.now),
          since: operation.startedAt,
          operationId: operation.operationId.toString(),
          seriesOid: operation.seriesOid,
          remedy: request(
            facts,
            "Cancel the operation",
            "cancelOperation",
            { operation: id(facts, operation.operationId) },
            `SELECT sealstone.cancel_operation(${operation.operationId});`,
          ),
        })),
  },
  {
    id: "disk-filling",
    severity: "CRITICAL",
    description: "The disk is full within so many days at today's rate.",
    unit: "days",
    threshold: 7,
    setting: "SEALSTONE_ATTENTION_DISK_DAYS",
    alertAfter: "1h",
    find: (facts, threshold) => {
      const { disk, growthPerDay } = facts;
      if (disk === null || growthPerDay === null || growthPerDay <= 0n) return [];
      const days = Number(disk.freeBytes) / Number(growthPerDay);
      if (days >= threshold) return [];
      return [
        {
          subject: disk.path,
          title: `The disk at ${disk.path} is full in about ${formatDuration(days * 86_400_000)}`,
          evidence: `${formatBytes(disk.freeBytes)} are free; the series grow by ${formatBytes(growthPerDay)} a day.`,
          value: days,
          remedy: makeRoom(facts),
        },
      ];
    },
  },
  {
    id: "disk-low",
    severity: "CRITICAL",
    description: "Little of the disk is free.",
    unit: "fraction",
    threshold: 0.1,
    setting: "SEALSTONE_ATTENTION_DISK_FREE",
    alertAfter: "5m",
    find: (facts, threshold) => {
      const { disk } = facts;
      if (disk === null || disk.totalBytes === 0n) return [];
      const free = Number(disk.freeBytes) / Number(disk.totalBytes);
      if (free >= threshold) return [];
      return [
        {
          subject: disk.path,
          severity: free < threshold / 2 ? "CRITICAL" : "WARNING",
          title: `Only ${formatFraction(free)} of the disk at ${disk.path} is free`,
          evidence: `${formatBytes(disk.freeBytes)} of ${formatBytes(disk.totalBytes)} are free.`,
          value: free,
          remedy: makeRoom(facts),
        },
      ];
    },
  },
  {
    id: "default-rows",
    severity: "WARNING",
    description: "Rows in a default partition: no real partition took them.",
    unit: "rows",
    threshold: 1,
    setting: "SEALSTONE_ATTENTION_DEFAULT_ROWS",
    alertAfter: "1h",
    find: (facts, threshold) =>
      (facts.series ?? [])
        .filter((series) => Number(series.defaultRows) >= Math.max(1, threshold))
        .map((series) => ({
          subject: series.oid,
          title: `${series.qualifiedName} has rows in its default partition`,
          evidence: `About ${counted(series.defaultRows, "row")}, ${formatBytes(series.defaultBytes)}: no partition was there for ${series.defaultRows === 1n ? "its time" : "their time"}.`,
          value: Number(series.defaultRows),
          seriesOid: series.oid,
          remedy: request(
            facts,
            "Move them into partitions",
            "migrateSeries",
            { series: id(facts, series.oid) },
            `SELECT sealstone.request('migrate', ${regclass(series.qualifiedName)});`,
          ),
        })),
  },
  {
    id: "seal-due",
    severity: "WARNING",
    description: "Partitions past their settle window and not sealed.",
    unit: "partitions",
    threshold: 1,
    setting: "SEALSTONE_ATTENTION_SEAL_DUE",
    alertAfter: "1h",
    find: (facts, threshold) =>
      (facts.series ?? [])
        .filter((series) => Number(series.sealDue) >= Math.max(1, threshold))
        .map((series) => ({
          subject: series.oid,
          title: `${series.qualifiedName} has ${counted(series.sealDue, "partition")} due to be sealed`,
          evidence: `${series.sealDue === 1n ? "Its range" : "Their range"} ended more than ${settleWindow(series)}.`,
          value: Number(series.sealDue),
          seriesOid: series.oid,
          remedy: request(
            facts,
            series.sealDue === 1n ? "Seal it" : "Seal them",
            "sealEligible",
            { series: id(facts, series.oid) },
            `SELECT sealstone.request('seal_eligible', ${regclass(series.qualifiedName)});`,
          ),
        })),
  },
  {
    id: "late-fraction",
    severity: "WARNING",
    description:
      "A sealed partition whose late fraction passed the threshold at which it is resealed.",
    unit: "fraction",
    threshold: resealFraction,
    setting: "SEALSTONE_ATTENTION_LATE_FRACTION",
    alertAfter: "1h",
    find: (facts, threshold) =>
      (facts.series ?? [])
        .filter(
          (series) =>
            series.worstLateFraction !== null &&
            series.worstLateFraction >= threshold &&
            threshold > 0,
        )
        .map((series) => ({
          subject: series.oid,
          title: `${series.qualifiedName} has sealed partitions with many late rows`,
          evidence: `The worst has ${formatFraction(series.worstLateFraction)}; all together ${formatFraction(series.lateFraction)}.`,
          value: series.worstLateFraction,
          seriesOid: series.oid,
          remedy: request(
            facts,
            "Reseal them",
            "bulkPartitions",
            {
              kind: "RESEAL",
              series: id(facts, series.oid),
              filter: { states: ["SEALED"], minLateFraction: threshold },
            },
            `SELECT sealstone.request_many('reseal', ARRAY(SELECT partition FROM sealstone.partition_info WHERE relation = ${regclass(series.qualifiedName)} AND state = 'sealed' AND late_fraction >= ${threshold}));`,
          ),
        })),
  },
  {
    id: "invalidations-old",
    severity: "WARNING",
    description: "Invalidations of a rollup that no refresh has taken up for long.",
    unit: "seconds",
    threshold: 3_600,
    setting: "SEALSTONE_ATTENTION_INVALIDATION_SECONDS",
    alertAfter: "15m",
    find: (facts, threshold) =>
      (facts.rollups ?? [])
        .filter(
          (rollup) =>
            rollup.pending > 0n && secondsSince(rollup.pendingSince, facts.now) >= threshold,
        )
        .map((rollup) => ({
          subject: rollup.oid,
          title: `${rollup.qualifiedName} has invalidations that grow old`,
          evidence: `${counted(rollup.pending, "invalidation")} pending, the oldest for ${formatDuration(secondsSince(rollup.pendingSince, facts.now) * 1000)}. Reads are right, and slower.`,
          value: secondsSince(rollup.pendingSince, facts.now),
          since: rollup.pendingSince,
          rollupOid: rollup.oid,
          seriesOid: rollup.seriesOid,
          remedy: request(
            facts,
            "Refresh now",
            "refreshRollup",
            { rollup: id(facts, rollup.oid) },
            `SELECT sealstone.request('refresh', ${regclass(rollup.qualifiedName)});`,
          ),
        })),
  },
  {
    id: "triggers-disabled",
    severity: "CRITICAL",
    description: "The triggers that record invalidations are disabled: a rollup may miss changes.",
    unit: null,
    threshold: null,
    setting: null,
    alertAfter: "1m",
    find: (facts) =>
      (facts.rollups ?? [])
        .filter((rollup) => !rollup.triggersEnabled)
        .map((rollup) => ({
          subject: rollup.oid,
          title: `${rollup.qualifiedName} may miss changes: triggers of its source are disabled`,
          evidence: "Someone ran ALTER TABLE ... DISABLE TRIGGER on the series or a partition.",
          rollupOid: rollup.oid,
          seriesOid: rollup.seriesOid,
          remedy: {
            label: "Show the statement",
            mutation: null,
            arguments: null,
            sql: `ALTER TABLE ${rollup.source} ENABLE TRIGGER ALL;`,
            role: "ADMIN",
            destructive: false,
          },
        })),
  },
  {
    id: "slow-queries",
    severity: "INFO",
    description: "Queries whose 95th percentile is long; graver when they read every partition.",
    unit: "milliseconds",
    threshold: 1_000,
    setting: "SEALSTONE_ATTENTION_SLOW_MS",
    alertAfter: "1h",
    find: (facts) =>
      (facts.slowQueries ?? []).flatMap((slow) => {
        const series = (facts.series ?? []).find((candidate) => candidate.oid === slow.seriesOid);
        if (slow.queries === 0n || series === undefined) return [];
        const every = slow.everyPartition > 0n;
        return [
          {
            subject: slow.seriesOid,
            severity: every ? ("WARNING" as const) : ("INFO" as const),
            title: every
              ? `${exactCount(slow.everyPartition)} slow ${slow.everyPartition === 1n ? "query reads" : "queries read"} every partition of ${series.qualifiedName}`
              : `${exactCount(slow.queries)} slow ${slow.queries === 1n ? "query" : "queries"} on ${series.qualifiedName}`,
            evidence: `The slowest has a 95th percentile of ${formatDuration(slow.worstP95Ms)}${every ? `; ${counted(slow.everyPartitionTotal, "partition")} ${slow.everyPartitionTotal === 1n ? "is" : "are"} read. A condition on ${series.timeColumn} would leave out most.` : "."}`,
            value: slow.worstP95Ms,
            seriesOid: slow.seriesOid,
            remedy: null,
          },
        ];
      }),
  },
  {
    id: "retention-soon",
    severity: "INFO",
    description: "Retention drops partitions at its next run.",
    unit: "seconds",
    threshold: 86_400,
    setting: "SEALSTONE_ATTENTION_RETENTION_SECONDS",
    alertAfter: "1m",
    find: (facts, threshold) =>
      (facts.jobs ?? []).flatMap((job) => {
        const series = (facts.series ?? []).find((candidate) => candidate.oid === job.relationOid);
        if (
          job.kind !== "RETENTION" ||
          !job.enabled ||
          job.pausedReason !== null ||
          series === undefined
        )
          return [];
        const wait = -secondsSince(job.nextRun, facts.now);
        const span = series.oldest === null ? 0 : secondsSince(series.oldest, facts.now);
        const keep = series.retention === null ? null : intervalSeconds(series.retention);
        if (wait > threshold || keep === null || span <= keep) return [];
        return [
          {
            subject: job.jobId.toString(),
            title: `Retention of ${series.qualifiedName} drops partitions soon`,
            evidence: `It keeps ${formatInterval(series.retention)}; the oldest data is from ${formatTimeUtc(series.oldest)} UTC. ${wait > 0 ? `It runs in ${formatDuration(wait * 1000)}.` : "Its run is due."}`,
            value: Math.max(0, wait),
            jobId: job.jobId.toString(),
            seriesOid: series.oid,
            remedy: request(
              facts,
              "Pause it",
              "updateJob",
              { job: id(facts, job.jobId), enabled: false },
              `SELECT sealstone.update_job(${job.jobId}, enabled => false);`,
              "ADMIN",
            ),
          },
        ];
      }),
  },
];

/** Roughly, in seconds: months of 30 days. For saying "soon", never for deciding what is dropped. */
export function intervalSeconds(interval: string): number {
  let seconds = 0;
  for (const [, amount = "0", unit = ""] of interval.matchAll(/(-?\d+) (year|mon|day)s?/g)) {
    seconds +=
      Number(amount) * (unit === "year" ? 365.25 * 86_400 : unit === "mon" ? 30 * 86_400 : 86_400);
  }
  const clock = /(-?)(\d+):(\d+):(\d+(?:\.\d+)?)/.exec(interval);
  if (clock !== null) {
    const [, sign = "", hours = "0", minutes = "0", rest = "0"] = clock;
    seconds +=
      (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(rest));
  }
  return seconds;
}

export function thresholdOf(
  rule: AttentionRuleDefinition,
  settings: Readonly<Record<string, number>>,
): number {
  return (rule.setting === null ? undefined : settings[rule.setting]) ?? rule.threshold ?? 0;
}

export interface AttentionItemData extends Required<Omit<AttentionFinding, "subject">> {
  readonly id: string;
  readonly rule: string;
  readonly threshold: number | null;
}

/** All findings, gravest first, then in the order of the rules. */
export function findAttention(
  facts: AttentionFacts,
  settings: Readonly<Record<string, number>>,
): AttentionItemData[] {
  const items = attentionRules.flatMap((rule) => {
    const threshold = thresholdOf(rule, settings);
    return rule.find(facts, threshold).map((finding) => ({
      id: `${facts.databaseId}.${rule.id}.${finding.subject}`,
      rule: rule.id,
      severity: finding.severity ?? rule.severity,
      title: finding.title,
      evidence: finding.evidence,
      value: finding.value ?? null,
      threshold: rule.threshold === null ? null : threshold,
      since: finding.since ?? null,
      seriesOid: finding.seriesOid ?? null,
      rollupOid: finding.rollupOid ?? null,
      jobId: finding.jobId ?? null,
      operationId: finding.operationId ?? null,
      remedy: finding.remedy ?? null,
    }));
  });
  return items.sort((a, b) => severityRank[a.severity] - severityRank[b.severity]);
}
