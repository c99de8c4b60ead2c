"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRouter } from "next/navigation";
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { cn } from "@/lib/cn";
import { useMedia } from "@/lib/use-media";
import { Checkbox } from "./field";
import { ArrowDown, ArrowUp } from "./icons";

export interface Column<T> {
  id: string;
  head: string;
  cell: (row: T) => ReactNode;
  /** What the server calls this order; without it the column cannot be sorted. */
  sort?: string | undefined;
  align?: "right";
  /** A track of a CSS grid: "minmax(12rem,2fr)", "7rem". */
  width: string;
  /** The same on narrow screens. */
  narrow?: string;
  /** Left out on narrow screens. */
  wide?: boolean;
  /** Off until chosen. */
  off?: boolean;
  /** The plain value for CSV and JSON; absent: not exported. */
  value?: (row: T) => string | number | boolean | null | undefined;
}

export interface Order {
  by: string;
  direction: "ASC" | "DESC";
}

export interface DataTableProps<T> {
  label: string;
  rows: readonly T[];
  id: (row: T) => string;
  columns: readonly Column<T>[];
  order?: Order;
  onOrder?: (order: Order) => void;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  href?: (row: T) => string;
  rowHeight?: number;
  total?: number | undefined;
  hasMore?: boolean;
  onMore?: () => void;
  dim?: boolean;
  className?: string;
}

/**
 * A grid whose rows are drawn only where they are seen. Sorted by the server. Arrow keys move, Space
 * selects, Enter opens, Shift with a click or Space selects a stretch.
 */
