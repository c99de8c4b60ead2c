/** Reading series tables, and the mutations on them. */
import type { DropEffect, SeriesOrder } from "@sealstone/shared";
import { authorize } from "../../auth/principal.js";
import type { Context } from "../../context.js";
import { mergePages, parsePosition } from "../../db/keyset.js";
import { quoteIdentifier, quoteLiteral } from "../../db/sql.js";
import type { Target } from "../../db/target.js";
import { AppError, badInput, notFound } from "../../errors.js";
import type {
  CreateSeriesInput,
  DropExpectation,
  SeriesFilter,
} from "../../generated/resolvers.js";
import { parseRelationId, targetsOf } from "../../ids.js";
import { groupBy, indexBy } from "../../loaders.js";
import { type MutationResult, mutate, operationAnswer, type Plan, scalar } from "../../mutate.js";
import { checkFirst, pageOf } from "../../pages.js";
import { orNull } from "../database/database.service.js";
import type { PartitionModel, SeriesConnectionModel, SeriesModel } from "../models.js";
import { allMatching, type PartitionRow, partitionsByOids } from "../partition/sql/partitions.js";
import type { RollupRow } from "../rollup/sql/rollups.js";
import { rollupsOfSeries } from "../rollup/sql/rollups.js";
import { dependentsOf, type PartitionForDrop, partitionsBefore } from "./sql/drops.js";
import {
  columnsOfRelations,
  countSeries,
  listSeries,
  seriesByOids,
  seriesKeyOrder,
} from "./sql/series.js";

