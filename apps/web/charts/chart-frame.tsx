"use client";
import { type ReactNode, useId, useState } from "react";
import { cn } from "@/lib/cn";
import { Button } from "@/ui/button";
import { Table2 } from "@/ui/icons";

export interface TableBehind {
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

export interface ChartFrameProps {
  title: ReactNode;
  /** One sentence: what is drawn, in which unit. */
  caption: ReactNode;
  legend?: ReactNode;
  actions?: ReactNode;
  table: TableBehind;
  children: ReactNode;
  className?: string;
}

/** Every chart is a figure with a caption, and the same figures as a table behind it. */
export function ChartFrame({
  title,
  caption,
  legend,
  actions,
  table,
  children,
  className,
}: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <figure aria-labelledby={id} className={cn("min-w-0 rounded-l border bg-surface", className)}>
      <figcaption className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3.5 py-1.5">
        <h2 id={id} className="text-sm">
          {title}
        </h2>
        <span className="text-xs text-faint">{caption}</span>
        <div className="ml-auto flex flex-wrap items-center gap-1.5">
          {actions}
          <Button
            kind="quiet"
            size="s"
            square
            aria-pressed={asTable}
            aria-label={asTable ? "Show the chart" : "Show as a table"}
            title={asTable ? "Show the chart" : "Show as a table"}
            onClick={() => setAsTable(!asTable)}
            icon={<Table2 size={15} aria-hidden="true" />}
          />
        </div>
      </figcaption>
      {asTable ? <Behind table={table} /> : <div className="p-3.5">{children}</div>}
      {legend && !asTable ? (
        <div className="flex flex-wrap gap-x-4 gap-y-1 border-t px-3.5 py-2 text-xs text-muted">
          {legend}
        </div>
      ) : null}
    </figure>
  );
}

function Behind({ table }: { table: TableBehind }) {
  const [most, setMost] = useState(200);
  return (
    <div className="max-h-80 overflow-auto" tabIndex={0}>
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-surface">
          <tr>
            {table.head.map((h) => (
              <th
                key={h}
                scope="col"
                className="border-b px-3.5 py-1.5 text-left text-xs font-medium text-faint"
              >
                {h}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, most).map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of figures have no identity
            <tr key={i} className="border-b last:border-b-0">
              {row.map((cell, j) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={j} className="px-3.5 py-1 whitespace-nowrap">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.rows.length > most ? (
        <Button kind="quiet" size="s" className="m-2" onClick={() => setMost(most + 1000)}>
          Show more ({table.rows.length - most})
        </Button>
      ) : null}
    </div>
  );
}

export function LegendItem({ swatch, children }: { swatch: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {swatch}
      {children}
    </span>
  );
}
