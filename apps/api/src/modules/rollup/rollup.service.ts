/** Reading rollups, and the mutations on them. */
import type { DropEffect } from "@sealstone/shared";
import { authorize } from "../../auth/principal.js";
import type { Context } from "../../context.js";
import { parsePosition } from "../../db/keyset.js";
import { quoteIdentifier, quoteLiteral } from "../../db/sql.js";
import type { Target } from "../../db/target.js";
import { AppError, badInput, notFound } from "../../errors.js";
import type { CreateRollupInput, DropExpectation } from "../../generated/resolvers.js";
import { parseRelationId } from "../../ids.js";
import { groupBy, indexBy } from "../../loaders.js";
import { type MutationResult, mutate, operationAnswer, type Plan, scalar } from "../../mutate.js";
import { checkFirst, pageOf } from "../../pages.js";
import type { InvalidationConnectionModel, RollupModel, SeriesModel } from "../models.js";
import { checkDrop } from "../series/series.service.js";
import {
  allRollups,
  countInvalidations,
  invalidationOrder,
  pageInvalidations,
  rollupsByOids,
  rollupsOfSeries,
} from "./sql/rollups.js";

export async function loadRollup(
  context: Context,
  db: Target,
  oid: string,
): Promise<RollupModel | null> {
  const row = await context.loaders.load(
    "rollup",
    db,
    null,
    oid,
    async (pool, oids) => indexBy(await rollupsByOids(pool, oids), (rollup) => rollup.oid),
    null,
  );
  return row === null ? null : { ...row, db };
}

export async function findRollup(context: Context, id: string): Promise<RollupModel> {
  authorize(context.principal, "READ");
  const { db, oid } = await parseRelationId(context, id, "such rollup");
  const rollup = await loadRollup(context, db, oid);
  if (rollup === null) throw notFound("such rollup");
  return rollup;
}

export async function rollupsOf(context: Context, series: SeriesModel): Promise<RollupModel[]> {
  const rows = await context.loaders.load(
    "rollupsOfSeries",
    series.db,
    null,
    series.oid,
    async (pool, oids) => groupBy(await rollupsOfSeries(pool, oids), (row) => row.seriesOid ?? ""),
    [],
  );
  return rows.map((row) => ({ ...row, db: series.db }));
}

export async function rollupsOfDatabase(context: Context, db: Target): Promise<RollupModel[]> {
  const rows = await context.loaders.once("allRollups", db, null, allRollups);
  return rows.map((row) => ({ ...row, db }));
}

