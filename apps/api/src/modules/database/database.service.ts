/** What is read of a database as a whole. */
import type { Context } from "../../context.js";
import type { Pool } from "../../db/pool.js";
import type { Target } from "../../db/target.js";
import { AppError } from "../../errors.js";
import { attentionRules, thresholdOf } from "../attention/rules.js";
import { allSeries, type SeriesRow } from "../series/sql/series.js";
import { type DiskRow, diskInfo, type WorkerRow, workerInfo } from "./sql/database.js";

export function slowThreshold(context: Pick<Context, "services">): number {
  const rule = attentionRules.find((candidate) => candidate.id === "slow-queries");
  return rule === undefined ? 1_000 : thresholdOf(rule, context.services.config.thresholds);
}

export function loadWorker(
  context: Pick<Context, "loaders">,
  db: Target,
): Promise<WorkerRow | null> {
  return context.loaders.once("worker", db, null, (pool) => workerInfo(pool));
}

/** Once a request: the sums and the rules of attention read the same rows, and the view walks every partition for them. */
export function loadAllSeries(
  context: Pick<Context, "loaders">,
  db: Target,
): Promise<readonly SeriesRow[]> {
  return context.loaders.once("allSeries", db, null, allSeries);
}

const over = (sum: number, of: bigint): number | null => (of === 0n ? null : sum / Number(of));

/** The series of a database added up; a fraction weighs by what is sealed. */
export function addUp(all: readonly SeriesRow[]) {
  const sum = (value: (series: SeriesRow) => bigint | null): bigint =>
    all.reduce((total, series) => total + (value(series) ?? 0n), 0n);
  const sealed = all.filter((series) => series.sealedPartitions > 0n);
  const sealedBytes = sum((series) => series.sealedBytes);
  const bytesBefore = sum((series) => series.bytesBefore);
  const late = sealed.reduce(
    (total, series) => total + (series.lateFraction ?? 0) * Number(series.sealedBytes ?? 0n),
    0,
  );
  return {
    series: all.length,
    partitions: sum((series) => series.partitionCount),
    sealedPartitions: sum((series) => series.sealedPartitions),
    rows: sum((series) => series.rows),
    bytes: sum((series) => series.bytes),
    sealedBytes,
    bytesBefore,
    savedBytes: bytesBefore - sealedBytes,
    ratio: over(Number(bytesBefore), sealedBytes),
    lateFraction: over(
      late,
      sealed.reduce((total, series) => total + (series.sealedBytes ?? 0n), 0n),
    ),
    sealDue: sum((series) => series.sealDue),
    defaultRows: sum((series) => series.defaultRows),
  };
}

/** null without the privilege, and on an extension that has it not. */
export function loadDisk(context: Pick<Context, "loaders">, db: Target): Promise<DiskRow | null> {
  return context.loaders.once("disk", db, null, (pool) => orNull(pool, diskInfo));
}

/** For facts that are good to have: what this extension or login cannot give is null. */
export async function orNull<T>(pool: Pool, read: (pool: Pool) => Promise<T>): Promise<T | null> {
  try {
    return await read(pool);
  } catch (error) {
    if (error instanceof AppError && (error.code === "UNSUPPORTED" || error.code === "FORBIDDEN"))
      return null;
    throw error;
  }
}
