"use client";
import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import type { Role } from "@/data/generated/graphql";
import { useCan } from "@/data/session";
import { cn } from "@/lib/cn";
import { Button, type ButtonProps } from "@/ui/button";
import { Popover } from "@/ui/popover";
import { SqlBlock } from "@/ui/sql-block";
import { SkeletonBlock } from "@/ui/state/skeleton";
import { type Act, sqlOf, useAct, type Work } from "./use-act";

export interface ActionButtonProps<R, V extends Work>
  extends Pick<ButtonProps, "kind" | "size" | "disabled" | "title"> {
  act: Act<R, V>;
  label: ReactNode;
  /** Names it for those who do not see where it stands: "Seal flights_p2001_03". */
  name?: string;
  icon?: ReactNode;
  /** the least role that may press it */
  least?: Role;
  after?: (data: R) => void;
  /** Without the half that shows the SQL, where there is no room for it. */
  bare?: boolean;
}

/** One click does it; the half beside it shows the SQL it runs. Not there at all for a role that may not. */
export function ActionButton<R, V extends Work>({
  act,
  label,
  name,
  icon,
  least = "OPERATOR",
  after,
  bare,
  kind = "plain",
  size = "m",
  disabled,
  title,
}: ActionButtonProps<R, V>) {
  const can = useCan(least);
  const { busy, act: run } = useAct();
  if (!can) return null;
  const press = async () => {
    const data = await run(act);
    if (data !== undefined) after?.(data);
  };
  const button = (
    <Button
      kind={kind}
      size={size}
      busy={busy}
      disabled={disabled}
      title={title}
      icon={icon}
      aria-label={name}
      onClick={() => void press()}
      className={bare ? undefined : "rounded-r-none"}
    >
      {label}
    </Button>
  );
  if (bare) return button;
  return (
    <span className="inline-flex">
      {button}
      <SqlPeek act={act} name={name} kind={kind} size={size} />
    </span>
  );
}

export function SqlPeek<R, V extends Work>({
  act,
  name,
  kind = "plain",
  size = "m",
  alone,
}: {
  act: Act<R, V>;
  name?: string | undefined;
  kind?: ButtonProps["kind"];
  size?: ButtonProps["size"];
  alone?: boolean;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      className="w-[30rem]"
      trigger={
        <Button
          kind={kind}
          size={size}
          aria-label={`Show the SQL of ${name ?? "this action"}`}
          title="Show the SQL"
          className={cn(
            "font-mono text-2xs",
            alone ? "" : "rounded-l-none",
            alone ? "" : kind === "primary" ? "ml-px" : "-ml-px",
            "px-1.5",
          )}
        >
          SQL
        </Button>
      }
    >
      <Preview act={act} />
    </Popover>
  );
}

function Preview<R, V extends Work>({ act }: { act: Act<R, V> }) {
  const [state, setState] = useState<{ sql?: string; error?: string }>({});
  const key = JSON.stringify(act.variables);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the variables are compared by value
  useEffect(() => {
    let gone = false;
    sqlOf(act).then(
      (sql) => !gone && setState({ sql }),
      (error: unknown) =>
        !gone && setState({ error: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      gone = true;
    };
  }, [key]);
  return (
    <div className="flex flex-col gap-2">
      <p className="eyebrow">What it runs</p>
      {state.sql !== undefined ? (
        <SqlBlock sql={state.sql} />
      ) : state.error ? (
        <p className="text-bad-ink">{state.error}</p>
      ) : (
        <SkeletonBlock className="h-12" />
      )}
    </div>
  );
}
