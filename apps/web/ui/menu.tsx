"use client";
import { lazy, type ReactElement, type ReactNode } from "react";
import { useFirstPress } from "./first-press";

export interface MenuItem {
  id: string;
  label: ReactNode;
  icon?: ReactNode;
  note?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
}

export interface MenuProps {
  trigger: ReactElement<Record<string, unknown>>;
  items: MenuItem[];
  label: string;
  head?: ReactNode;
}

const Popup = lazy(() => import("./menu-popup"));

export function Menu(props: MenuProps) {
  const first = useFirstPress(props.trigger, () => import("./menu-popup"));
  if (first.waiting) return first.waiting;
  return first.suspended(<Popup {...props} open={first.open} onOpenChange={first.setOpen} />);
}
