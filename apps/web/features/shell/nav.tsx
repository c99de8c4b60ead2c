"use client";
import { usePathname } from "next/navigation";
import { useMemo } from "react";
import { useCan } from "@/data/session";
import { ENDED, useOperations } from "@/features/operation-progress/store";
import { cn } from "@/lib/cn";
import { Activity, Gauge, KeyRound, Layers, ScrollText, SquareTerminal, Users } from "@/ui/icons";
import { Link } from "@/ui/link";

export const PLACES = [
  { href: "/overview", label: "Overview", icon: Gauge, also: [] },
  { href: "/series", label: "Series", icon: Layers, also: ["/partitions", "/rollups"] },
  { href: "/operations", label: "Operations", icon: Activity, also: [] },
  { href: "/sql", label: "SQL", icon: SquareTerminal, also: [] },
  { href: "/audit", label: "Audit", icon: ScrollText, also: [] },
  { href: "/tokens", label: "Tokens", icon: KeyRound, also: [] },
  { href: "/users", label: "Users", icon: Users, also: [], admin: true },
] as const;

export function Nav({ onGo }: { onGo?: () => void }) {
  const path = usePathname();
  const admin = useCan("ADMIN");
  const operations = useOperations();
  const active = useMemo(
    () => operations.filter((op) => !ENDED.has(op.state) && !op.parent).length,
    [operations],
  );
  return (
    <nav aria-label="Main">
      <ul className="flex flex-col gap-px">
        {PLACES.map((place) => {
          if ("admin" in place && !admin) return null;
          const here = [place.href, ...place.also].some(
            (p) => path === p || path.startsWith(`${p}/`),
          );
          const Icon = place.icon;
          return (
            <li key={place.href}>
              <Link
                href={place.href}
                onClick={onGo}
                aria-current={here ? "page" : undefined}
                className={cn(
                  "relative flex h-8 items-center gap-2.5 rounded-m px-2.5 text-sm",
                  here
                    ? "bg-accent-soft font-semibold text-accent"
                    : "text-muted hover:bg-hover hover:text-text",
                )}
              >
                <Icon size={16} aria-hidden="true" />
                {place.label}
                {place.href === "/operations" && active > 0 ? (
                  <span
                    className="ml-auto rounded-s bg-info-soft px-1.5 text-xs font-medium text-info-ink"
                    title={`${active} queued or running`}
                  >
                    {active}
                    <span className="sr-only"> queued or running</span>
                  </span>
                ) : null}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
