/** Timings and history over time. */

import type { QueryOrder } from "@sealstone/shared";
import { fromMicroseconds, toMicroseconds } from "@sealstone/shared";
import type { Context } from "../../context.js";
import { parsePosition } from "../../db/keyset.js";
import { badInput } from "../../errors.js";
import { groupBy } from "../../loaders.js";
import { checkFirst, pageOf } from "../../pages.js";
import type { QueryStatConnectionModel, SeriesModel } from "../models.js";
import { historyOfSeries } from "../series/sql/series.js";
import {
  countQueryStats,
  pageQueryStats,
  queryKeyOrder,
  timingsOfSeries,
} from "./sql/query-stats.js";

export interface Range {
  readonly from: string;
  readonly to: string;
  readonly seconds: number;
}

/** A finite range; `defaultSeconds` before now where nothing is said. */
export function rangeOf(
  now: string,
  from: string | null | undefined,
  to: string | null | undefined,
  defaultSeconds: number,
): Range {
  // whole minutes, so that requests of one page share their statements
  const nowMicroseconds = toMicroseconds(now) ?? 0n;
  const minute = 60_000_000n;
  const end = to ? toMicroseconds(to) : (nowMicroseconds / minute + 1n) * minute;
  if (end === null) throw badInput("to must be a finite time.");
  const begin = from ? toMicroseconds(from) : end - BigInt(defaultSeconds) * 1_000_000n;
  if (begin === null) throw badInput("from must be a finite time.");
  if (begin >= end) throw badInput("from must be before to.");
  return {
    from: fromMicroseconds(begin),
    to: fromMicroseconds(end),
    seconds: Number(end - begin) / 1e6,
  };
}

/** Whole minutes, as many as keep the points within what was asked for. */
export function stepOf(range: Range, points: number, least: number): number {
  if (!Number.isInteger(points) || points < 1 || points > 1_000)
    throw badInput("points must be 1 to 1000.");
  return Math.max(least, Math.ceil(range.seconds / points / least) * least);
}

export async function timingsOf(
  context: Context,
  series: SeriesModel,
  request: {
    readonly from?: string | null | undefined;
    readonly to?: string | null | undefined;
    readonly points: number;
  },
) {
  const range = rangeOf(series.db.monitor.now, request.from, request.to, 3_600);
  const stepSeconds = stepOf(range, request.points, 60);
  const rows = await context.loaders.load(
    "timings",
    series.db,
    { ...range, stepSeconds },
    series.oid,
    async (pool, oids) =>
      groupBy(
        await timingsOfSeries(pool, { oids, from: range.from, to: range.to, stepSeconds }),
        (row) => row.seriesOid,
      ),
    [],
  );
  return { points: rows, stepSeconds, from: range.from, to: range.to };
}

export async function historyOf(
  context: Context,
  series: SeriesModel,
  request: {
    readonly from?: string | null | undefined;
    readonly to?: string | null | undefined;
    readonly points: number;
  },
) {
  const range = rangeOf(series.db.monitor.now, request.from, request.to, 86_400);
  // minutes are kept for two days, hours for 400
  const start = toMicroseconds(range.from) ?? 0n;
  const now = toMicroseconds(series.db.monitor.now) ?? 0n;
  const recent = now - start <= 172_800_000_000n;
  const resolution = recent && range.seconds <= 172_800 ? "minute" : "hour";
  const stepSeconds = stepOf(range, request.points, resolution === "minute" ? 60 : 3_600);
  const rows = await context.loaders.load(
    "history",
    series.db,
    { ...range, stepSeconds, resolution },
    series.oid,
    async (pool, oids) =>
      groupBy(
        await historyOfSeries(pool, {
          oids,
          from: range.from,
          to: range.to,
          stepSeconds,
          resolution,
        }),
        (row) => row.oid,
      ),
    [],
  );
  return { points: rows, resolution };
}

export async function topQueriesOf(
  context: Context,
  series: SeriesModel,
  request: {
    readonly first: number;
    readonly after?: string | null | undefined;
    readonly order?: QueryOrder | null | undefined;
  },
): Promise<QueryStatConnectionModel> {
  const first = checkFirst(request.first, 200);
  const order = queryKeyOrder(request.order);
  const position = parsePosition(order, request.after);
  const { db } = series;
  const rows = await context.loaders.load(
    "topQueries",
    db,
    request,
    series.oid,
    async (pool, oids) =>
      groupBy(
        await pageQueryStats(pool, { oids, order, position, limit: first + 1 }),
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
    total: async () =>
      Number(
        await context.loaders.load(
          "queryCount",
          db,
          null,
          series.oid,
          async (pool, oids) =>
            new Map((await countQueryStats(pool, oids)).map((row) => [row.oid, row.count])),
          0n,
        ),
      ),
  };
}
