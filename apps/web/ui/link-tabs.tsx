"use client";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { cn } from "@/lib/cn";
import { Link } from "@/ui/link";

export interface LinkTab {
  href: string;
  label: string;
  note?: ReactNode;
}

/** Tabs that are places: each has its address, and Back goes back. */
export function LinkTabs({ tabs, label }: { tabs: readonly LinkTab[]; label: string }) {
  const path = decodeURIComponent(usePathname());
  const list = useRef<HTMLUListElement>(null);
  const notes = tabs.filter((tab) => tab.note).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each change of place, and once notes make room for themselves
  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (here && list.current)
      list.current.scrollLeft =
        here.offsetLeft - list.current.clientWidth / 2 + here.clientWidth / 2;
  }, [path, notes]);
  return (
    <nav aria-label={label} className="-mx-3 border-b md:mx-0">
      <ul ref={list} className="flex gap-1 overflow-x-auto px-3 md:px-0 [scrollbar-width:none]">
        {tabs.map((tab) => {
          const here = path === decodeURIComponent(tab.href);
          return (
            <li key={tab.href} className="shrink-0">
              <Link
                href={tab.href}
                aria-current={here ? "page" : undefined}
                className={cn(
                  "-mb-px flex h-9 items-center gap-1.5 border-b-2 px-2.5 text-sm",
                  here
                    ? "border-accent font-semibold text-text"
                    : "border-transparent text-muted hover:border-line-strong hover:text-text",
                )}
              >
                {tab.label}
                {tab.note}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
