import type { Context } from "../../context.js";
import type { Target } from "../../db/target.js";
import { notFound } from "../../errors.js";
import type { Resolvers } from "../../generated/resolvers.js";
import { databaseOfId, idOf, targetOf } from "../../ids.js";
import { onlyId } from "../../selection.js";
import type { PartitionModel, SeriesModel } from "../models.js";
import { loadOperation, operationsOf } from "../operation/operation.service.js";
import { operationPayload } from "../operation/payload.js";
import { loadSeries } from "../series/series.service.js";
import * as service from "./partition.service.js";

async function seriesOf(context: Context, db: Target, oid: string): Promise<SeriesModel> {
  const series = await loadSeries(context, db, oid);
  if (series === null) throw notFound("such series table");
  return series;
}

/** All that the field `id` reads of a series. */
const seriesById = (db: Target, oid: string): SeriesModel => ({ db, oid }) as SeriesModel;

const databaseOf = (context: Context, id: string): Target => targetOf(context, databaseOfId(id));

async function columnsOf(context: Context, partition: PartitionModel) {
  return (await service.columnsOfPartition(context, partition)).map((column) => ({
    ...column,
    encodings: (column.encodings ?? "")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
    ratio: column.bytes > 0n ? Number(column.rawBytes) / Number(column.bytes) : null,
  }));
}

export const partitionResolvers: Resolvers = {
  Query: { partition: (_parent, { id }, context) => service.findPartition(context, id) },
  Mutation: {
    seal: async (_parent, args, context) =>
      await operationPayload(
        context,
        databaseOf(context, args.partition),
        await service.requestOnPartition(context, args, "seal"),
      ),
    reseal: async (_parent, args, context) =>
      await operationPayload(
        context,
        databaseOf(context, args.partition),
        await service.requestOnPartition(context, args, "reseal"),
      ),
    unseal: async (_parent, args, context) =>
      await operationPayload(
        context,
        databaseOf(context, args.partition),
        await service.requestOnPartition(context, args, "unseal"),
      ),
    bulkPartitions: async (_parent, args, context) =>
      await operationPayload(
        context,
        databaseOf(context, args.series),
        await service.bulkPartitions(context, args),
      ),
    estimateSeal: async (_parent, args, context) => {
      const { sql, answer } = await service.estimate(context, args.partition, args.dryRun);
      return { sql, dryRun: args.dryRun, estimate: answer };
    },
    checkPartition: async (_parent, args, context) => {
      const { sql, answer } = await service.check(context, args.partition, args.dryRun);
      return {
        sql,
        dryRun: args.dryRun,
        sound: answer === null ? null : answer.length === 0,
        problems: answer ?? [],
      };
    },
  },
  PartitionConnection: {
    nodes: ({ nodes }) => [...nodes],
    totalCount: (connection) => connection.total(),
    totalBytes: (connection) => connection.bytes(),
  },
  Partition: {
    id: ({ db, oid }) => idOf(db, oid),
    database: ({ db }) => ({ db }),
    series: ({ db, seriesOid }, _args, context, info) =>
      onlyId(info) ? seriesById(db, seriesOid) : seriesOf(context, db, seriesOid),
    lastOperation: (partition, _args, context) =>
      partition.lastOperationId === null
        ? null
        : loadOperation(context, partition.db, partition.lastOperationId.toString()),
    // at once where there is nothing to look up: a page has a thousand
    columns: (partition, _args, context) =>
      partition.state === "SEALED" ? columnsOf(context, partition) : [],
    rowGroups: (partition, args, context) =>
      service.rowGroupsOfPartition(context, partition, args.first, args.skip),
    operations: ({ db, oid }, args, context) => operationsOf(context, db, "target", oid, args),
    history: (partition, _args, context) => service.historyOfPartition(context, partition),
  },
};
