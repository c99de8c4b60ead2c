"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import { cn } from "@/lib/cn";
import { Button } from "./button";
import type { DialogProps } from "./dialog";
import { X } from "./icons";

export default function DialogPopup({
  open,
  onClose,
  title,
  lead,
  children,
  footer,
  wide,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-100 data-[starting-style]:opacity-0 data-[ending-style]:opacity-0" />
        <Base.Popup
          className={cn(
            "popup fixed top-[8vh] left-1/2 z-50 flex max-h-[84vh] w-[calc(100vw-1.5rem)] -translate-x-1/2 flex-col",
            "transition-opacity duration-100 data-[starting-style]:opacity-0 data-[ending-style]:opacity-0",
            wide ? "max-w-3xl" : "max-w-lg",
          )}
        >
          <header className="flex items-start gap-3 border-b px-4 py-3">
            <div className="min-w-0 flex-1">
              <Base.Title className="text-base font-semibold break-words">{title}</Base.Title>
              {lead ? (
                <Base.Description className="mt-0.5 text-sm text-muted">{lead}</Base.Description>
              ) : null}
            </div>
            <Base.Close
              render={
                <Button
                  kind="quiet"
                  size="s"
                  square
                  aria-label="Close"
                  icon={<X size={15} aria-hidden="true" />}
                />
              }
            />
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3.5">{children}</div>
          {footer ? (
            <footer className="flex flex-wrap justify-end gap-2 border-t px-4 py-3">
              {footer}
            </footer>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
