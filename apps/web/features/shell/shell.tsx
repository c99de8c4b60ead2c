"use client";
import dynamic from "next/dynamic";
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { PauseAllDocument, SignOutDocument } from "@/data/generated/graphql";
import { liveState, onLiveState } from "@/data/live";
import { useCan, useSession } from "@/data/session";
import { leave, request } from "@/data/use-api";
import { useAct } from "@/features/actions/use-act";
import { LiveOperations } from "@/features/operation-progress/live-operations";
import { cn } from "@/lib/cn";
import { setPreference, usePreferences } from "@/lib/preferences";
import { Button } from "@/ui/button";
import { Select } from "@/ui/field";
import { LogOut, MenuIcon, Pause, Search, X } from "@/ui/icons";
import { Link } from "@/ui/link";
import { Popover } from "@/ui/popover";
import { Toaster } from "@/ui/toast";
import { Banners, useShell } from "./banners";
import { Mark } from "./mark";
import { Nav } from "./nav";
import { type Theme, ThemeButton } from "./theme";
import { useCopyTime } from "./use-copy-time";

const CommandMenu = dynamic(
  () => import("@/features/command-menu/command-menu").then((m) => m.CommandMenu),
  { ssr: false },
);

export function Shell({ theme, children }: { theme: Theme; children: ReactNode }) {
  const [drawer, setDrawer] = useState(false);
  const [menu, setMenu] = useState(false);
  const [menuUsed, setMenuUsed] = useState(false);
  const [alive, setAlive] = useState(false);
  const openMenu = useCallback(() => {
    setMenuUsed(true);
    setMenu(true);
  }, []);
  useCopyTime();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") setDrawer(false);
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        openMenu();
        return;
      }
      const into = event.target as HTMLElement | null;
      const typing = into?.closest("input, textarea, select, [contenteditable=true]");
      if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        const search = document.querySelector<HTMLInputElement>("[data-page-search]");
        if (search) search.focus();
        else openMenu();
      }
    };
    document.addEventListener("keydown", onKey);
    setAlive(true);
    return () => document.removeEventListener("keydown", onKey);
  }, [openMenu]);

  return (
    <div
      // keys are heard from here on
      data-alive={alive}
      className="min-h-dvh md:grid md:grid-cols-[12.5rem_minmax(0,1fr)]"
    >
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-m focus:bg-raised focus:px-3 focus:py-1.5"
      >
        Skip to the page
      </a>
      <aside
        id="sidebar"
        className={cn(
          "fixed inset-y-0 left-0 z-40 flex w-60 flex-col gap-4 border-r bg-sunken px-2.5 py-3 transition-transform duration-150 md:sticky md:top-0 md:z-auto md:h-dvh md:w-auto md:translate-x-0 md:transition-none",
          drawer ? "translate-x-0" : "-translate-x-full max-md:invisible",
        )}
      >
        <div className="flex items-center">
          <Link
            href="/overview"
            className="flex items-center gap-2.5 px-2 py-1 text-base font-semibold tracking-tight"
          >
            <Mark />
            Sealstone
          </Link>
          <Button
            kind="quiet"
            square
            className="ml-auto md:hidden"
            aria-label="Close the menu"
            onClick={() => setDrawer(false)}
            icon={<X size={16} aria-hidden="true" />}
          />
        </div>
        <Nav onGo={() => setDrawer(false)} />
        <div className="mt-auto">
          <Who />
        </div>
      </aside>
      {drawer ? (
        <button
          type="button"
          aria-label="Close the menu"
          className="fixed inset-0 z-30 bg-scrim md:hidden"
          onClick={() => setDrawer(false)}
        />
      ) : null}
      <div className="flex min-w-0 flex-col">
        <header className="sticky top-0 z-20 flex h-11 items-center gap-1.5 border-b bg-bg px-3 md:px-6">
          <Button
            kind="quiet"
            square
            className="md:hidden"
            aria-label="Open the menu"
            aria-expanded={drawer}
            aria-controls="sidebar"
            onClick={() => setDrawer(true)}
            icon={<MenuIcon size={17} aria-hidden="true" />}
          />
          <button
            type="button"
            onClick={openMenu}
            className="flex h-7.5 min-w-0 flex-1 items-center gap-2 rounded-m border bg-surface px-2.5 text-left text-sm text-faint hover:border-line-strong md:max-w-88"
          >
            <Search size={14} aria-hidden="true" className="shrink-0" />
            <span className="truncate">Search or do something</span>
            <kbd className="ml-auto hidden rounded-s border px-1 text-2xs sm:block">Ctrl K</kbd>
          </button>
          <div className="ml-auto flex items-center gap-0.5">
            <Databases />
            <TimePreference />
            <ThemeButton initial={theme} />
          </div>
        </header>
        <Banners />
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 flex-1 px-3 py-4 outline-none md:px-6 md:py-5"
        >
          {children}
        </main>
      </div>
      {menuUsed ? <CommandMenu open={menu} onClose={() => setMenu(false)} /> : null}
      <LiveOperations />
      <Toaster />
    </div>
  );
}

