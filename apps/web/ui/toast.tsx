"use client";
import { useSyncExternalStore } from "react";
import { cn } from "@/lib/cn";
import { Link } from "@/ui/link";
import { Button } from "./button";
import { CircleAlert, CircleCheck, Info, X } from "./icons";
import { SqlBlock } from "./sql-block";

export interface Toast {
  id: number;
  tone: "ok" | "bad" | "info";
  title: string;
  text?: string | null | undefined;
  hint?: string | undefined;
  sql?: string | undefined;
  link?: { href: string; label: string } | undefined;
}

let toasts: readonly Toast[] = [];
let next = 1;
const listeners = new Set<() => void>();

function set(value: readonly Toast[]): void {
  toasts = value;
  for (const listener of listeners) listener();
}

export function dismiss(id: number): void {
  set(toasts.filter((t) => t.id !== id));
}

/** Says what happened. Failures stay until they are put away. */
export function toast(value: Omit<Toast, "id">): void {
  const id = next++;
  set([...toasts.slice(-3), { ...value, id }]);
  if (value.tone !== "bad") setTimeout(() => dismiss(id), 7000);
}

const EMPTY: readonly Toast[] = [];

export function Toaster() {
  const list = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
    () => EMPTY,
  );
  return (
    // a live region is left alone by an open dialog, which hides the rest of the page from screen readers
    <section
      aria-label="Messages"
      aria-live="polite"
      className="pointer-events-none fixed right-3 bottom-3 left-3 z-50 flex flex-col items-end gap-2"
    >
      {list.map((t) => (
        <div
          key={t.id}
          role={t.tone === "bad" ? "alert" : "status"}
          className={cn(
            "popup pointer-events-auto flex w-full max-w-sm gap-2.5 border-l-3 p-3 text-sm",
            t.tone === "bad" ? "border-l-bad" : t.tone === "ok" ? "border-l-ok" : "border-l-info",
          )}
        >
          <span
            className={cn(
              "mt-0.5 shrink-0",
              t.tone === "bad" ? "text-bad" : t.tone === "ok" ? "text-ok" : "text-info",
            )}
            aria-hidden="true"
          >
            {t.tone === "bad" ? (
              <CircleAlert size={15} />
            ) : t.tone === "ok" ? (
              <CircleCheck size={15} />
            ) : (
              <Info size={15} />
            )}
          </span>
          <div className="min-w-0 flex-1">
            <p className="font-medium break-words">{t.title}</p>
            {t.text ? <p className="mt-0.5 text-muted break-words">{t.text}</p> : null}
            {t.hint ? <p className="mt-0.5 text-muted break-words">{t.hint}</p> : null}
            {t.sql ? (
              <details className="mt-1">
                <summary className="text-xs text-faint">SQL</summary>
                <SqlBlock sql={t.sql} className="mt-1" />
              </details>
            ) : null}
            {t.link ? (
              <Link
                href={t.link.href}
                className="mt-1 inline-block font-medium text-accent underline-offset-2 hover:underline"
              >
                {t.link.label}
              </Link>
            ) : null}
          </div>
          <Button
            kind="quiet"
            size="s"
            square
            aria-label="Put away"
            onClick={() => dismiss(t.id)}
            icon={<X size={14} aria-hidden="true" />}
          />
        </div>
      ))}
    </section>
  );
}
