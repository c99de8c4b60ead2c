"use client";
import type { ReactNode } from "react";
import { ApiError, remedy } from "@/data/errors";
import { Button } from "../button";
import { OctagonAlert, RefreshCw, TriangleAlert } from "../icons";
import { Age } from "../values";

export interface FailureProps {
  error: Error;
  retry?: () => void;
  what?: string;
  children?: ReactNode;
}

/** Nothing to show: what failed, and what to do. */
export function Failure({ error, retry, what, children }: FailureProps) {
  const api = error instanceof ApiError ? error : undefined;
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-xl flex-col items-center gap-2 px-5 py-10 text-center"
    >
      <OctagonAlert aria-hidden="true" className="text-bad" size={24} />
      <p className="text-base font-semibold">
        {what ? `${what} could not be read` : "This could not be read"}
      </p>
      <p className="text-sm text-text">{error.message}</p>
      {api?.detail ? <p className="text-sm text-muted">{api.detail}</p> : null}
      <p className="text-sm text-muted">{remedy(error)}</p>
      {api ? (
        <p className="text-xs text-faint">
          {api.code}
          {api.sqlstate ? ` · SQLSTATE ${api.sqlstate}` : ""}
        </p>
      ) : null}
      {children}
      {retry ? (
        <Button onClick={retry} icon={<RefreshCw size={14} aria-hidden="true" />}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}

/** The last values stay, greyed; this says how old they are and why. */
export function StaleNote({
  error,
  since,
  retry,
}: {
  error: Error;
  since: number;
  retry?: () => void;
}) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b bg-warn-soft px-3.5 py-1.5 text-sm text-warn-ink"
    >
      <TriangleAlert size={14} aria-hidden="true" />
      <span>
        {error.message} What you see is <Age value={new Date(since).toISOString()} prefix="from" />.{" "}
        {remedy(error)}
      </span>
      {retry ? (
        <Button kind="plain" size="s" className="ml-auto" onClick={retry}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