export function DataTable<T>({
  label,
  rows,
  id,
  columns,
  order,
  onOrder,
  selected,
  onSelect,
  href,
  rowHeight = 34,
  total,
  hasMore,
  onMore,
  dim,
  className,
}: DataTableProps<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const router = useRouter();
  const narrow = useMedia("(max-width: 767px)");
  const [active, setActive] = useState(0);
  const anchor = useRef<number | null>(null);
  const wanted = useRef<number | null>(null);
  const shown = useMemo(() => columns.filter((c) => !(narrow && c.wide)), [columns, narrow]);
  const template = useMemo(
    () =>
      [
        ...(onSelect ? [narrow ? "2rem" : "2.25rem"] : []),
        ...shown.map((c) => (narrow && c.narrow) || c.width),
      ].join(" "),
    [shown, narrow, onSelect],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    onChange: (instance) => {
      const last = instance.getVirtualItems().at(-1);
      if (last && hasMore && last.index >= rows.length - 30) onMore?.();
    },
  });

  const select = useCallback(
    (index: number, on: boolean, stretch: boolean) => {
      if (!onSelect) return;
      const next = new Set(selected);
      const from = stretch && anchor.current !== null ? Math.min(anchor.current, index) : index;
      const to = stretch && anchor.current !== null ? Math.max(anchor.current, index) : index;
      for (let i = from; i <= to; i++) {
        const row = rows[i];
        if (row === undefined) continue;
        if (on) next.add(id(row));
        else next.delete(id(row));
      }
      anchor.current = index;
      onSelect(next);
    },
    [onSelect, selected, rows, id],
  );

  const focus = (index: number) => {
    const to = Math.max(0, Math.min(rows.length - 1, index));
    wanted.current = to;
    setActive(to);
    virtual.scrollToIndex(to);
    // a row that is far off is drawn some frames later; until then the grid itself hears the keys
    if (!give()) scroller.current?.focus({ preventScroll: true });
  };
  const give = (): boolean => {
    if (wanted.current === null) return true;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`);
    if (!row) return false;
    wanted.current = null;
    row.focus({ preventScroll: true });
    return true;
  };
  useEffect(() => {
    give();
  });

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement;
    const rowElement = target.closest<HTMLElement>("[data-row]");
    if (!rowElement && target !== scroller.current) return;
    const index = rowElement ? Number(rowElement.dataset.row) : active;
    const row = rows[index];
    const onRow = target === rowElement || !rowElement;
    switch (event.key) {
      case "ArrowDown":
        focus(index + 1);
        break;
      case "ArrowUp":
        focus(index - 1);
        break;
      case "PageDown":
        focus(index + 12);
        break;
      case "PageUp":
        focus(index - 12);
        break;
      case "Home":
        focus(0);
        break;
      case "End":
        focus(rows.length - 1);
        break;
      case "ArrowRight":
      case "ArrowLeft": {
        if (!rowElement) return;
        const stops = [rowElement, ...rowElement.querySelectorAll<HTMLElement>("a, button, input")];
        const at = stops.indexOf(target);
        stops[
          Math.max(0, Math.min(stops.length - 1, at + (event.key === "ArrowRight" ? 1 : -1)))
        ]?.focus();
        break;
      }
      case " ":
        if (!onRow || !onSelect || !row) return;
        select(index, !selected?.has(id(row)), event.shiftKey);
        break;
      case "Enter":
        if (!onRow || !href || !row) return;
        router.push(href(row));
        break;
      case "a":
        if (!(event.ctrlKey || event.metaKey) || !onSelect) return;
        onSelect(new Set(rows.map(id)));
        break;
      case "Escape":
        if (!onSelect || !selected?.size) return;
        onSelect(new Set());
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  const every = rows.length > 0 && rows.every((row) => selected?.has(id(row)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be virtualized with its rows placed
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={(total ?? rows.length) + 1}
      aria-multiselectable={onSelect ? true : undefined}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className={cn(
        "relative max-h-[72vh] overflow-auto rounded-b-l text-sm",
        dim && "opacity-70",
        className,
      )}
    >
      {/* as narrow as the columns may be, and then as wide as there is room: what fits is never pushed out */}
      <div className="w-min min-w-full">
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the cells' own buttons take the focus */}
        <div
          role="row"
          aria-rowindex={1}
          className="sticky top-0 z-10 grid items-center border-b bg-surface"
          style={{ gridTemplateColumns: template }}
        >
          {onSelect ? (
            // biome-ignore lint/a11y/useSemanticElements: see above
            // biome-ignore lint/a11y/useFocusableInteractive: its checkbox takes the focus
            <div role="columnheader" className="flex h-8 items-center justify-center">
              <Checkbox
                aria-label="Select all that are loaded"
                checked={every}
                indeterminate={!every && (selected?.size ?? 0) > 0}
                onChange={(e) => onSelect(e.target.checked ? new Set(rows.map(id)) : new Set())}
              />
            </div>
          ) : null}
          {shown.map((c) => {
            const here = c.sort !== undefined && order?.by === c.sort;
            return (
              // biome-ignore lint/a11y/useSemanticElements: see above
              // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
              <div
                key={c.id}
                role="columnheader"
                aria-sort={
                  here ? (order?.direction === "ASC" ? "ascending" : "descending") : undefined
                }
                className={cn(
                  "flex h-8 min-w-0 items-center px-2 text-xs font-medium text-faint max-md:px-1.5",
                  c.align === "right" && "justify-end",
                  c.id === "act" && "sticky right-0 bg-inherit",
                )}
              >
                {c.sort && onOrder ? (
                  <button
                    type="button"
                    onClick={() =>
                      onOrder({
                        by: c.sort as string,
                        direction: here && order?.direction === "DESC" ? "ASC" : "DESC",
                      })
                    }
                    className={cn(
                      "inline-flex h-6 items-center gap-1 rounded-s hover:text-text",
                      here && "text-text",
                    )}
                  >
                    {c.head}
                    {here ? (
                      order?.direction === "ASC" ? (
                        <ArrowUp size={12} aria-hidden="true" />
                      ) : (
                        <ArrowDown size={12} aria-hidden="true" />
                      )
                    ) : null}
                  </button>
                ) : (
                  <span className={c.id === "act" ? "sr-only" : "truncate"} title={c.head}>
                    {c.head}
                  </span>
                )}
              </div>
            );
          })}
        </div>
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            const key = id(row);
            const on = selected?.has(key) ?? false;
            return (
              // biome-ignore lint/a11y/useSemanticElements: see above
              // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
              <div
                key={key}
                role="row"
                data-row={item.index}
                aria-rowindex={item.index + 2}
                aria-selected={onSelect ? on : undefined}
                tabIndex={item.index === Math.min(active, rows.length - 1) ? 0 : -1}
                onFocus={() => setActive(item.index)}
                onClick={(event) => {
                  if (
                    !href ||
                    (event.target as HTMLElement).closest("a, button, input, label, summary")
                  )
                    return;
                  if (window.getSelection()?.toString()) return;
                  router.push(href(row));
                }}
                className={cn(
                  "absolute inset-x-0 grid items-center border-b outline-offset-[-2px]",
                  href && "cursor-pointer",
                  on ? "bg-selected" : "bg-surface hover:bg-hover",
                )}
                style={{
                  gridTemplateColumns: template,
                  height: rowHeight,
                  transform: `translateY(${item.start}px)`,
                }}
              >
                {onSelect ? (
                  // biome-ignore lint/a11y/useSemanticElements: see above
                  // biome-ignore lint/a11y/useFocusableInteractive: its checkbox takes the focus
                  <div role="gridcell" className="flex h-full items-center justify-center">
                    <Checkbox
                      aria-label={`Select ${key}`}
                      tabIndex={-1}
                      checked={on}
                      onClick={(e) => select(item.index, e.currentTarget.checked, e.shiftKey)}
                      onChange={() => undefined}
                    />
                  </div>
                ) : null}
                {shown.map((c) => (
                  // biome-ignore lint/a11y/useSemanticElements: see above
                  // biome-ignore lint/a11y/useFocusableInteractive: rows take the focus
                  <div
                    key={c.id}
                    role="gridcell"
                    className={cn(
                      "min-w-0 overflow-hidden px-2 whitespace-nowrap text-ellipsis max-md:px-1.5",
                      c.align === "right" && "text-right",
                      // what can be pressed stays in sight where the columns do not all fit
                      c.id === "act" &&
                        "sticky right-0 bg-inherit leading-[calc(var(--row)-2px)] empty:bg-transparent",
                    )}
                  >
                    {c.cell(row)}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
        {hasMore ? <p className="px-3.5 py-2 text-xs text-faint">Loading more…</p> : null}
      </div>
    </div>
  );
}
