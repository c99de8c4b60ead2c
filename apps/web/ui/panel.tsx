import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

export interface PanelProps {
  title?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  flush?: boolean;
  className?: string;
  children: ReactNode;
  level?: 2 | 3;
  id?: string;
}

export function Panel({
  title,
  note,
  actions,
  flush,
  className,
  children,
  level = 2,
  id,
}: PanelProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section id={id} className={cn("min-w-0 rounded-l border bg-surface", className)}>
      {title || actions ? (
        <header className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3.5 py-1.5">
          {title ? <Heading className="text-sm">{title}</Heading> : null}
          {note ? <span className="text-xs text-faint">{note}</span> : null}
          {actions ? (
            <div className="ml-auto flex flex-wrap items-center gap-1.5">{actions}</div>
          ) : null}
        </header>
      ) : null}
      <div className={flush ? "" : "p-3.5"}>{children}</div>
    </section>
  );
}

export interface PageHeaderProps {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  crumbs?: ReactNode;
}

/** The one head a page has: where one is, what it is, what can be done to all of it. */
export function PageHeader({ title, lead, actions, crumbs }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <div className="min-w-0">
        {crumbs ? <div className="mb-0.5 text-xs text-faint">{crumbs}</div> : null}
        <h1 className="text-xl break-words">{title}</h1>
        {lead ? <div className="mt-0.5 max-w-[72ch] text-sm text-muted">{lead}</div> : null}
      </div>
      {actions ? <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  );
}

/** A figure with its name: the dense way to say how big something is. */
export function Stat({
  label,
  value,
  title,
  note,
  tone,
}: {
  label: string;
  value: ReactNode;
  title?: string;
  note?: ReactNode;
  tone?: "bad" | "warn";
}) {
  return (
    <div className="min-w-0 px-3 py-2.5">
      <dt className="text-xs text-faint">{label}</dt>
      <dd
        title={title}
        className={cn(
          "mt-0.5 text-lg font-semibold tracking-tight whitespace-nowrap",
          tone === "bad" && "text-bad-ink",
          tone === "warn" && "text-warn-ink",
        )}
      >
        {value}
      </dd>
      {note ? <dd className="text-xs text-pretty text-muted">{note}</dd> : null}
    </div>
  );
}

export function StatRow({ children, label }: { children: ReactNode; label: string }) {
  return (
    <dl
      aria-label={label}
      className="grid grid-cols-2 rounded-l border bg-surface sm:grid-cols-3 lg:grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] [&>*]:border-l [&>*]:-ml-px overflow-hidden"
    >
      {children}
    </dl>
  );
}
