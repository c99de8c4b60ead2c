"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import {
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { PauseAllDocument, ResumeAllDocument, SeriesNamesDocument } from "@/data/generated/graphql";
import { useCan } from "@/data/session";
import { useApi } from "@/data/use-api";
import { useAct } from "@/features/actions/use-act";
import { useShell } from "@/features/shell/banners";
import { PLACES } from "@/features/shell/nav";
import { cn } from "@/lib/cn";
import { setPreference } from "@/lib/preferences";
import { ArrowRight, Clock, Layers, Pause, Play, RefreshCw, Search } from "@/ui/icons";

interface Entry {
  id: string;
  group: string;
  label: string;
  note?: string;
  icon: ReactNode;
  words?: string;
  run: () => void;
}

/** Go anywhere, do anything that is one click, without leaving the keyboard. */
export function CommandMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const router = useRouter();
  const queries = useQueryClient();
  const listId = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  // what is asked of the server may lag; what Enter chooses from may not
  const asked = useDeferredValue(text.trim());
  const admin = useCan("ADMIN");
  const operator = useCan("OPERATOR");
  const { data: shell } = useShell();
  const { data } = useApi(
    SeriesNamesDocument,
    { search: asked || null },
    { enabled: open, refresh: 0, staleTime: 10_000 },
  );
  const { act } = useAct();
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (open) {
      setText("");
      setAt(0);
    }
  }, [open]);

  const entries = useMemo(() => {
    const go = (href: string) => () => {
      onClose();
      router.push(href);
    };
    const all: Entry[] = [];
    for (const place of PLACES) {
      if ("admin" in place && !admin) continue;
      const Icon = place.icon;
      all.push({
        id: place.href,
        group: "Go to",
        label: place.label,
        icon: <Icon size={15} aria-hidden="true" />,
        run: go(place.href),
      });
    }
    const several = (shell?.databases.length ?? 0) > 1;
    for (const s of data?.seriesList.nodes ?? []) {
      all.push({
        id: s.id,
        group: "Series",
        label: s.qualifiedName,
        ...(several ? { note: s.database.name } : {}),
        icon: <Layers size={15} aria-hidden="true" />,
        run: go(`/series/${encodeURIComponent(s.id)}`),
      });
    }
    if (operator) {
      for (const db of shell?.databases ?? []) {
        if (!db.writable) continue;
        const paused = db.worker?.paused;
        all.push({
          id: `pause ${db.id}`,
          group: "Do",
          label: paused ? `Resume all work in ${db.name}` : `Pause all work in ${db.name}`,
          icon: paused ? (
            <Play size={15} aria-hidden="true" />
          ) : (
            <Pause size={15} aria-hidden="true" />
          ),
          run: () => {
            onClose();
            const variables = { database: db.id };
            if (paused)
              void act({
                document: ResumeAllDocument,
                variables,
                said: `Work in ${db.name} resumed`,
              });
            else
              void act({
                document: PauseAllDocument,
                variables,
                said: `Work in ${db.name} paused`,
              });
          },
        });
      }
    }
    all.push({
      id: "refresh",
      group: "Do",
      label: "Refresh this page",
      icon: <RefreshCw size={15} aria-hidden="true" />,
      run: () => {
        onClose();
        void queries.invalidateQueries();
      },
    });
    for (const [mode, label] of [
      ["utc", "Show times in UTC"],
      ["local", "Show local times"],
      ["relative", "Show how long ago"],
    ] as const) {
      all.push({
        id: `time ${mode}`,
        group: "Do",
        label,
        icon: <Clock size={15} aria-hidden="true" />,
        run: () => {
          onClose();
          setPreference("time", mode);
        },
      });
    }
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    return all.filter((e) =>
      words.every((w) => `${e.group} ${e.label} ${e.note ?? ""}`.toLowerCase().includes(w)),
    );
  }, [admin, operator, data, shell, text, router, queries, act, onClose]);

  const current = Math.min(at, Math.max(0, entries.length - 1));
  useEffect(() => {
    list.current?.querySelector(`[data-index="${current}"]`)?.scrollIntoView({ block: "nearest" });
  }, [current]);

  return (
    <Base.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Base.Popup
          aria-label="Search and actions"
          className="popup fixed top-[12vh] left-1/2 z-50 flex max-h-[70vh] w-[calc(100vw-1.5rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden"
        >
          <div className="flex items-center gap-2.5 border-b px-3.5">
            <Search size={16} aria-hidden="true" className="text-faint" />
            <input
              autoFocus
              role="combobox"
              aria-expanded="true"
              aria-controls={listId}
              aria-activedescendant={entries[current] ? `${listId}-${current}` : undefined}
              aria-label="Search and actions"
              placeholder="A series, a page, something to do"
              value={text}
              onChange={(e) => {
                setText(e.target.value);
                setAt(0);
              }}
              onKeyDown={(e) => {
                if (e.key === "ArrowDown") setAt(Math.min(entries.length - 1, current + 1));
                else if (e.key === "ArrowUp") setAt(Math.max(0, current - 1));
                else if (e.key === "Enter") entries[current]?.run();
                else return;
                e.preventDefault();
              }}
              className="h-11 min-w-0 flex-1 bg-transparent text-base outline-none"
            />
          </div>
          <div
            id={listId}
            ref={list}
            role="listbox"
            aria-label="Results"
            className="min-h-0 flex-1 overflow-y-auto p-1.5"
          >
            {entries.length === 0 ? (
              <p className="px-3 py-6 text-center text-sm text-muted">Nothing of that name.</p>
            ) : null}
            {entries.map((entry, i) => (
              <div key={entry.id} role="presentation">
                {i === 0 || entries[i - 1]?.group !== entry.group ? (
                  <p role="presentation" className="eyebrow px-2.5 pt-2 pb-1">
                    {entry.group}
                  </p>
                ) : null}
                {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys */}
                <div
                  id={`${listId}-${i}`}
                  data-index={i}
                  role="option"
                  tabIndex={-1}
                  aria-selected={i === current}
                  onMouseMove={() => setAt(i)}
                  onClick={entry.run}
                  className={cn(
                    "flex h-8.5 cursor-pointer items-center gap-2.5 rounded-m px-2.5 text-sm",
                    i === current ? "bg-accent-soft text-accent" : "text-text",
                  )}
                >
                  {entry.icon}
                  <span className="min-w-0 flex-1 truncate">{entry.label}</span>
                  {entry.note ? <span className="text-xs text-faint">{entry.note}</span> : null}
                  {i === current ? <ArrowRight size={14} aria-hidden="true" /> : null}
                </div>
              </div>
            ))}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
