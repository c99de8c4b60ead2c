/** Reading operations, and the mutations on them. */
import type { OperationFilter } from "@sealstone/shared";
import { authorize } from "../../auth/principal.js";
import type { Context } from "../../context.js";
import { mergePages, parsePosition } from "../../db/keyset.js";
import type { Target } from "../../db/target.js";
import { AppError, badInput, notFound } from "../../errors.js";
import { idOf, parseNumberId, parseRelationId, targetsOf } from "../../ids.js";
import { groupBy, indexBy } from "../../loaders.js";
import { type MutationResult, mutate, operationAnswer, type Plan, scalar } from "../../mutate.js";
import { checkFirst, pageOf } from "../../pages.js";
import type { OperationConnectionModel, OperationModel } from "../models.js";

import {
  childrenOfOperations,
  countOperations,
  type OperationScope,
  operationOrder,
  operationsByIds,
  pageOperations,
  pageOperationsOfMany,
} from "./sql/operations.js";

export async function loadOperation(
  context: Context,
  db: Target,
  id: string,
): Promise<OperationModel | null> {
  const row = await context.loaders.load(
    "operation",
    db,
    null,
    id,
    async (pool, ids) =>
      indexBy(await operationsByIds(pool, ids), (operation) => operation.operationId.toString()),
    null,
  );
  return row === null ? null : { ...row, db };
}

export async function findOperation(context: Context, id: string): Promise<OperationModel> {
  authorize(context.principal, "READ");
  const { db, number } = parseNumberId(context, id, "such operation");
  const operation = await loadOperation(context, db, number);
  if (operation === null) throw notFound("such operation");
  return operation;
}

export async function childrenOf(
  context: Context,
  operation: OperationModel,
): Promise<OperationModel[]> {
  const rows = await context.loaders.load(
    "children",
    operation.db,
    null,
    operation.operationId.toString(),
    async (pool, ids) =>
      groupBy(await childrenOfOperations(pool, ids), (row) => (row.parentId ?? "").toString()),
    [],
  );
  return rows.map((row) => ({ ...row, db: operation.db }));
}

export async function listOperations(
  context: Context,
  request: {
    readonly database: string | null | undefined;
    readonly first: number;
    readonly after?: string | null | undefined;
    readonly filter?: OperationFilter | null | undefined;
  },
): Promise<OperationConnectionModel> {
  authorize(context.principal, "READ");
  const first = checkFirst(request.first, 500);
  const position = parsePosition(operationOrder, request.after);
  let targets = targetsOf(context, request.database);
  let scope: OperationScope = {};
  if (request.filter?.series) {
    const series = await parseRelationId(context, request.filter.series, "such series table");
    targets = targets.filter((db) => db === series.db);
    scope = { seriesOids: [series.oid] };
  }
  const single = request.database !== undefined && request.database !== null;
  const unavailable: string[] = [];
  const pages = await Promise.all(
    targets.map(async (db) => {
      try {
        const rows = await pageOperations(db.reader(), {
          filter: request.filter,
          scope,
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
  const merged = mergePages(operationOrder, pages).flatMap(({ database, row }) => {
    const db = byId.get(database);
    return db === undefined ? [] : [{ db, row }];
  });
  const [clock] = targets.length > 0 ? targets : [...context.services.targets.values()];
  return {
    ...pageOf(operationOrder, merged, first),
    unavailable: unavailable.sort(),
    asOf: clock?.monitor.now ?? "",
    total: async () => {
      const counts = await Promise.all(
        targets
          .filter((db) => !unavailable.includes(db.id))
          .map((db) => countOperations(db.reader(), request.filter, scope)),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}

/** Operations of one of several series, partitions or rollups on a page: one statement for all. */
export async function operationsOf(
  context: Context,
  db: Target,
  by: "series" | "target",
  oid: string,
  request: {
    readonly first: number;
    readonly after?: string | null | undefined;
    readonly filter?: OperationFilter | null | undefined;
  },
): Promise<OperationConnectionModel> {
  const first = checkFirst(request.first, 500);
  if (request.filter?.series) throw badInput("filter.series is of no use here.");
  const position = parsePosition(operationOrder, request.after);
  const rows = await context.loaders.load(
    `operationsOf ${by}`,
    db,
    request,
    oid,
    async (pool, oids) =>
      groupBy(
        await pageOperationsOfMany(pool, {
          by,
          oids,
          filter: request.filter,
          position,
          limit: first + 1,
        }),
        (row) => row.__of,
      ),
    [],
  );
  return {
    ...pageOf(
      operationOrder,
      rows.map((row) => ({ db, row })),
      first,
    ),
    unavailable: [],
    asOf: db.monitor.now,
    total: () =>
      countOperations(
        db.reader(),
        request.filter,
        by === "series" ? { seriesOids: [oid] } : { targetOids: [oid] },
      ),
  };
}

const ended = new Set(["SUCCEEDED", "FAILED", "CANCELLED"]);

export async function cancelOperation(
  context: Context,
  args: {
    readonly operation: string;
    readonly dryRun: boolean;
    readonly idempotencyKey?: string | null | undefined;
  },
): Promise<MutationResult<Plan & { readonly targets: number }>> {
  return await mutate(context, "cancelOperation", "OPERATE", args.operation, args, async (db) => {
    const operation = await findOperation(context, args.operation);
    const over = new AppError(
      "CONFLICT",
      `The operation has already ended: ${operation.state.toLowerCase()}.`,
      {
        operation: idOf(db, operation.operationId),
      },
    );
    if (ended.has(operation.state)) throw over;
    return {
      targets: 1,
      statements: [`SELECT sealstone.cancel_operation(${operation.operationId})`],
      level: "operator",
      targetName: operation.targetName ?? operation.operationId.toString(),
      answer: (results) => {
        if (scalar(results[0]) !== "true") throw over;
        return { operationId: operation.operationId.toString() };
      },
    };
  });
}

export async function retryOperation(
  context: Context,
  args: {
    readonly operation: string;
    readonly dryRun: boolean;
    readonly idempotencyKey?: string | null | undefined;
  },
): Promise<MutationResult<Plan & { readonly targets: number }>> {
  return await mutate(context, "retryOperation", "OPERATE", args.operation, args, async () => {
    const operation = await findOperation(context, args.operation);
    if (operation.state !== "FAILED" && operation.state !== "CANCELLED") {
      throw new AppError(
        "CONFLICT",
        `Only what failed or was cancelled is tried again; this is ${operation.state.toLowerCase()}.`,
      );
    }
    return {
      targets: 1,
      statements: [`SELECT sealstone.retry_operation(${operation.operationId})`],
      level: "operator",
      targetName: operation.targetName ?? operation.operationId.toString(),
      ...(operation.targetOid === null ? {} : { exclusiveOids: [operation.targetOid] }),
      answer: operationAnswer,
    };
  });
}

/** Mutations on a whole database that call one function. */
export async function callOnDatabase(
  context: Context,
  args: {
    readonly database: string;
    readonly dryRun: boolean;
    readonly idempotencyKey?: string | null | undefined;
  },
  mutation: string,
  scope: "OPERATE" | "CONFIGURE",
  statement: string,
): Promise<MutationResult<Plan>> {
  return await mutate(context, mutation, scope, args.database, args, async (db) => ({
    statements: [statement],
    // pausing needs the database's owner: the admin login; who may ask is decided by the scope
    level: "admin",
    targetName: db.name,
    answer: () => ({}),
  }));
}
