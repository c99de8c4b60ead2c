/**
 * Keyset pages over one or several databases. An order is a key expression that may be NULL ("no value
 * last" either way), then a tie-breaker; the cursor is (is null, key as text, database, tie).
 */
import { decodeCursor, encodeCursor } from "@sealstone/shared";
import { z } from "zod";
import { badInput } from "../errors.js";
import { empty, type Fragment, fragment, raw } from "./sql.js";

export type KeyType = "text" | "numeric" | "float8";

export interface KeyOrder {
  /** Names the order inside the cursor. */
  readonly name: string;
  /** A constant expression of the statement. */
  readonly expression: string;
  readonly type: KeyType;
  readonly descending: boolean;
  /** A constant expression, unique in its database, of type bigint. */
  readonly tie: string;
}

export interface Position {
  readonly isNull: boolean;
  readonly key: string;
  readonly database: string;
  readonly tie: string;
}

/** Columns a row carries so that it can be compared and made a cursor of. */
export const keyColumns = { __null: z.boolean(), __key: z.string().nullable(), __tie: z.string() };

export interface Keyed {
  readonly __null: boolean;
  readonly __key: string | null;
  readonly __tie: string;
}

export function selectKey(order: KeyOrder): Fragment {
  return raw(
    `(${order.expression}) IS NULL AS __null, (${order.expression})::text AS __key, (${order.tie})::text AS __tie`,
  );
}

export function orderBy(order: KeyOrder): Fragment {
  const direction = order.descending ? "DESC" : "ASC";
  const collation = order.type === "text" ? ' COLLATE "C"' : "";
  return raw(
    `((${order.expression}) IS NULL), (${order.expression})${collation} ${direction}, (${order.tie}) ${direction}`,
  );
}

export function parsePosition(order: KeyOrder, cursor: string | null | undefined): Position | null {
  if (cursor === null || cursor === undefined) return null;
  const values = decodeCursor(cursor, orderName(order), 4);
  const [isNull, key, database, tie] = values ?? [];
  if (
    typeof isNull !== "boolean" ||
    typeof key !== "string" ||
    typeof database !== "string" ||
    typeof tie !== "string" ||
    !/^-?\d+$/.test(tie) ||
    (order.type !== "text" &&
      !isNull &&
      !/^-?(?:\d+(?:\.\d*)?(?:e[+-]?\d+)?|Infinity)$|^NaN$/i.test(key))
  ) {
    throw badInput(
      "The cursor does not belong to this list or this order.",
      "Begin again without `after`.",
    );
  }
  return { isNull, key, database, tie };
}

export function makeCursor(order: KeyOrder, database: string, row: Keyed): string {
  return encodeCursor(orderName(order), [row.__null, row.__key ?? "", database, row.__tie]);
}

function orderName(order: KeyOrder): string {
  return `${order.name}${order.descending ? "-" : "+"}`;
}

/** Rows of this database that come after the position. */
export function afterPosition(
  order: KeyOrder,
  position: Position | null,
  database: string,
): Fragment {
  if (position === null) return raw("TRUE");
  const tieLater = order.descending ? raw("<") : raw(">");
  const keyLater = tieLater;
  // databases at the same key follow each other by id, ascending
  const tie =
    database === position.database
      ? fragment`(${raw(order.tie)}) ${tieLater} ${position.tie}::bigint`
      : raw(database > position.database ? "TRUE" : "FALSE");
  if (position.isNull) return fragment`((${raw(order.expression)}) IS NULL AND ${tie})`;
  const type = raw(order.type);
  const collation = order.type === "text" ? raw(' COLLATE "C"') : empty;
  return fragment`((${raw(order.expression)}) IS NULL OR (${raw(order.expression)})${collation} ${keyLater} ${position.key}::${type}
    OR ((${raw(order.expression)}) = ${position.key}::${type} AND ${tie}))`;
}

function compareKey(order: KeyOrder, a: Keyed, b: Keyed): number {
  if (a.__null !== b.__null) return a.__null ? 1 : -1;
  if (a.__null || a.__key === null || b.__key === null || a.__key === b.__key) return 0;
  let compared: number;
  if (order.type === "text") compared = Buffer.compare(Buffer.from(a.__key), Buffer.from(b.__key));
  else compared = Number(a.__key) - Number(b.__key);
  return order.descending ? -compared : compared;
}

/** Merges pages of several databases, each in order, into one. */
export function mergePages<Row extends Keyed>(
  order: KeyOrder,
  pages: readonly { readonly database: string; readonly rows: readonly Row[] }[],
): { readonly database: string; readonly row: Row }[] {
  const all = pages.flatMap(({ database, rows }) => rows.map((row) => ({ database, row })));
  if (pages.length <= 1) return all;
  return all.sort(
    (a, b) =>
      compareKey(order, a.row, b.row) ||
      (a.database < b.database ? -1 : a.database > b.database ? 1 : 0) ||
      (order.descending ? -1 : 1) * (Number(a.row.__tie) - Number(b.row.__tie)),
  );
}
