"use client";
import "./globals.css";

/** The last resort: the layout itself failed. */
export default function GlobalError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <html lang="en">
      <body>
        <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-3 px-6 text-center">
          <h1 className="text-xl">The console failed</h1>
          <p className="text-sm text-muted">
            {error.message || "An error without words."} Your databases are not touched by this.
          </p>
          {error.digest ? (
            <p className="text-xs text-faint">Look for {error.digest} in the console's log.</p>
          ) : null}
          <button
            type="button"
            onClick={reset}
            className="rounded-m border bg-raised px-3 py-1.5 text-sm font-medium"
          >
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
