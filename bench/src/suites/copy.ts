import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";

/** Rows as COPY writes them: what `copyIn` is given, as often as one likes. */
export async function copyOut(client: pg.Client, query: string, format = ""): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  await pipeline(
    client.query(copyTo(`COPY (${query}) TO STDOUT ${format}`)),
    async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) chunks.push(chunk);
    },
  );
  return chunks;
}

export function copyIn(
  client: pg.Client,
  table: string,
  chunks: readonly Buffer[],
  format = "",
): Promise<void> {
  return pipeline(
    Readable.from(chunks),
    client.query(copyFrom(`COPY ${table} FROM STDIN ${format}`)),
  );
}
