/** What a drop would take, and what depends on it. */
import { z } from "zod";
import { int8, many, type Queryable } from "../../../db/rows.js";
import { raw, sql } from "../../../db/sql.js";

const partition = z.object({
  oid: z.string(),
  qualifiedName: z.string(),
  lo: z.string().nullable(),
  hi: z.string().nullable(),
  loValue: int8.nullable(),
  hiValue: int8.nullable(),
  rows: int8.nullable(),
  bytes: int8.nullable(),
});
export type PartitionForDrop = z.infer<typeof partition>;

/** Partitions whose whole range lies before a bound. `bound` is an expression made by this program of checked literals. */
export async function partitionsBefore(
  on: Queryable,
  series: string,
  bound: string,
  integer: boolean,
): Promise<PartitionForDrop[]> {
  return await many(
    on,
    partition,
    sql(
      "partitionsBefore",
    )`SELECT p.partition::oid::text AS oid, format('%I.%I', p.schema_name, p.partition_name) AS "qualifiedName", p.lo, p.hi,
             p.lo_value AS "loValue", p.hi_value AS "hiValue", p.rows, p.bytes
        FROM sealstone.partition_info p
       WHERE p.relation = ${series}::regclass AND p.state <> 'default' AND ${raw(integer ? "p.hi_value" : "p.hi")} <= ${raw(bound)}
       ORDER BY p.lo, p.lo_value`,
  );
}

/** Views and foreign keys that hold a partition, as sentences. */
export async function dependentsOf(on: Queryable, oids: readonly string[]): Promise<string[]> {
  const rows = await many(
    on,
    z.object({ sentence: z.string() }),
    sql(
      "dependentsOf",
    )`SELECT DISTINCT format('View %s reads %s.', v.oid::regclass, d.refobjid::regclass) AS sentence
        FROM pg_depend d JOIN pg_rewrite w ON w.oid = d.objid AND d.classid = 'pg_rewrite'::regclass JOIN pg_class v ON v.oid = w.ev_class
       WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = ANY (${oids}::oid[]) AND v.oid <> d.refobjid
      UNION
      SELECT format('Foreign key %I of %s refers to %s.', c.conname, c.conrelid::regclass, c.confrelid::regclass)
        FROM pg_constraint c WHERE c.contype = 'f' AND c.confrelid = ANY (${oids}::oid[]) AND c.conparentid = 0
      ORDER BY 1 LIMIT 100`,
  );
  return rows.map((row) => row.sentence);
}
