import { openTargets } from "./prepare.js";
import type { Context } from "./suite.js";

/** Bytes of each target with its indexes, and of each sealed column by encoding. */
export async function size(context: Context): Promise<void> {
  const opened = await openTargets(context);
  try {
    const values: Record<string, { value: number }> = {};
    for (const target of opened) values[target.name] = { value: await target.size() };
    const base = values.heap?.value;
    context.keep({
      suite: "size",
      workload: context.workload.name,
      name: "bytes",
      title: "table, TOAST and indexes",
      unit: "bytes",
      values,
      ratios:
        base === undefined
          ? {}
          : Object.fromEntries(
              Object.entries(values).map(([name, { value }]) => [name, base / value]),
            ),
      ...(base === undefined ? {} : { base: "heap" }),
      notes: [],
    });
    if (context.targets.includes("sealed")) {
      const { rows } = await context.client.query(
        `SELECT c.column_name, string_agg(DISTINCT c.encoding, ', ') AS encoding, sum(c.bytes) AS bytes, sum(c.raw_bytes) AS raw
           FROM pg_partition_tree($1::regclass) AS p
           JOIN pg_class AS r ON r.oid = p.relid
           JOIN pg_am AS a ON a.oid = r.relam AND a.amname = 'sealstone',
                sealstone.column_sizes(p.relid) AS c
          WHERE p.isleaf GROUP BY c.column_name ORDER BY sum(c.bytes) DESC`,
        [`sealed.${context.workload.name}`],
      );
      for (const row of rows) {
        context.keep({
          suite: "size",
          workload: context.workload.name,
          name: `column ${row.column_name}`,
          title: `${row.column_name}: ${row.encoding}`,
          unit: "bytes",
          values: { sealed: { value: Number(row.bytes) }, decoded: { value: Number(row.raw) } },
          ratios: { sealed: Number(row.raw) / Number(row.bytes) },
          base: "decoded",
          notes: [],
        });
      }
    }
  } finally {
    for (const target of opened) await target.close();
  }
}
