"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { ApiError, remedy } from "@/data/errors";
import type { OperationPartsFragment, TypedDocumentString } from "@/data/generated/graphql";
import { request } from "@/data/use-api";
import { take } from "@/features/operation-progress/store";
import { toast } from "@/ui/toast";

/** What every mutation of the API answers with, at its root field. */
interface Answer {
  sql?: string[];
  operation?: OperationPartsFragment | null;
  targets?: number;
}

export interface Work {
  dryRun: boolean;
  idempotencyKey?: string | null;
}

export type Arguments<V> = Omit<V, "dryRun" | "idempotencyKey">;

export interface Act<R, V extends Work> {
  document: TypedDocumentString<R, V>;
  variables: Arguments<V>;
  /** What is said once it is under way: "Seal of flights_p2001_03 asked for". */
  said: string;
}

function answerOf(data: unknown): Answer {
  return (Object.values(data as Record<string, Answer>)[0] ?? {}) as Answer;
}

/** The exact SQL an act would run. Nothing is done. */
export async function sqlOf<R, V extends Work>(
  act: Pick<Act<R, V>, "document" | "variables">,
): Promise<string> {
  const data = await request(act.document, { ...act.variables, dryRun: true } as V);
  return (answerOf(data).sql ?? []).join("\n");
}

export function sayFailure(error: unknown, what: string): void {
  const e = error instanceof Error ? error : new Error(String(error));
  const operation =
    e instanceof ApiError ? (e.extensions.operation ?? e.extensions.operationId) : undefined;
  toast({
    tone: "bad",
    title: `${what}: ${e.message}`,
    text: e instanceof ApiError ? e.detail : undefined,
    hint: remedy(e),
    link:
      typeof operation === "string"
        ? { href: `/operations/${encodeURIComponent(operation)}`, label: "See that operation" }
        : undefined,
  });
}

/**
 * Does a thing: one click, one idempotency key, so that a click that is sent twice has one effect.
 * What came of it is in the store before the page is fetched again.
 */
export function useAct(): {
  busy: boolean;
  act: <R, V extends Work>(act: Act<R, V>) => Promise<R | undefined>;
} {
  const [running, setRunning] = useState(0);
  const queries = useQueryClient();
  const act = useCallback(
    async <R, V extends Work>({ document, variables, said }: Act<R, V>): Promise<R | undefined> => {
      setRunning((n) => n + 1);
      try {
        const data = await request(document, {
          ...variables,
          dryRun: false,
          idempotencyKey: key(),
        } as V);
        const answer = answerOf(data);
        if (answer.operation) take([answer.operation]);
        toast({
          tone: "ok",
          title: said,
          sql: answer.sql?.join("\n"),
          link: answer.operation
            ? { href: `/operations/${encodeURIComponent(answer.operation.id)}`, label: "Follow it" }
            : undefined,
        });
        void queries.invalidateQueries();
        return data;
      } catch (error) {
        sayFailure(error, said.replace(/:? (asked for|done|saved)$/, ""));
        return undefined;
      } finally {
        setRunning((n) => n - 1);
      }
    },
    [queries],
  );
  return { busy: running > 0, act };
}

/** `randomUUID` exists only where the page is secure; over plain http the same comes from random bytes. */
function key(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}
