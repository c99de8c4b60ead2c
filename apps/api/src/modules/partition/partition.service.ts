/** Reading partitions, and the mutations on them. */
import type { BulkKind, PartitionOrder } from "@sealstone/shared";
import { authorize } from "../../auth/principal.js";
import type { Context } from "../../context.js";
import { parsePosition } from "../../db/keyset.js";
import type { Queryable } from "../../db/rows.js";
import { quoteLiteral } from "../../db/sql.js";
import type { Target } from "../../db/target.js";
import { AppError, badInput, notFound } from "../../errors.js";
import type { PartitionFilter } from "../../generated/resolvers.js";
import { databaseOfId, parseRelationId } from "../../ids.js";
import { groupBy, indexBy } from "../../loaders.js";
import {
  admitted,
  type MutationResult,
  mutate,
  operationAnswer,
  type Plan,
  withBlockers,
} from "../../mutate.js";
import { checkFirst, pageOf } from "../../pages.js";
import { audited, auditRefusal } from "../audit/audit.service.js";
import type { PartitionConnectionModel, PartitionModel, SeriesModel } from "../models.js";
import { choosePartitions, findSeries, matchingPartitions } from "../series/series.service.js";
import {
  checkPartition,
  columnSizes,
  estimateSeal,
  type PartitionRow,
  pagePartitions,
  partitionHistory,
  partitionKeyOrder,
  partitionsByOids,
  rowGroups,
  totalPartitions,
} from "./sql/partitions.js";

export async function partitionsOfSeries(
  context: Context,
  series: SeriesModel,
  request: {
    readonly first: number;
    readonly after?: string | null | undefined;
    readonly filter?: PartitionFilter | null | undefined;
    readonly order?: PartitionOrder | null | undefined;
  },
  wantsTotals: boolean,
): Promise<PartitionConnectionModel> {
  const first = checkFirst(request.first, 1_000);
  checkFilter(request.filter);
  const order = partitionKeyOrder(request.order);
  const position = parsePosition(order, request.after);
  const { db } = series;
  const totals = () =>
    context.loaders.load(
      "partitionTotals",
      db,
      request.filter ?? null,
      series.oid,
      async (pool, oids) =>
        indexBy(await totalPartitions(pool, oids, request.filter), (row) => row.oid),
      { oid: series.oid, count: 0n, bytes: 0n, rows: 0n },
    );
  // beside the page, not after it; what goes wrong is told where they are read
  if (wantsTotals) totals().catch(() => undefined);
  const rows = await context.loaders.load(
    "partitions",
    db,
    request,
    series.oid,
    async (pool, oids) =>
      groupBy(
        await pagePartitions(pool, {
          oids,
          filter: request.filter,
          order,
          position,
          limit: first + 1,
        }),
        (row) => row.seriesOid,
      ),
    [],
  );
  return {
    ...pageOf(
      order,
      rows.map((row) => ({ db, row })),
      first,
    ),
    asOf: db.monitor.now,
    total: async () => Number((await totals()).count),
    bytes: async () => (await totals()).bytes,
  };
}

export function checkFilter(filter: PartitionFilter | null | undefined): void {
  for (const name of ["from", "to"] as const) {
    const value = filter?.[name];
    if (value === undefined || value === null || value === "") continue;
    if (!/^-?\d{1,19}$|^-?infinity$|^[+-]?\d{4,6}-\d{2}-\d{2}(?:[T ].{1,30})?$/.test(value)) {
      throw badInput(`filter.${name} is a timestamp or a whole number.`);
    }
  }
}

export async function loadPartition(
  context: Context,
  db: Target,
  oid: string,
): Promise<PartitionModel | null> {
  const row = await context.loaders.load(
    "partition",
    db,
    null,
    oid,
    async (pool, oids) => indexBy(await partitionsByOids(pool, oids), (partition) => partition.oid),
    null,
  );
  return row === null ? null : { ...row, db };
}

export async function findPartition(context: Context, id: string): Promise<PartitionModel> {
  authorize(context.principal, "READ");
  const { db, oid } = await parseRelationId(context, id, "such partition");
  const partition = await loadPartition(context, db, oid);
  if (partition === null) throw notFound("such partition");
  return partition;
}

export async function columnsOfPartition(context: Context, partition: PartitionModel) {
  if (partition.state !== "SEALED") return [];
  return await context.loaders.load(
    "columnSizes",
    partition.db,
    null,
    partition.oid,
    async (pool, oids) => groupBy(await columnSizes(pool, oids), (row) => row.oid),
    [],
  );
}

export async function rowGroupsOfPartition(
  context: Context,
  partition: PartitionModel,
  first: number,
  skip: number,
) {
  checkFirst(first, 5_000);
  if (!Number.isInteger(skip) || skip < 0) throw badInput("skip must be 0 or more.");
  if (partition.state !== "SEALED") return [];
  return await context.loaders.load(
    "rowGroups",
    partition.db,
    { first, skip },
    partition.oid,
    async (pool, oids) => groupBy(await rowGroups(pool, oids, first, skip), (row) => row.oid),
    [],
  );
}

export async function historyOfPartition(context: Context, partition: PartitionModel) {
  return await context.loaders.load(
    "partitionHistory",
    partition.db,
    null,
    partition.oid,
    async (pool, oids) => groupBy(await partitionHistory(pool, oids), (row) => row.oid),
    [],
  );
}

