"use client";
/**
 * Every operation that the live stream has told of, newest version of each. Pages read from here
 * what is running now; what an operation's end changes elsewhere is fetched again.
 */
import { useMemo, useSyncExternalStore } from "react";
import type { OperationPartsFragment } from "@/data/generated/graphql";

export type Op = OperationPartsFragment;

const operations = new Map<string, Op>();
/** Ended, and what they changed is not fetched yet: as they were last seen at work, so that nobody is offered the same work again. */
const settling = new Map<string, Op>();
const listeners = new Set<() => void>();
let snapshot: readonly Op[] = [];
let scheduled = false;

const KEPT = 2000;

export const ENDED: ReadonlySet<string> = new Set(["SUCCEEDED", "FAILED", "CANCELLED"]);

function publish(): void {
  // Many changes arrive in one breath during a bulk seal; they are drawn once a frame.
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => {
    scheduled = false;
    snapshot = [...operations.values()];
    for (const listener of listeners) listener();
  });
}

/** Takes in what the stream said. Answers those that have ended since they were last heard of. */
export function take(list: readonly Op[]): Op[] {
  const ended: Op[] = [];
  for (const op of list) {
    const known = operations.get(op.id);
    if (known && BigInt(known.version) > BigInt(op.version)) continue;
    if (ENDED.has(op.state) && known && !ENDED.has(known.state)) {
      ended.push(op);
      settling.set(op.id, known);
    }
    operations.set(op.id, op);
  }
  if (operations.size > KEPT) {
    for (const [id, op] of operations) {
      if (operations.size <= KEPT) break;
      if (ENDED.has(op.state)) operations.delete(id);
    }
  }
  publish();
  return ended;
}

/** What these changed has been fetched. */
export function settled(ids: readonly string[]): void {
  for (const id of ids) settling.delete(id);
  publish();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const EMPTY: readonly Op[] = [];

export function useOperations(): readonly Op[] {
  return useSyncExternalStore(
    subscribe,
    () => snapshot,
    () => EMPTY,
  );
}

export function useOperation(id: string | null | undefined): Op | undefined {
  const all = useOperations();
  return useMemo(() => (id ? all.find((op) => op.id === id) : undefined), [all, id]);
}

/** What is queued or running, or has ended and is not to be seen in the partition yet, by partition id. */
export function useActiveByPartition(seriesId: string): ReadonlyMap<string, Op> {
  const all = useOperations();
  return useMemo(() => {
    const map = new Map<string, Op>();
    for (const op of all) {
      const at = ENDED.has(op.state) ? settling.get(op.id) : op;
      if (at === undefined || op.series?.id !== seriesId || !op.partition) continue;
      map.set(op.partition.id, at);
    }
    return map;
  }, [all, seriesId]);
}
