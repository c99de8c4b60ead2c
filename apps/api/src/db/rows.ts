/** Rows are parsed where they enter, so that a view that changed shape is one clear error, not a wrong number. */
import { z } from "zod";
import { AppError } from "../errors.js";
import type { Statement } from "./sql.js";

/** What a statement runs on: a pool or one client, so that a transaction is visible in the signature. */
export interface Queryable {
  readonly databaseId: string;
  run(statement: Statement): Promise<readonly unknown[]>;
}

export async function many<T extends z.ZodType>(
  on: Queryable,
  shape: T,
  statement: Statement,
): Promise<z.output<T>[]> {
  const rows = await on.run(statement);
  const parsed = z.array(shape).safeParse(rows);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AppError(
    "UNSUPPORTED",
    `The extension answered in a shape this API does not know (${statement.name}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}).`,
    {
      database: on.databaseId,
      hint: "Use an API and an extension of the same version.",
      cause: parsed.error,
    },
  );
}

export async function maybeOne<T extends z.ZodType>(
  on: Queryable,
  shape: T,
  statement: Statement,
): Promise<z.output<T> | null> {
  const rows = await many(on, shape, statement);
  return rows[0] ?? null;
}

/** bigint from int8; numeric sums arrive as text. */
export const int8 = z.union([
  z.bigint(),
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(BigInt),
]);
/** A float; NaN and infinities, which JSON has not, become null. */
export const float8 = z
  .number()
  .nullable()
  .transform((value) => (value === null || !Number.isFinite(value) ? null : value));
export const text = z.string();
/** An array column of a view, whose NULLs cannot be told apart by type. */
export const textArray = z
  .array(z.string().nullable())
  .nullable()
  .transform((items) => (items ?? []).filter((item) => item !== null));
/** As text: RFC 3339 or an infinity. */
export const time = z.string();
