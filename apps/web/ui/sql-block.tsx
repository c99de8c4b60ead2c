"use client";
import { CopyButton } from "./copy-button";
import { cn } from "@/lib/cn";

/** The exact SQL of an action, to read and to take along. */
export function SqlBlock({ sql, label, className }: { sql: string; label?: string; className?: string }) {
  return (
    <div className={cn("relative rounded-m border bg-sunken", className)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre aria-label={label ?? "SQL"} tabIndex={0} className="max-h-72 overflow-auto px-3 py-2 pr-10 text-xs leading-relaxed whitespace-pre-wrap break-words">
        {sql}
      </pre>
      <CopyButton text={sql} label="Copy SQL" className="absolute top-1 right-1" />
    </div>
  );
}
