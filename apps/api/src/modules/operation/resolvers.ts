import { authorize } from "../../auth/principal.js";
import type { Resolvers } from "../../generated/resolvers.js";
import {
  databaseOfId,
  idOf,
  parseNumberId,
  parseRelationId,
  targetOf,
  targetsOf,
} from "../../ids.js";
import { closable } from "../../live/closable.js";
import type { HubEvent, Subscription } from "../../live/hub.js";
import { merge } from "../../live/merge.js";
import { loadPartition } from "../partition/partition.service.js";
import { loadRollup } from "../rollup/rollup.service.js";
import { loadSeries } from "../series/series.service.js";
import * as service from "./operation.service.js";
import { operationPayload } from "./payload.js";
import { type OperationRow, operationKind } from "./sql/operations.js";

async function* eventsOf(subscription: Subscription): AsyncGenerator<HubEvent> {
  try {
    while (true) {
      const event = await subscription.next();
      if (event === null) return;
      yield event;
    }
  } finally {
    subscription.close();
  }
}

export const operationResolvers: Resolvers = {
  Query: {
    operation: (_parent, { id }, context) => service.findOperation(context, id),
    operations: (_parent, args, context) =>
      service.listOperations(context, {
        database: args.database,
        first: args.first,
        after: args.after,
        filter: args.filter,
      }),
  },
  Mutation: {
    cancelOperation: async (_parent, args, context) =>
      await operationPayload(
        context,
        targetOf(context, databaseOfId(args.operation)),
        await service.cancelOperation(context, args),
      ),
    retryOperation: async (_parent, args, context) =>
      await operationPayload(
        context,
        targetOf(context, databaseOfId(args.operation)),
        await service.retryOperation(context, args),
      ),
  },
  Subscription: {
    operationChanged: {
      subscribe: async (_parent, args, context) => {
        authorize(context.principal, "READ");
        let targets = targetsOf(context, args.database);
        let seriesOid: string | null = null;
        if (args.series !== undefined && args.series !== null) {
          const { db, oid } = await parseRelationId(context, args.series, "such series table");
          targets = targets.filter((target) => target === db);
          seriesOid = oid;
        }
        let wanted: ReadonlyMap<string, readonly string[]> | null = null;
        if (args.ids !== undefined && args.ids !== null) {
          const map = new Map<string, string[]>();
          for (const id of args.ids) {
            const { db, number } = parseNumberId(context, id, "such operation");
            map.set(db.id, [...(map.get(db.id) ?? []), number]);
          }
          wanted = map;
          targets = targets.filter((target) => map.has(target.id));
        }
        const subscriptions = targets
          .filter((db) => db.readable)
          .map((db) => {
            const ids = wanted?.get(db.id) ?? null;
            const matches = (row: OperationRow): boolean =>
              (ids === null || ids.includes(row.operationId.toString())) &&
              (seriesOid === null || row.seriesOid === seriesOid || row.targetOid === seriesOid);
            return {
              db,
              subscription: context.services.live.operations(db).subscribe(matches, ids),
            };
          });
        const end = (): void => {
          for (const { subscription } of subscriptions) subscription.close();
        };
        const events = async function* () {
          try {
            for await (const { source, value } of merge(
              subscriptions.map(({ subscription }) => eventsOf(subscription)),
            )) {
              const db = subscriptions[source]?.db;
              if (db === undefined) continue;
              // each event is read anew: what was loaded for the one before is old
              context.loaders.clear();
              yield {
                operationChanged: {
                  type: value.type,
                  operations: value.operations.map((row) => ({ ...row, db })),
                  source: db.monitor.liveSource,
                  asOf: db.monitor.now,
                },
              };
            }
          } finally {
            end();
          }
        };
        return closable(events(), end);
      },
    },
  },
  OperationConnection: {
    nodes: ({ nodes }) => [...nodes],
    unavailable: ({ unavailable }) => [...unavailable],
    totalCount: (connection) => connection.total(),
  },
  Operation: {
    id: ({ db, operationId }) => idOf(db, operationId),
    database: ({ db }) => ({ db }),
    kind: ({ kindText }) => operationKind(kindText),
    parent: ({ db, parentId }) => (parentId === null ? null : idOf(db, parentId)),
    children: (operation, _args, context) => service.childrenOf(context, operation),
    partition: ({ db, targetOid, seriesOid, kindText }, _args, context) =>
      targetOid === null || targetOid === seriesOid || kindText === "refresh"
        ? null
        : loadPartition(context, db, targetOid),
    series: ({ db, seriesOid }, _args, context) =>
      seriesOid === null ? null : loadSeries(context, db, seriesOid),
    rollup: ({ db, targetOid, kindText }, _args, context) =>
      targetOid === null || kindText !== "refresh" ? null : loadRollup(context, db, targetOid),
    job: ({ db, jobId }) => (jobId === null ? null : idOf(db, jobId)),
    error: (operation) =>
      operation.errorMessage === null && operation.errorCode === null
        ? null
        : {
            sqlstate: operation.errorCode,
            message: operation.errorMessage ?? "No message was kept.",
            detail: operation.errorDetail,
            hint: operation.errorHint,
          },
    blockedBy: (operation) =>
      operation.blockedByPids.map((pid, index) => ({
        pid,
        query: index === 0 ? operation.blockedByQuery : null,
      })),
    cancellable: ({ state, cancelRequested }) =>
      (state === "QUEUED" || state === "RUNNING") && !cancelRequested,
    retryable: ({ state }) => state === "FAILED" || state === "CANCELLED",
  },
};
