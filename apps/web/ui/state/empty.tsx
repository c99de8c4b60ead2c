import type { ReactNode } from "react";
import { SqlBlock } from "../sql-block";

export interface EmptyProps {
  title: string;
  /** What this is, and why it is empty. */
  children: ReactNode;
  /** The button that fills it … */
  action?: ReactNode;
  /** … or the line of SQL that does. */
  sql?: string;
  icon?: ReactNode;
}

export function Empty({ title, children, action, sql, icon }: EmptyProps) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-2 px-5 py-10 text-center">
      {icon ? <div className="text-faint">{icon}</div> : null}
      <p className="text-base font-semibold">{title}</p>
      <div className="text-sm text-muted">{children}</div>
      {action ? <div className="mt-1.5">{action}</div> : null}
      {sql ? (
        <div className="mt-1.5 w-full text-left">
          <SqlBlock sql={sql} />
        </div>
      ) : null}
    </div>
  );
}
