"use client";
import { Menu as Base } from "@base-ui/react/menu";
import { cn } from "@/lib/cn";
import type { MenuProps } from "./menu";

export interface MenuPopupProps extends MenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function MenuPopup({
  trigger,
  items,
  label,
  head,
  open,
  onOpenChange,
}: MenuPopupProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={5} align="end" className="z-40">
          <Base.Popup aria-label={label} className="popup min-w-44 p-1 text-sm">
            {head ? <div className="border-b px-2.5 py-1.5 mb-1">{head}</div> : null}
            {items.map((item) => (
              <Base.Item
                key={item.id}
                disabled={item.disabled}
                onClick={item.onSelect}
                className={cn(
                  "flex h-8 items-center gap-2 rounded-m px-2.5 outline-none select-none cursor-pointer data-[highlighted]:bg-hover data-[disabled]:opacity-50 data-[disabled]:cursor-not-allowed",
                  item.danger && "text-bad-ink",
                )}
              >
                {item.icon}
                <span className="flex-1">{item.label}</span>
                {item.note ? <span className="text-xs text-faint">{item.note}</span> : null}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