function Who() {
  const { name, role } = useSession();
  const out = async () => {
    try {
      const done = request(SignOutDocument, {});
      leave();
      await done;
    } finally {
      window.location.assign("/login");
    }
  };
  return (
    <div className="flex items-center gap-1 border-t pt-2.5 pl-2.5">
      <div className="min-w-0 flex-1 leading-tight">
        <div className="truncate text-sm font-medium">{name}</div>
        <div className="text-xs text-faint">{role.toLowerCase()}</div>
      </div>
      <Button
        kind="quiet"
        square
        aria-label="Sign out"
        title="Sign out"
        onClick={() => void out()}
        icon={<LogOut size={15} aria-hidden="true" />}
      />
    </div>
  );
}

/** How the databases are, and how what changes gets here. */
function Databases() {
  const { data } = useShell();
  const live = useSyncExternalStore(onLiveState, liveState, () => "connecting" as const);
  const can = useCan("OPERATOR");
  const { act, busy } = useAct();
  const databases = data?.databases ?? [];
  const bad = databases.filter((db) => !db.readable).length;
  const odd = databases.filter((db) => db.state !== "OK").length;
  const polled = databases.some((db) => db.readable && db.liveSource === "POLL");
  const words =
    live === "live"
      ? polled
        ? "every 2 s"
        : "live"
      : live === "lost"
        ? "refreshing"
        : "connecting";
  return (
    <Popover
      className="w-80"
      trigger={
        <Button
          kind="quiet"
          aria-label={`Databases: ${databases.length - odd} of ${databases.length} well; updates ${words}`}
          className="px-2"
        >
          <span
            aria-hidden="true"
            className={cn(
              "size-2 rounded-full",
              bad
                ? "bg-bad"
                : odd || live === "lost"
                  ? "bg-warn"
                  : live === "live"
                    ? "bg-ok"
                    : "bg-foreign",
            )}
          />
          <span className="hidden text-xs sm:inline">{words}</span>
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        {databases.map((db) => (
          <div key={db.id} className="flex items-start gap-2">
            <span
              aria-hidden="true"
              className={cn(
                "mt-1.5 size-2 shrink-0 rounded-full",
                db.state === "OK" ? "bg-ok" : db.readable ? "bg-warn" : "bg-bad",
              )}
            />
            <div className="min-w-0 flex-1">
              <p className="font-medium">{db.name}</p>
              <p className="text-xs text-muted">
                {db.address}
                {db.serverVersion ? ` · Postgres ${db.serverVersion}` : ""}
                {db.extensionVersion ? ` · Sealstone ${db.extensionVersion}` : ""}
              </p>
              <p className="text-xs text-muted">{db.stateMessage}</p>
            </div>
            {can && db.writable && !db.worker?.paused ? (
              <Button
                size="s"
                busy={busy}
                icon={<Pause size={12} aria-hidden="true" />}
                aria-label={`Pause all work in ${db.name}`}
                onClick={() =>
                  void act({
                    document: PauseAllDocument,
                    variables: { database: db.id },
                    said: `Work in ${db.name} paused`,
                  })
                }
              >
                Pause all
              </Button>
            ) : null}
          </div>
        ))}
        <p className="border-t pt-2 text-xs text-faint">
          {live === "live"
            ? polled
              ? "Changes are asked for every two seconds (this database cannot announce them)."
              : "Changes arrive as they happen."
            : "No live connection: pages refresh on their own clock instead."}
        </p>
      </div>
    </Popover>
  );
}

function TimePreference() {
  const preferences = usePreferences();
  const shown = preferences.time === "utc" ? "UTC" : preferences.time === "local" ? "Local" : "Ago";
  return (
    <Popover
      className="w-60"
      trigger={
        <Button
          kind="quiet"
          className="px-2 text-xs"
          aria-label={`Times: ${shown}. Refresh: ${preferences.refresh ? `${preferences.refresh} s` : "off"}`}
        >
          {shown}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <label className="flex flex-col gap-1">
          <span className="text-xs text-faint">Show times</span>
          <Select
            value={preferences.time}
            onChange={(e) => setPreference("time", e.target.value as "utc" | "local" | "relative")}
          >
            <option value="utc">in UTC</option>
            <option value="local">in this browser's zone</option>
            <option value="relative">as how long ago</option>
          </Select>
        </label>
        <label className="flex flex-col gap-1">
          <span className="text-xs text-faint">Refresh what is not live</span>
          <Select
            value={preferences.refresh}
            onChange={(e) => setPreference("refresh", Number(e.target.value))}
          >
            <option value={0}>never</option>
            <option value={10}>every 10 s</option>
            <option value={30}>every 30 s</option>
            <option value={60}>every minute</option>
            <option value={300}>every 5 minutes</option>
          </Select>
        </label>
        <p className="text-xs text-faint">
          Paused while this tab is hidden. Every time shows its exact value when pointed at.
        </p>
      </div>
    </Popover>
  );
}
