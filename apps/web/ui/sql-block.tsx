"use client";
import { cn } from "@/lib/cn";
import { CopyButton } from "./copy-button";

/** The exact SQL of an action, to read and to take along. */
export function SqlBlock({ sql, className }: { sql: string; className?: string }) {
  return (
    <div className={cn("relative rounded-m border bg-sunken", className)}>
      <pre
        tabIndex={0}
        className="max-h-72 overflow-auto px-3 py-2 pr-10 text-xs leading-relaxed whitespace-pre-wrap break-words"
      >
        {sql}
      </pre>
      <CopyButton text={sql} label="Copy SQL" className="absolute top-1 right-1" />
    </div>
  );
}