export async function listSeriesOf(
  context: Context,
  request: {
    readonly database: string | null | undefined;
    readonly first: number;
    readonly after: string | null | undefined;
    readonly filter: SeriesFilter | null | undefined;
    readonly order: SeriesOrder | null | undefined;
  },
): Promise<SeriesConnectionModel> {
  authorize(context.principal, "READ");
  const first = checkFirst(request.first, 500);
  const order = seriesKeyOrder(request.order);
  const position = parsePosition(order, request.after);
  const targets = targetsOf(context, request.database);
  const unavailable: string[] = [];
  const single = request.database !== undefined && request.database !== null;
  const pages = await Promise.all(
    targets.map(async (db) => {
      try {
        const rows = await listSeries(db.reader(), {
          filter: request.filter,
          order,
          position,
          limit: first + 1,
        });
        return { database: db.id, rows };
      } catch (error) {
        if (single || !(error instanceof AppError) || error.code === "BAD_INPUT") throw error;
        unavailable.push(db.id);
        return { database: db.id, rows: [] };
      }
    }),
  );
  const byId = new Map(targets.map((db) => [db.id, db]));
  const merged = mergePages(order, pages).flatMap(({ database, row }) => {
    const db = byId.get(database);
    return db === undefined ? [] : [{ db, row }];
  });
  const [only] = targets;
  return {
    ...pageOf(order, merged, first),
    unavailable: unavailable.sort(),
    asOf: (targets.length === 1 && only !== undefined ? only : anyTarget(context)).monitor.now,
    total: async () => {
      const readable = targets.filter((db) => !unavailable.includes(db.id));
      const counts = await Promise.all(
        readable.map((db) => countSeries(db.reader(), request.filter)),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}

function anyTarget(context: Context): Target {
  const [target] = context.services.targets.values();
  if (target === undefined) throw new Error("no database is configured");
  return target;
}

export async function loadSeries(
  context: Context,
  db: Target,
  oid: string,
): Promise<SeriesModel | null> {
  const row = await context.loaders.load(
    "series",
    db,
    null,
    oid,
    async (pool, oids) => indexBy(await seriesByOids(pool, oids), (series) => series.oid),
    null,
  );
  return row === null ? null : { ...row, db };
}

export async function findSeries(context: Context, id: string): Promise<SeriesModel> {
  authorize(context.principal, "READ");
  const { db, oid } = await parseRelationId(context, id, "such series table");
  const series = await loadSeries(context, db, oid);
  if (series === null) throw notFound("such series table");
  return series;
}

export function loadColumns(context: Context, db: Target, oid: string) {
  return context.loaders.load(
    "columns",
    db,
    null,
    oid,
    async (pool, oids) => groupBy(await columnsOfRelations(pool, oids), (column) => column.oid),
    [],
  );
}

export const integerTypes = new Set(["smallint", "integer", "bigint"]);

export function isIntegerTime(series: { readonly timeType: string }): boolean {
  return integerTypes.has(series.timeType);
}

const relation = (name: string): string => `${quoteLiteral(name)}::regclass`;

/** An interval or a whole number, as the time type wants it, as a literal. */
export function windowLiteral(
  series: { readonly timeType: string; readonly qualifiedName: string },
  value: string,
  what: string,
): string {
  const text = value.trim();
  if (isIntegerTime(series)) {
    if (!/^\d{1,19}$/.test(text)) {
      throw badInput(
        `${what} of ${series.qualifiedName} is a whole number: its time column is an integer.`,
      );
    }
    return `${text}::bigint`;
  }
  if (text === "" || text.length > 200 || /^-?\d+$/.test(text)) {
    throw badInput(`${what} of ${series.qualifiedName} is an interval, such as "7 days".`);
  }
  return `${quoteLiteral(text)}::interval`;
}

export function checkVersion(ifVersion: string | null | undefined, now: string): void {
  if (ifVersion === null || ifVersion === undefined || ifVersion === now) return;
  throw new AppError("PRECONDITION_FAILED", "The settings changed since you read them.", {
    hint: "Read them again and decide anew.",
  });
}

/** What a change of a series' settings needs so that nobody's is lost: checked once more when nobody else is at them. */
function settingsOf(
  series: SeriesModel,
  ifVersion: string | null | undefined,
): Required<Pick<Plan, "settingsOf" | "lockOids" | "recheck">> {
  return {
    settingsOf: series.oid,
    lockOids: [series.oid],
    recheck: async (client) => {
      const [now] = await seriesByOids(client, [series.oid]);
      if (now === undefined) throw notFound("such series table");
      checkVersion(ifVersion, now.settingsVersion);
    },
  };
}

export async function createSeries(
  context: Context,
  args: {
    readonly input: CreateSeriesInput;
    readonly dryRun: boolean;
    readonly idempotencyKey?: string | null | undefined;
  },
): Promise<MutationResult<Plan>> {
  const { input } = args;
  return await mutate(context, "createSeries", "CONFIGURE", input.database, args, async () => {
    const name = `${quoteIdentifier(input.schema ?? "public")}.${quoteIdentifier(input.table)}`;
    const named: string[] = [];
    if (input.partitionInterval)
      named.push(`partition_interval => ${quoteLiteral(input.partitionInterval)}::interval`);
    if (input.partitionWidth !== undefined && input.partitionWidth !== null)
      named.push(`partition_width => ${BigInt(input.partitionWidth)}`);
    if (named.length > 1)
      throw badInput("Give partitionInterval for times or partitionWidth for integers, not both.");
    const premake = input.premake ?? 4;
    if (premake < 0 || premake > 10_000) throw badInput("premake must be 0 to 10000.");
    named.push(`premake => ${premake}`);
    if (input.spaceColumn) {
      named.push(`space_column => ${quoteLiteral(input.spaceColumn)}`);
      if (input.spacePartitions === undefined || input.spacePartitions === null)
        throw badInput("spacePartitions says how many ways to spread.");
      named.push(`space_partitions => ${input.spacePartitions}`);
    }
    return {
      statements: [
        `SELECT sealstone.create_series(${relation(name)}, ${quoteLiteral(input.timeColumn)}, ${named.join(", ")})::oid`,
      ],
      level: "admin",
      targetName: name,
      answer: (results) => ({ oid: scalar(results[0]) ?? "" }),
    };
  });
}

export async function setSealing(
  context: Context,
  args: {
    readonly series: string;
    readonly after?: string | null | undefined;
    readonly codec?: string | null | undefined;
    readonly orderBy?: readonly string[] | null | undefined;
    readonly keepIndexes?: boolean | null | undefined;
    readonly ifVersion?: string | null | undefined;
    readonly dryRun: boolean;
    readonly idempotencyKey?: string | null | undefined;
  },
): Promise<MutationResult<Plan & { readonly series: SeriesModel }>> {
  return await mutate(context, "setSealing", "CONFIGURE", args.series, args, async () => {
    const series = await findSeries(context, args.series);
    checkVersion(args.ifVersion, series.settingsVersion);
    const after =
      args.after === null || args.after === undefined
        ? isIntegerTime(series)
          ? "NULL::bigint"
          : "NULL::interval"
        : windowLiteral(series, args.after, "The settle window");
    const codec = (args.codec ?? series.codec ?? "lz4").toLowerCase();
    const orderBy = args.orderBy ?? series.orderBy;
    const keep = args.keepIndexes ?? series.keepIndexes ?? false;
    const key =
      orderBy.length === 0 ? "NULL" : `ARRAY[${orderBy.map(quoteLiteral).join(", ")}]::name[]`;
    return {
      series,
      statements: [
        `SELECT sealstone.set_sealing(${relation(series.qualifiedName)}, after => ${after}, codec => ${quoteLiteral(codec)}, order_by => ${key}, keep_indexes => ${keep})`,
      ],
      level: "admin",
      targetName: series.qualifiedName,
      ...settingsOf(series, args.ifVersion),
      answer: () => ({ oid: series.oid }),
    };
  });
}

export interface DropPlan extends Plan {
  readonly series: SeriesModel;
  readonly effect: DropEffect;
}

async function effectOf(
  series: SeriesModel,
  partitions: readonly PartitionForDrop[],
): Promise<DropEffect> {
  const pool = series.db.reader();
  const rollups = (await orNull(pool, (on) => rollupsOfSeries(on, [series.oid]))) ?? [];
  const dependents =
    partitions.length === 0
      ? []
      : await dependentsOf(
          pool,
          partitions.map((partition) => partition.oid),
        );
  let from: string | null = null;
  let to: string | null = null;
  for (const partition of partitions) {
    if (partition.lo !== null && (from === null || earlier(partition.lo, from)))
      from = partition.lo;
    if (partition.hi !== null && (to === null || earlier(to, partition.hi))) to = partition.hi;
  }
  return {
    partitions: partitions.length,
    rows: partitions.reduce((sum, partition) => sum + (partition.rows ?? 0n), 0n).toString(),
    bytes: partitions.reduce((sum, partition) => sum + (partition.bytes ?? 0n), 0n).toString(),
    from,
    to,
    names: partitions.slice(0, 100).map((partition) => partition.qualifiedName),
    notRolledUp: rollups.flatMap((rollup) => notYetIn(rollup, partitions)),
    dependents,
  };
}

function earlier(a: string, b: string): boolean {
  if (a === b) return false;
  if (a === "-infinity" || b === "infinity") return true;
  if (b === "-infinity" || a === "infinity") return false;
  return a < b;
}

/** Raw data that a rollup has not yet taken up: past its watermark, or invalidated since. */
function notYetIn(rollup: RollupRow, partitions: readonly PartitionForDrop[]): string[] {
  const past = partitions.filter((partition) => {
    if (partition.hi !== null)
      return rollup.watermark === null || earlier(rollup.watermark, partition.hi);
    if (partition.hiValue !== null)
      return rollup.watermarkValue === null || rollup.watermarkValue < partition.hiValue;
    return true;
  });
  const sentences: string[] = [];
  if (past.length > 0) {
    sentences.push(
      `${rollup.qualifiedName} has taken up nothing after ${rollup.watermark ?? rollup.watermarkValue ?? "its beginning"}: ${past.length} of the partitions reach past it.`,
    );
  }
  if (rollup.pending > 0n) {
    sentences.push(
      `${rollup.qualifiedName} has ${rollup.pending} invalidations that no refresh has taken up yet.`,
    );
  }
  return sentences;
}

export function checkDrop(
  qualifiedName: string,
  effect: DropEffect,
  confirm: string | null | undefined,
  expect: DropExpectation | null | undefined,
): void {
  if (confirm !== qualifiedName || expect === null || expect === undefined) {
    throw new AppError(
      "CONFIRMATION_REQUIRED",
      confirm !== undefined && confirm !== null && confirm !== qualifiedName
        ? `confirm must be exactly ${qualifiedName}.`
        : `This drops data: confirm must be ${qualifiedName}, and expect what the dry run says.`,
      { hint: `A dry run says: ${effect.partitions} partitions, ${effect.bytes} bytes.` },
    );
  }
  const bytes = BigInt(effect.bytes);
  const expected = BigInt(expect.bytes);
  const difference = bytes > expected ? bytes - expected : expected - bytes;
  if (
    effect.partitions !== expect.partitions ||
    difference * 10n > (bytes > expected ? bytes : expected)
  ) {
    throw new AppError(
      "CONFLICT",
      `It is not what you expected: now ${effect.partitions} partitions and ${effect.bytes} bytes would be dropped, not ${expect.partitions} and ${expect.bytes}.`,
      { hint: "Look at a new dry run." },
    );
  }
}

/** What retention would drop now: whole partitions older than the window. */
export async function retentionEffect(
  context: Context,
  series: SeriesModel,
  keep: string,
): Promise<DropEffect> {
  void context;
  const cut = isIntegerTime(series)
    ? `(SELECT max(i.hi_value) FROM sealstone.partition_info i WHERE i.relation = ${relation(series.qualifiedName)} AND i.rows > 0) - ${windowLiteral(series, keep, "The retention")}`
    : `(now() AT TIME ZONE 'UTC' - ${windowLiteral(series, keep, "The retention")}) AT TIME ZONE 'UTC'`;
  const partitions = await partitionsBefore(
    series.db.reader(),
    series.oid,
    cut,
    isIntegerTime(series),
  );
  return await effectOf(series, partitions);
}

export async function setRetention(
  context: Context,
  args: {
    readonly series: string;
    readonly keep?: string | null | undefined;
    readonly confirm?: string | null | undefined;
    readonly expect?: DropExpectation | null | undefined;
    readonly ifVersion?: string | null | undefined;
    readonly dryRun: boolean;
    readonly idempotencyKey?: string | null | undefined;
  },
): Promise<MutationResult<DropPlan>> {
  const keep = args.keep ?? null;
  return await mutate(
    context,
    "setRetention",
    keep === null ? "CONFIGURE" : "DROP",
    args.series,
    args,
    async () => {
      const series = await findSeries(context, args.series);
      checkVersion(args.ifVersion, series.settingsVersion);
      const effect =
        keep === null ? await effectOf(series, []) : await retentionEffect(context, series, keep);
      if (!args.dryRun && keep !== null)
        checkDrop(series.qualifiedName, effect, args.confirm, args.expect);
      const literal =
        keep === null
          ? isIntegerTime(series)
            ? "NULL::bigint"
            : "NULL::interval"
          : windowLiteral(series, keep, "The retention");
      return {
        series,
        effect,
        statements: [
          `SELECT sealstone.set_retention(${relation(series.qualifiedName)}, ${literal})`,
        ],
        level: "admin",
        targetName: series.qualifiedName,
        ...settingsOf(series, args.ifVersion),
        answer: () => ({ oid: series.oid }),
      };
    },
  );
}

export function boundLiteral(series: SeriesModel, value: string, what: string): string {
  const text = value.trim();
  if (isIntegerTime(series)) {
    if (!/^-?\d{1,19}$/.test(text))
      throw badInput(
        `${what} is a whole number: the time column of ${series.qualifiedName} is an integer.`,
      );
    return text;
  }
  if (
    !/^(?:-?infinity|[+-]?\d{4,6}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?)$/.test(
      text,
    )
  ) {
    throw badInput(`${what} is a timestamp, such as 2026-01-31T00:00:00Z.`);
  }
  return text;
}

export async function makePartitions(
  context: Context,
  args: {
    readonly series: string;
    readonly lo: string;
    readonly hi: string;
    readonly dryRun: boolean;
    readonly idempotencyKey?: string | null | undefined;
  },
): Promise<MutationResult<Plan & { readonly series: SeriesModel }>> {
  return await mutate(context, "makePartitions", "CONFIGURE", args.series, args, async () => {
    const series = await findSeries(context, args.series);
    const lo = boundLiteral(series, args.lo, "lo");
    const hi = boundLiteral(series, args.hi, "hi");
    return {
      series,
      statements: [
        `SELECT sealstone.make_partitions(${relation(series.qualifiedName)}, ${quoteLiteral(lo)}, ${quoteLiteral(hi)})`,
      ],
      level: "admin",
      targetName: series.qualifiedName,
      lockOids: [series.oid],
      answer: (results) => ({ oid: series.oid, count: Number(scalar(results[0]) ?? 0) }),
    };
  });
}

export async function dropPartitions(
  context: Context,
  args: {
    readonly series: string;
    readonly partitions?: readonly string[] | null | undefined;
    readonly before?: string | null | undefined;
    readonly confirm?: string | null | undefined;
    readonly expect?: DropExpectation | null | undefined;
    readonly dryRun: boolean;
    readonly idempotencyKey?: string | null | undefined;
  },
): Promise<MutationResult<DropPlan>> {
  return await mutate(
    context,
    "dropPartitions",
    "DROP",
    args.series,
    args,
    async (db): Promise<DropPlan> => {
      const series = await findSeries(context, args.series);
      const byName = args.partitions !== undefined && args.partitions !== null;
      const byTime = args.before !== undefined && args.before !== null;
      if (byName === byTime) throw badInput("Give exactly one of partitions and before.");
      if (byName) {
        const chosen = await choosePartitions(context, series, args.partitions ?? []);
        if (chosen.some((partition) => partition.state === "DEFAULT")) {
          throw badInput(
            "The default partition is not dropped: it takes the rows that no other does.",
          );
        }
        const effect = await effectOf(series, chosen);
        if (!args.dryRun) checkDrop(series.qualifiedName, effect, args.confirm, args.expect);
        return {
          series,
          effect,
          statements: chosen.map((partition) => `DROP TABLE ${partition.qualifiedName}`),
          level: "admin",
          targetName: series.qualifiedName,
          exclusiveOids: chosen.map((partition) => partition.oid),
          lockOids: [series.oid, ...chosen.map((partition) => partition.oid)],
          answer: () => ({ oid: series.oid, count: chosen.length, effect }),
        };
      }
      const before = boundLiteral(series, args.before ?? "", "before");
      const integer = isIntegerTime(series);
      const cut = integer ? `${before}::bigint` : `${quoteLiteral(before)}::timestamptz`;
      const partitions = await partitionsBefore(db.reader(), series.oid, cut, integer);
      const effect = await effectOf(series, partitions);
      if (!args.dryRun) checkDrop(series.qualifiedName, effect, args.confirm, args.expect);
      return {
        series,
        effect,
        statements: [`SELECT sealstone.drop_before(${relation(series.qualifiedName)}, ${cut})`],
        level: "admin",
        targetName: series.qualifiedName,
        exclusiveOids: partitions.map((partition) => partition.oid),
        lockOids: [series.oid, ...partitions.map((partition) => partition.oid)],
        answer: (results) => ({ oid: series.oid, count: Number(scalar(results[0]) ?? 0), effect }),
      };
    },
  );
}

/** Partitions by id, all of this series and in the order of their range. */
export async function choosePartitions(
  context: Context,
  series: SeriesModel,
  ids: readonly string[],
): Promise<PartitionRow[]> {
  if (ids.length === 0) throw badInput("No partition was named.");
  if (ids.length > 10_000) throw badInput("At most 10000 partitions at once.");
  const oids: string[] = [];
  for (const id of new Set(ids)) {
    const { db, oid } = await parseRelationId(context, id, "such partition");
    if (db !== series.db) throw notFound("such partition");
    oids.push(oid);
  }
  const rows = await partitionsByOids(series.db.reader(), oids);
  const found = rows.filter((row) => row.seriesOid === series.oid);
  if (found.length !== oids.length) throw notFound("such partition of this series");
  return found.sort((a, b) => (earlier(a.lo ?? "-infinity", b.lo ?? "-infinity") ? -1 : 1));
}

export async function matchingPartitions(
  series: SeriesModel,
  filter: Parameters<typeof allMatching>[2],
): Promise<PartitionRow[]> {
  return await allMatching(series.db.reader(), series.oid, filter, 10_001);
}

/** request() on a whole series. */
export async function requestOnSeries(
  context: Context,
  args: {
    readonly series: string;
    readonly dryRun: boolean;
    readonly idempotencyKey?: string | null | undefined;
    readonly [key: string]: unknown;
  },
  mutation: string,
  kind: string,
  options: Readonly<Record<string, unknown>> = {},
): Promise<MutationResult<Plan & { readonly targets: number }>> {
  return await mutate(context, mutation, "OPERATE", args.series, args, async () => {
    const series = await findSeries(context, args.series);
    const extra =
      Object.keys(options).length === 0 ? "" : `, ${quoteLiteral(JSON.stringify(options))}::jsonb`;
    return {
      targets: kind === "seal_eligible" ? Number(series.sealDue) : 1,
      statements: [
        `SELECT sealstone.request(${quoteLiteral(kind)}, ${relation(series.qualifiedName)}${extra})`,
      ],
      level: "operator",
      targetName: series.qualifiedName,
      exclusiveOids: [series.oid],
      answer: operationAnswer,
    };
  });
}

export async function measureSeries(
  context: Context,
  args: {
    readonly series: string;
    readonly dryRun: boolean;
    readonly idempotencyKey?: string | null | undefined;
  },
): Promise<MutationResult<Plan & { readonly series: SeriesModel }>> {
  return await mutate(context, "measureSeries", "OPERATE", args.series, args, async () => {
    const series = await findSeries(context, args.series);
    return {
      series,
      statements: [`SELECT sealstone.measure(${relation(series.qualifiedName)})`],
      level: "operator",
      targetName: series.qualifiedName,
      answer: () => ({ oid: series.oid }),
    };
  });
}

export async function dropSeries(
  context: Context,
  args: {
    readonly series: string;
    readonly confirm?: string | null | undefined;
    readonly dryRun: boolean;
    readonly idempotencyKey?: string | null | undefined;
  },
): Promise<MutationResult<Plan>> {
  return await mutate(context, "dropSeries", "DROP", args.series, args, async (db) => {
    const series = await findSeries(context, args.series);
    if (series.sealedPartitions > 0n) {
      throw new AppError(
        "CONFLICT",
        `${series.qualifiedName} has ${series.sealedPartitions} sealed partitions.`,
        {
          hint: "Unseal them first: nothing would look after them.",
          database: db.id,
        },
      );
    }
    if (!args.dryRun && args.confirm !== series.qualifiedName) {
      throw new AppError(
        "CONFIRMATION_REQUIRED",
        `confirm must be exactly ${series.qualifiedName}.`,
      );
    }
    return {
      statements: [`SELECT sealstone.drop_series(${relation(series.qualifiedName)})`],
      level: "admin",
      targetName: series.qualifiedName,
      exclusiveOids: [series.oid],
      answer: () => ({}),
    };
  });
}

export function asPartition(db: Target, row: PartitionRow): PartitionModel {
  return { ...row, db };
}
