"use client";
/**
 * Subscriptions, over one socket for the whole page. The client is fetched after the first paint;
 * until then, and where no socket can be had, the plain refresh carries on.
 */
import type { Client } from "graphql-ws";
import { type AnyDocument, documentBody, type ResultOf, type VariablesOf } from "./execute";

export type LiveState = "connecting" | "live" | "lost";

const PING_MS = 10_000;
const PONG_MS = 5_000;

let client: Promise<Client> | undefined;
let open: WebSocket | undefined;
let unanswered: ReturnType<typeof setTimeout> | undefined;
let state: LiveState = "connecting";
const listeners = new Set<() => void>();

function setState(next: LiveState): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

export function liveState(): LiveState {
  return state;
}

export function onLiveState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function connect(): Promise<Client> {
  client ??= import("graphql-ws").then(({ createClient }) =>
    createClient({
      url: `${window.location.protocol === "https:" ? "wss" : "ws"}://${window.location.host}/graphql`,
      lazy: true,
      keepAlive: PING_MS,
      retryAttempts: Number.POSITIVE_INFINITY,
      retryWait: async (retries) => {
        const wait = Math.min(15_000, 500 * 2 ** Math.min(retries, 5));
        await new Promise((done) => setTimeout(done, wait * (0.75 + Math.random() / 2)));
      },
      shouldRetry: () => true,
      on: {
        connected: (socket) => {
          open = socket as WebSocket;
          setState("live");
        },
        closed: () => {
          clearTimeout(unanswered);
          setState("lost");
        },
        // an API that hangs leaves its sockets open: one that does not answer is given up
        ping: (received) => {
          if (!received) unanswered = setTimeout(() => open?.close(4408, "no answer"), PONG_MS);
        },
        pong: (received) => {
          if (received) clearTimeout(unanswered);
        },
      },
    }),
  );
  return client;
}

export function subscribe<D extends AnyDocument>(
  document: D,
  variables: VariablesOf<D>,
  next: (data: ResultOf<D>) => void,
): () => void {
  let stop: (() => void) | undefined;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = async () => {
    const c = await connect();
    if (stopped) return;
    const body = documentBody(document);
    stop = c.subscribe<ResultOf<D>>(
      {
        ...body,
        query: body.query ?? "",
        variables: variables as Record<string, unknown>,
        extensions: body.extensions as Record<string, unknown> | undefined,
      },
      {
        next: (message) => {
          if (message.data) next(message.data);
        },
        // Refused (signed out, not allowed) or ended by the server: asked again a little later.
        error: () => again(),
        complete: () => again(),
      },
    );
  };
  const again = () => {
    if (stopped) return;
    setState("lost");
    timer = setTimeout(() => void start(), 5000);
  };
  void start();
  return () => {
    stopped = true;
    clearTimeout(timer);
    stop?.();
  };
}
