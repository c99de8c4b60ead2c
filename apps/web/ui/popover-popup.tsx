"use client";
import { Popover as Base } from "@base-ui/react/popover";
import { cn } from "@/lib/cn";
import type { PopoverProps } from "./popover";

export default function PopoverPopup({
  trigger,
  children,
  className,
  align = "end",
  open,
  onOpenChange,
}: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} className="z-40">
          <Base.Popup className={cn("popup max-w-[calc(100vw-1.5rem)] p-3 text-sm", className)}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
