"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Failure } from "@/ui/state/error";

export default function ConsoleError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const cache = useQueryClient();
  useEffect(() => console.error(error), [error]);
  const again = () => {
    // what the page held is what it may have failed at: it is asked for anew
    cache.removeQueries({ type: "inactive" });
    reset();
  };
  return (
    <Failure error={error} retry={again} what="This page">
      {error.digest ? (
        <p className="text-xs text-faint">Look for {error.digest} in the console's log.</p>
      ) : null}
    </Failure>
  );
}
