"use client";
import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from "react";

type Trigger = ReactElement<Record<string, unknown>>;

export interface FirstPress {
  /** The bare trigger, until it is pressed for the first time. */
  waiting: ReactNode;
  open: boolean;
  setOpen: (open: boolean) => void;
  suspended: (popup: ReactNode) => ReactNode;
}

/**
 * A trigger whose popup is fetched when it is first reached for (pointed at or focused) and opened
 * by the first press; until then it is a plain button and the page carries none of it.
 */
export function useFirstPress(
  trigger: Trigger,
  fetch: () => Promise<unknown>,
  onOpen?: (open: boolean) => void,
): FirstPress {
  const [used, setUsed] = useState(false);
  const [open, setOpen] = useState(false);
  const bare = (extra: Record<string, unknown>) =>
    cloneElement(trigger, { "aria-haspopup": "dialog", "aria-expanded": false, ...extra });
  return {
    waiting: used
      ? null
      : bare({
          onPointerEnter: () => void fetch(),
          onFocus: () => void fetch(),
          onClick: () => {
            setUsed(true);
            setOpen(true);
            onOpen?.(true);
          },
        }),
    open,
    setOpen,
    suspended: (popup) => <Suspense fallback={bare({})}>{popup}</Suspense>,
  };
}
