"use client";
import { useEffect, useState } from "react";
import { ApiError, remedy } from "@/data/errors";
import { execute } from "@/data/execute";
import { SignInDocument } from "@/data/generated/graphql";
import { Button } from "@/ui/button";
import { Field, Input } from "@/ui/field";

export function SignInForm({ next }: { next: string }) {
  const [busy, setBusy] = useState(false);
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const [error, setError] = useState<{ message: string; hint?: string }>();
  return (
    <form
      method="post"
      data-alive={alive}
      className="flex flex-col gap-4"
      onSubmit={async (event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        setBusy(true);
        setError(undefined);
        try {
          await execute(SignInDocument, {
            name: String(form.get("name")),
            password: String(form.get("password")),
          });
          window.location.assign(next);
        } catch (e) {
          setBusy(false);
          const err = e instanceof Error ? e : new Error(String(e));
          setError({
            message: err.message,
            ...(err instanceof ApiError &&
            (err.hint || err.code === "NETWORK" || err.code === "RATE_LIMITED")
              ? { hint: remedy(err) }
              : {}),
          });
        }
      }}
    >
      <Field label="Name">
        {(ids) => (
          <Input
            {...ids}
            name="name"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            autoFocus
            className="h-9"
          />
        )}
      </Field>
      <Field label="Password">
        {(ids) => (
          <Input
            {...ids}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            className="h-9"
          />
        )}
      </Field>
      {error ? (
        <div role="alert" className="rounded-m bg-bad-soft px-3 py-2 text-sm text-bad-ink">
          <p>{error.message}</p>
          {error.hint ? <p className="mt-0.5">{error.hint}</p> : null}
        </div>
      ) : null}
      <Button type="submit" kind="primary" busy={busy} className="h-9">
        {busy ? "Signing in" : "Sign in"}
      </Button>
      <p className="text-xs text-faint">
        The first admin's password was printed by <code>npm run up</code>;{" "}
        <code>sealstone-api admin</code> makes a new one.
      </p>
    </form>
  );
}