function checkBound(value: string | null | undefined, name: string): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (
    !/^-?\d{1,19}$|^-?infinity$|^[+-]?\d{4,6}-\d{2}-\d{2}(?:[T ][0-9:.]{5,15}(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/.test(
      value,
    )
  ) {
    throw badInput(`${name} is a timestamp or a whole number.`);
  }
  return value;
}

export async function invalidationsOf(
  context: Context,
  rollup: RollupModel,
  request: {
    readonly first: number;
    readonly after?: string | null | undefined;
    readonly from?: string | null | undefined;
    readonly to?: string | null | undefined;
  },
): Promise<InvalidationConnectionModel> {
  const first = checkFirst(request.first, 1_000);
  const position = parsePosition(invalidationOrder, request.after);
  const from = checkBound(request.from, "from");
  const to = checkBound(request.to, "to");
  const { db } = rollup;
  const rows = await context.loaders.load(
    "invalidations",
    db,
    request,
    rollup.oid,
    async (pool, oids) =>
      groupBy(
        await pageInvalidations(pool, { oids, from, to, position, limit: first + 1 }),
        (row) => row.rollupOid,
      ),
    [],
  );
  return {
    ...pageOf(
      invalidationOrder,
      rows.map((row) => ({ db, row })),
      first,
    ),
    asOf: db.monitor.now,
    total: async () =>
      Number(
        await context.loaders.load(
          "invalidationCount",
          db,
          { from, to },
          rollup.oid,
          async (pool, oids) =>
            new Map(
              (await countInvalidations(pool, oids, from, to)).map((row) => [row.oid, row.count]),
            ),
          0n,
        ),
      ),
  };
}

const relation = (name: string): string => `${quoteLiteral(name)}::regclass`;

/** "schema.name" or "name", as the extension takes it, each part quoted where needed. */
function rollupName(name: string): string {
  const parts = name.trim().split(".");
  if (parts.length > 2 || parts.some((part) => part.trim() === "" || part.length > 63)) {
    throw badInput("name is the view's name, optionally with its schema: schema.name.");
  }
  const [first = "", second] = parts;
  return second === undefined
    ? `public.${quoteIdentifier(first)}`
    : `${quoteIdentifier(first)}.${quoteIdentifier(second)}`;
}

export async function createRollup(
  context: Context,
  args: {
    readonly input: CreateRollupInput;
    readonly dryRun: boolean;
    readonly idempotencyKey?: string | null | undefined;
  },
): Promise<MutationResult<Plan>> {
  const { input } = args;
  return await mutate(context, "createRollup", "CONFIGURE", input.source, args, async () => {
    const source = await parseRelationId(context, input.source, "such series or rollup");
    const name = rollupName(input.name);
    const named = await relationName(context, source.db, source.oid);
    const parts = [quoteLiteral(name), relation(named)];
    if (input.bucket) parts.push(`bucket => ${quoteLiteral(input.bucket)}::interval`);
    if (input.bucketWidth !== undefined && input.bucketWidth !== null)
      parts.push(`bucket_width => ${BigInt(input.bucketWidth)}`);
    if (parts.length !== 3)
      throw badInput("Give exactly one of bucket (times) and bucketWidth (integers).");
    parts.push(`select_list => ${quoteLiteral(input.selectList)}`);
    if (input.groupBy) parts.push(`group_by => ${quoteLiteral(input.groupBy)}`);
    parts.push(`time_zone => ${quoteLiteral(input.timeZone ?? "UTC")}`);
    return {
      statements: [`SELECT sealstone.create_rollup(${parts.join(", ")})::oid`],
      level: "admin",
      targetName: name,
      answer: (results) => ({ oid: scalar(results[0]) ?? "" }),
    };
  });
}

async function relationName(context: Context, db: Target, oid: string): Promise<string> {
  const { loadSeries } = await import("../series/series.service.js");
  const series = await loadSeries(context, db, oid);
  if (series !== null) return series.qualifiedName;
  const rollup = await loadRollup(context, db, oid);
  if (rollup === null) throw notFound("such series or rollup");
  return rollup.qualifiedName;
}

export async function refreshRollup(
  context: Context,
  args: {
    readonly rollup: string;
    readonly from?: string | null | undefined;
    readonly to?: string | null | undefined;
    readonly dryRun: boolean;
    readonly idempotencyKey?: string | null | undefined;
  },
): Promise<MutationResult<Plan & { readonly targets: number }>> {
  return await mutate(context, "refreshRollup", "OPERATE", args.rollup, args, async () => {
    const rollup = await findRollup(context, args.rollup);
    const lo = checkBound(args.from, "from");
    const hi = checkBound(args.to, "to");
    const options = { ...(lo === null ? {} : { lo }), ...(hi === null ? {} : { hi }) };
    const extra =
      Object.keys(options).length === 0 ? "" : `, ${quoteLiteral(JSON.stringify(options))}::jsonb`;
    return {
      targets: 1,
      statements: [
        `SELECT sealstone.request('refresh', ${relation(rollup.qualifiedName)}${extra})`,
      ],
      level: "operator",
      targetName: rollup.qualifiedName,
      exclusiveOids: [rollup.oid],
      answer: operationAnswer,
    };
  });
}

export async function setRollupRetention(
  context: Context,
  args: {
    readonly rollup: string;
    readonly keep?: string | null | undefined;
    readonly confirm?: string | null | undefined;
    readonly dryRun: boolean;
    readonly idempotencyKey?: string | null | undefined;
  },
): Promise<MutationResult<Plan & { readonly rollup: RollupModel }>> {
  const keep = args.keep ?? null;
  return await mutate(
    context,
    "setRollupRetention",
    keep === null ? "CONFIGURE" : "DROP",
    args.rollup,
    args,
    async () => {
      const rollup = await findRollup(context, args.rollup);
      if (keep !== null && !args.dryRun && args.confirm !== rollup.qualifiedName) {
        throw new AppError(
          "CONFIRMATION_REQUIRED",
          `This drops buckets by policy: confirm must be exactly ${rollup.qualifiedName}.`,
        );
      }
      const integer = rollup.bucketWidth !== null;
      let literal = integer ? "NULL::bigint" : "NULL::interval";
      if (keep !== null) {
        if (integer !== /^\d{1,19}$/.test(keep)) {
          throw badInput(
            integer
              ? "keep is a whole number for this rollup."
              : 'keep is an interval, such as "1 year".',
          );
        }
        literal = integer ? `${keep}::bigint` : `${quoteLiteral(keep)}::interval`;
      }
      return {
        rollup,
        statements: [
          `SELECT sealstone.set_rollup_retention(${relation(rollup.qualifiedName)}, ${literal})`,
        ],
        level: "admin",
        targetName: rollup.qualifiedName,
        answer: () => ({ oid: rollup.oid }),
      };
    },
  );
}

export async function dropRollup(
  context: Context,
  args: {
    readonly rollup: string;
    readonly confirm?: string | null | undefined;
    readonly expect?: DropExpectation | null | undefined;
    readonly dryRun: boolean;
    readonly idempotencyKey?: string | null | undefined;
  },
): Promise<MutationResult<Plan & { readonly effect: DropEffect }>> {
  return await mutate(context, "dropRollup", "DROP", args.rollup, args, async (db) => {
    const rollup = await findRollup(context, args.rollup);
    const others = await rollupsOfDatabase(context, db);
    const effect: DropEffect = {
      partitions: 1,
      rows: (rollup.rows ?? 0n).toString(),
      bytes: (rollup.bytes ?? 0n).toString(),
      from: rollup.floor,
      to: rollup.watermark,
      names: [rollup.qualifiedName],
      notRolledUp: [],
      dependents: others
        .filter((other) => other.sourceOid === rollup.oid)
        .map((other) => `Rollup ${other.qualifiedName} reads ${rollup.qualifiedName}.`),
    };
    if (!args.dryRun) checkDrop(rollup.qualifiedName, effect, args.confirm, args.expect);
    return {
      effect,
      statements: [`SELECT sealstone.drop_rollup(${relation(rollup.qualifiedName)})`],
      level: "admin",
      targetName: rollup.qualifiedName,
      exclusiveOids: [rollup.oid],
      lockOids: [rollup.oid],
      answer: () => ({ effect, seriesOid: rollup.seriesOid }),
    };
  });
}
