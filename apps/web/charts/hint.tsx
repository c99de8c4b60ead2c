"use client";
import type { ReactNode } from "react";
import { useMedia } from "@/lib/use-media";

/**
 * The line below a drawing: what is pointed at, or how to ask. Those who hear the page have the drawing's own
 * name and its table. It keeps its height, so that nothing below it moves; on narrow screens it has two lines.
 */
export function Hint({ children }: { children: ReactNode }) {
  return (
    <p
      className="mt-1 min-h-9 text-xs leading-4.5 text-muted md:min-h-4.5 md:truncate"
      aria-hidden="true"
    >
      {children}
    </p>
  );
}

/** Fingers have nothing to point with: they tap. */
export function useTouch(): boolean {
  return useMedia("(hover: none)");
}

/** A finger that is lifted leaves too, and then one wants to read what it tapped. */
export function leaves(event: { pointerType: string }): boolean {
  return event.pointerType !== "touch";
}
