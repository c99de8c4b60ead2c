"use client";
import { useState } from "react";
import { Button } from "./button";
import { Check, Copy } from "./icons";

export function CopyButton({
  text,
  label,
  className,
}: {
  text: string;
  label: string;
  className?: string;
}) {
  const [done, setDone] = useState(false);
  return (
    <Button
      kind="quiet"
      size="s"
      square
      className={className}
      aria-label={done ? "Copied" : label}
      title={label}
      onClick={async (event) => {
        event.stopPropagation();
        await navigator.clipboard.writeText(text);
        setDone(true);
        setTimeout(() => setDone(false), 1600);
      }}
      icon={done ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
    />
  );
}
