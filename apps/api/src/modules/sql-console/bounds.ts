/**
 * What keeps one statement of the SQL page within its bounds: rows, bytes, time, and the life of its connection and of its caller.
 * None of it trusts the session's settings, which the statement may change.
 */
import { connect, type Socket } from "node:net";
import { formatBytes } from "@sealstone/shared";
import type pg from "pg";
import Cursor from "pg-cursor";
import { textTypes } from "../../db/types.js";
import { AppError } from "../../errors.js";

const maxBytes = 8 * 1024 * 1024;
/** Of one answer on the wire, past which its connection is given up: a value may have a gigabyte. */
const mostReceived = 8 * maxBytes;
const mostRowsAtOnce = 50;
/** What the server's own timeout is given before ours: its answer says more. */
const GRACE_MS = 500;
/** What the work is given to say itself why its connection ended. */
const SAY_MS = 100;
/** What a cancelled statement is given to end, before its connection is cut. */
const CUT_MS = 2_000;

interface ClientInternals {
  readonly connection: { readonly stream: Socket };
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
}

const internals = (client: pg.PoolClient): ClientInternals => client as unknown as ClientInternals;

/** Asks the server to cancel what the session runs, over a connection of its own, as the protocol has it (CancelRequest). */
function cancel(client: pg.PoolClient): void {
  const { host, port, processID, secretKey } = internals(client);
  const request = Buffer.alloc(16);
  request.writeInt32BE(16, 0);
  request.writeInt32BE(80_877_102, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.on("error", () => undefined);
  socket.setTimeout(CUT_MS, () => socket.destroy());
  socket.end(request);
}

/**
 * Runs work on a session that is ended when it takes too long or nobody waits for it any more: cancelled first, then cut off. A
 * connection that ends by itself ends the work too, which a cursor would wait on for ever.
 */
export async function withinTime<T>(
  client: pg.PoolClient,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | null },
  work: () => Promise<T>,
): Promise<T> {
  let stopped: AppError | undefined;
  let cutting: NodeJS.Timeout | undefined;
  const stop = (why: AppError): void => {
    if (stopped !== undefined) return;
    stopped = why;
    cancel(client);
    cutting = setTimeout(() => internals(client).connection.stream.destroy(), CUT_MS);
  };
  const late = setTimeout(
    () =>
      stop(new AppError("TIMEOUT", "The statement took longer than allowed and was stopped.", {})),
    timeoutMs + GRACE_MS,
  );
  const gone = (): void =>
    stop(new AppError("CANCELLED", "The caller went away: the statement was stopped.", {}));
  signal?.addEventListener("abort", gone, { once: true });
  let onEnd: (() => void) | undefined;
  let saying: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    onEnd = () => {
      saying = setTimeout(() => reject(new Error("Connection terminated by the server")), SAY_MS);
    };
    client.once("end", onEnd);
  });
  try {
    if (signal?.aborted === true) gone();
    return await Promise.race([work(), ended]);
  } catch (error) {
    throw stopped ?? error;
  } finally {
    clearTimeout(late);
    clearTimeout(cutting);
    clearTimeout(saying);
    signal?.removeEventListener("abort", gone);
    if (onEnd !== undefined) client.off("end", onEnd);
  }
}

interface CursorInternals {
  _result?: { fields?: pg.FieldDef[]; command?: string | null };
  handleCopyData?: () => void;
  handleCopyInResponse?: (connection: { sendCopyFail: (why: string) => void }) => void;
}

/** Ends the connection when more comes over it than was reckoned with, instead of holding it in memory. */
function floodgate(client: pg.PoolClient): { readonly flooded: () => boolean; close: () => void } {
  const { stream } = internals(client).connection;
  const from = stream.bytesRead;
  let flooded = false;
  const watch = (): void => {
    if (stream.bytesRead - from <= mostReceived) return;
    flooded = true;
    stream.destroy();
  };
  stream.on("data", watch);
  return { flooded: () => flooded, close: () => stream.off("data", watch) };
}

const tooLarge = (most: number): AppError =>
  new AppError("TOO_LARGE", `A row has more than ${formatBytes(BigInt(most))}.`, {
    hint: "Select less of it, as with left() or length().",
  });

/** One statement, read to the first bound that it meets. */
export async function readBounded(client: pg.PoolClient, text: string, maxRows: number) {
  const gate = floodgate(client);
  // the extended protocol takes one statement only, and never a second one after a semicolon
  const cursor = new Cursor<(string | null)[]>(text, [], { rowMode: "array", types: textTypes });
  const inside = cursor as unknown as CursorInternals;
  // pg hands COPY's messages to whoever asked, and a cursor has no such handlers
  inside.handleCopyData = () => undefined;
  inside.handleCopyInResponse = (connection) =>
    connection.sendCopyFail("the SQL page sends no data");
  client.query(cursor);
  const rows: (string | null)[][] = [];
  let bytes = 0;
  let largest = 0;
  let truncated = false;
  try {
    while (rows.length <= maxRows) {
      // one row at first, then as many as fit if none is larger than those so far
      const fit = Math.ceil((maxBytes - bytes) / Math.max(1, largest));
      const wanted = Math.min(rows.length + 1, fit, mostRowsAtOnce, maxRows + 1 - rows.length);
      const chunk = await cursor.read(Math.max(1, wanted));
      if (chunk.length === 0) break;
      for (const row of chunk) {
        let size = 0;
        for (const value of row) size += value === null ? 4 : Buffer.byteLength(value);
        bytes += size;
        largest = Math.max(largest, size);
        rows.push(row);
      }
      if (bytes > maxBytes) {
        truncated = true;
        break;
      }
    }
    if (rows.length > maxRows) {
      truncated = true;
      rows.length = maxRows;
    }
    while (bytes > maxBytes && rows.length > 1) {
      const last = rows.pop() ?? [];
      for (const value of last) bytes -= value === null ? 4 : Buffer.byteLength(value);
    }
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    return {
      rows,
      truncated,
      fields: inside._result?.fields ?? [],
      command: inside._result?.command ?? firstWord(text),
    };
  } catch (error) {
    throw gate.flooded() ? tooLarge(mostReceived) : error;
  } finally {
    gate.close();
    if (!gate.flooded()) await cursor.close().catch(() => undefined);
  }
}

/** The word a statement begins with, in capitals. */
export function firstWord(text: string): string {
  const stripped = text.replaceAll(/\/\*[\s\S]*?\*\/|--[^\n]*/g, " ").trim();
  return (/^[A-Za-z]+/.exec(stripped)?.[0] ?? "").toUpperCase();
}
