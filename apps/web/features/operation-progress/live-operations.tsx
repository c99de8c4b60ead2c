"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { OperationChangedDocument } from "@/data/generated/graphql";
import { subscribe } from "@/data/live";
import { toast } from "@/ui/toast";
import { settled, take } from "./store";

/** Keys of what an operation never changes: not fetched again for its sake. */
const UNTOUCHED = new Set([
  "Viewer",
  "Tokens",
  "Users",
  "AuditLog",
  "CompletionTables",
  "AttentionRules",
  "PartitionRowGroups",
]);

/** Mounted once in the console: feeds the store and refreshes what an ended operation changed. */
export function LiveOperations() {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    let ending: string[] = [];
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        const ids = ending;
        ending = [];
        void queries
          .invalidateQueries({ predicate: (q) => !UNTOUCHED.has(String(q.queryKey[0])) })
          .finally(() => settled(ids));
      }, 400);
    };
    const stop = subscribe(OperationChangedDocument, {}, ({ operationChanged }) => {
      const ended = take(operationChanged.operations);
      ending.push(...ended.map(({ id }) => id));
      if (operationChanged.type === "SNAPSHOT" || ended.length) refresh();
      // the worker measures sizes once an operation has ended: what hangs on them is right a moment later
      if (ended.length) {
        clearTimeout(again);
        again = setTimeout(refresh, 3000);
      }
      for (const op of ended) {
        if (op.state === "FAILED" && !op.parent) {
          toast({
            tone: "bad",
            title: `${op.kindText} of ${op.targetName ?? "its target"} failed`,
            text: op.error?.message,
            link: { href: `/operations/${encodeURIComponent(op.id)}`, label: "See why" },
          });
        }
      }
    });
    return () => {
      clearTimeout(timer);
      clearTimeout(again);
      stop();
    };
  }, [queries]);
  return null;
}
