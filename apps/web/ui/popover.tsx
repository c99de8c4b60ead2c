"use client";
import { lazy, type ReactElement, type ReactNode } from "react";
import { useFirstPress } from "./first-press";

export interface PopoverProps {
  trigger: ReactElement<Record<string, unknown>>;
  children: ReactNode;
  className?: string;
  align?: "start" | "center" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

const Popup = lazy(() => import("./popover-popup"));

/** What opens beside a button. Its machinery is fetched when the button is first reached for. */
export function Popover(props: PopoverProps) {
  const first = useFirstPress(props.trigger, () => import("./popover-popup"), props.onOpenChange);
  if (first.waiting) return first.waiting;
  return first.suspended(
    <Popup
      {...props}
      open={props.open ?? first.open}
      onOpenChange={(open) => {
        first.setOpen(open);
        props.onOpenChange?.(open);
      }}
    />,
  );
}
