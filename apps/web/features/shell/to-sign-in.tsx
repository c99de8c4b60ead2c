"use client";
import { useEffect } from "react";

/** Off to the sign-in page, and back to this very view afterwards. */
export function ToSignIn() {
  useEffect(() => {
    const next = window.location.pathname + window.location.search;
    window.location.replace(`/login?next=${encodeURIComponent(next)}`);
  }, []);
  return (
    <main className="p-6 text-sm text-muted">
      Not signed in. <a href="/login">Sign in</a>
    </main>
  );
}
