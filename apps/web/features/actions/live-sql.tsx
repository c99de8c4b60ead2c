"use client";
import { useEffect, useState } from "react";
import { SqlBlock } from "@/ui/sql-block";
import { type Act, sqlOf, type Work } from "./use-act";

/** The SQL that a form would run, as it is filled in; what the server says against it, in its words. */
export function LiveSql<R, V extends Work>({
  act,
  ready = true,
}: {
  act: Pick<Act<R, V>, "document" | "variables">;
  ready?: boolean;
}) {
  const [state, setState] = useState<{ sql?: string; error?: string }>({});
  const key = JSON.stringify(act.variables);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the variables are compared by value
  useEffect(() => {
    if (!ready) {
      setState({});
      return;
    }
    let gone = false;
    const timer = setTimeout(() => {
      sqlOf(act).then(
        (sql) => !gone && setState({ sql }),
        (error: unknown) =>
          !gone && setState({ error: error instanceof Error ? error.message : String(error) }),
      );
    }, 350);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [key, ready]);
  return (
    <div className="min-h-16" aria-live="polite">
      {state.error ? (
        <p className="text-sm text-bad-ink">{state.error}</p>
      ) : state.sql !== undefined ? (
        <SqlBlock sql={state.sql} />
      ) : (
        <p className="text-sm text-faint">
          {ready ? "…" : "Fill it in to see the SQL it will run."}
        </p>
      )}
    </div>
  );
}
