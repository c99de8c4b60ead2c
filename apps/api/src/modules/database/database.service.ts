/** What is read of a database as a whole. */
import type { Context } from "../../context.js";
import type { Pool } from "../../db/pool.js";
import type { Target } from "../../db/target.js";
import { AppError } from "../../errors.js";
import { attentionRules, thresholdOf } from "../attention/rules.js";
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
