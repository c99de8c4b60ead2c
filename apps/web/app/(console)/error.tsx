"use client";
import { useEffect } from "react";
import { Failure } from "@/ui/state/error";

export default function ConsoleError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  useEffect(() => console.error(error), [error]);
  return (
    <Failure error={error} retry={reset} what="This page">
      {error.digest ? (
        <p className="text-xs text-faint">Look for {error.digest} in the console's log.</p>
      ) : null}
    </Failure>
  );
}
