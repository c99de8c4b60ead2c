/** Pages of rows as connections. */
import { type Keyed, type KeyOrder, makeCursor } from "./db/keyset.js";
import type { Target } from "./db/target.js";
import { badInput } from "./errors.js";

export function checkFirst(first: number, most: number): number {
  if (!Number.isInteger(first) || first < 1 || first > most)
    throw badInput(`first must be 1 to ${most}.`);
  return first;
}

export interface Page<Row> {
  readonly nodes: readonly (Row & { readonly db: Target })[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Of one more row than was wanted. */
export function pageOf<Row extends Keyed>(
  order: KeyOrder,
  rows: readonly { readonly db: Target; readonly row: Row }[],
  first: number,
): Page<Row> {
  const wanted = rows.slice(0, first);
  const last = wanted.at(-1);
  return {
    // in place: a thousand copies of thirty fields are a good part of a page's work
    nodes: wanted.map(({ db, row }) => Object.assign(row, { db })),
    pageInfo: {
      hasNextPage: rows.length > first,
      endCursor: last === undefined ? null : makeCursor(order, last.db.id, last.row),
    },
  };
}