const wanted: Readonly<Record<"seal" | "reseal" | "unseal", PartitionRow["state"]>> = {
  seal: "LIVE",
  reseal: "SEALED",
  unseal: "SEALED",
};

function checkState(kind: "seal" | "reseal" | "unseal", partition: PartitionRow): void {
  if (partition.state === wanted[kind]) return;
  if (kind === "seal" && partition.state === "SEALED") {
    throw new AppError("CONFLICT", `${partition.qualifiedName} is sealed already.`, {
      hint: "Reseal it to fold in late rows.",
    });
  }
  if ((kind === "reseal" || kind === "unseal") && partition.state === "LIVE") {
    throw new AppError("CONFLICT", `${partition.qualifiedName} is not sealed.`);
  }
  throw new AppError(
    "UNSUPPORTED",
    `${partition.qualifiedName} is a ${partition.state.toLowerCase()} partition: it cannot be ${kind}ed.`,
  );
}

export async function requestOnPartition(
  context: Context,
  args: {
    readonly partition: string;
    readonly dryRun: boolean;
    readonly idempotencyKey?: string | null | undefined;
  },
  kind: "seal" | "reseal" | "unseal",
): Promise<MutationResult<Plan & { readonly targets: number }>> {
  return await mutate(context, kind, "OPERATE", args.partition, args, async () => {
    const partition = await findPartition(context, args.partition);
    checkState(kind, partition);
    return {
      targets: 1,
      statements: [
        `SELECT sealstone.request('${kind}', ${quoteLiteral(partition.qualifiedName)}::regclass)`,
      ],
      level: "operator",
      targetName: partition.qualifiedName,
      exclusiveOids: [partition.oid],
      answer: operationAnswer,
    };
  });
}

export async function bulkPartitions(
  context: Context,
  args: {
    readonly kind: BulkKind;
    readonly series: string;
    readonly partitions?: readonly string[] | null | undefined;
    readonly filter?: PartitionFilter | null | undefined;
    readonly expectedCount?: number | null | undefined;
    readonly dryRun: boolean;
    readonly idempotencyKey?: string | null | undefined;
  },
): Promise<MutationResult<Plan & { readonly targets: number }>> {
  const kind = args.kind.toLowerCase() as "seal" | "reseal" | "unseal";
  return await mutate(context, "bulkPartitions", "OPERATE", args.series, args, async () => {
    const series = await findSeries(context, args.series);
    const byId = args.partitions !== undefined && args.partitions !== null;
    const byFilter = args.filter !== undefined && args.filter !== null;
    if (byId === byFilter) throw badInput("Give exactly one of partitions and filter.");
    checkFilter(args.filter);
    const chosen = byId
      ? await choosePartitions(context, series, args.partitions ?? [])
      : (await matchingPartitions(series, args.filter)).filter(
          (partition) => partition.state === wanted[kind],
        );
    for (const partition of chosen) checkState(kind, partition);
    if (chosen.length > 10_000) throw badInput("At most 10000 partitions at once.");
    const counted = args.expectedCount ?? chosen.length;
    if (!args.dryRun && chosen.length !== counted) {
      throw new AppError("CONFLICT", `It is ${chosen.length} partitions now, not ${counted}.`, {
        hint: "Count again, with a dry run.",
      });
    }
    if (chosen.length === 0 && !args.dryRun) {
      throw new AppError("CONFLICT", "No partition matches.");
    }
    const targets = chosen.map((partition) => quoteLiteral(partition.qualifiedName)).join(", ");
    return {
      targets: chosen.length,
      statements:
        chosen.length === 0
          ? []
          : [`SELECT sealstone.request_many('${kind}', ARRAY[${targets}]::regclass[])`],
      level: "operator",
      targetName: series.qualifiedName,
      exclusiveOids: chosen.map((partition) => partition.oid),
      answer: operationAnswer,
    };
  });
}

/** Reads only, but opens the partition and may take long: operators, audited, on the operator's login. */
async function inspect<T>(
  context: Context,
  action: string,
  id: string,
  dryRun: boolean,
  functionName: string,
  work: (on: Queryable, oid: string) => Promise<T>,
): Promise<{ readonly sql: string[]; readonly answer: T | null }> {
  const act = { action, database: databaseOfId(id), arguments: { partition: id } };
  try {
    authorize(context.principal, "OPERATE", databaseOfId(id));
  } catch (error) {
    await auditRefusal(context, act, error);
    throw error;
  }
  const partition = await findPartition(context, id);
  const sql = [
    `SELECT * FROM sealstone.${functionName}(${quoteLiteral(partition.qualifiedName)}::regclass)`,
  ];
  if (dryRun) return { sql, answer: null };
  const answer = await audited(context, { ...act, target: partition.qualifiedName, sql }, () =>
    admitted(context, partition.db, () =>
      partition.db.inspect(context.signal, (on) => work(on, partition.oid)),
    ).catch(async (error: unknown) => {
      throw await withBlockers(partition.db, [partition.oid, partition.seriesOid], error);
    }),
  );
  return { sql, answer };
}

export async function estimate(context: Context, id: string, dryRun: boolean) {
  return await inspect(context, "estimateSeal", id, dryRun, "estimate_seal", estimateSeal);
}

export async function check(context: Context, id: string, dryRun: boolean) {
  return await inspect(context, "checkPartition", id, dryRun, "check_partition", checkPartition);
}
