"use client";
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { useThemeVersion } from "@/charts/colors";
import { Hint, leaves, useTouch } from "@/charts/hint";
import { prepare, useWidth } from "@/charts/use-width";
import { bytes, count, percent, plural } from "@/lib/format";
import { usePreferences } from "@/lib/preferences";
import { range } from "@/lib/time";
import { useNow } from "@/lib/use-now";
import { draw } from "./draw";
import { boundText, domain, place, type Slice, type Strip, sliceCount } from "./scale";

export interface StripCanvasProps {
  strip: Strip;
  label: string;
  height?: number;
  selected?: ReadonlySet<string>;
  onPick?: (slice: Slice) => void;
  onRange?: (from: string, to: string) => void;
}

const NONE: ReadonlySet<string> = new Set();

export function sliceWords(slice: Slice, mode: "utc" | "local" | "relative"): string {
  const when =
    slice.loValue !== null && slice.loValue !== undefined
      ? `${slice.loValue} – ${slice.hiValue ?? "no end"}`
      : range(slice.lo, slice.hi, mode);
  const states = (["sealed", "live", "spread", "foreign"] as const)
    .filter((s) => slice[s] > 0)
    .map((s) => `${count(slice[s])} ${s}`);
  const late = slice.worstLateFraction ? `, late ${percent(slice.worstLateFraction)}` : "";
  const due = slice.due ? `, ${count(slice.due)} due to be sealed` : "";
  return `${when}: ${sliceCount(slice) === 1 ? states[0]?.slice(2) : `${plural(sliceCount(slice), "partition")} (${states.join(", ")})`}, ${bytes(slice.bytes)}, ${count(slice.rows)} rows${late}${due}`;
}

/** The time strip: state by colour and hatching, size by height, late rows as caps, due ones underlined. */
export function StripCanvas({
  strip,
  label,
  height = 132,
  selected = NONE,
  onPick,
  onRange,
}: StripCanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(box);
  const touch = useTouch();
  const theme = useThemeVersion();
  const now = useNow();
  const { time } = usePreferences();
  const [cursor, setCursor] = useState<number | null>(null);
  const [drag, setDrag] = useState<readonly [number, number] | null>(null);
  const placed = useMemo(() => place(strip), [strip]);
  const minute = Math.floor(now / 60_000);

  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again with the theme and each minute
  useEffect(() => {
    if (!canvas.current || width === 0) return;
    const context = prepare(canvas.current, width, height);
    if (context)
      draw(context, strip, placed, { width, height, axis: true, cursor, selected, drag, now });
  }, [strip, placed, width, height, cursor, selected, drag, theme, minute]);

  const at = (x: number): number | null => {
    const p = x / Math.max(1, width);
    let best: number | null = null;
    let distance = 6 / Math.max(1, width);
    placed.forEach((slot, i) => {
      const d = p < slot.from ? slot.from - p : p > slot.to ? p - slot.to : 0;
      if (d < distance || (d === 0 && best === null)) {
        best = i;
        distance = d;
      }
    });
    return best;
  };
  const xOf = (event: PointerEvent) =>
    event.clientX - (canvas.current?.getBoundingClientRect().left ?? 0);
  const onKeyDown = (event: KeyboardEvent) => {
    const last = placed.length - 1;
    if (event.key === "ArrowRight") setCursor(cursor === null ? 0 : Math.min(last, cursor + 1));
    else if (event.key === "ArrowLeft") setCursor(cursor === null ? last : Math.max(0, cursor - 1));
    else if (event.key === "Home") setCursor(0);
    else if (event.key === "End") setCursor(last);
    else if (event.key === "Escape") setCursor(null);
    else if ((event.key === "Enter" || event.key === " ") && cursor !== null && placed[cursor])
      onPick?.(placed[cursor].slice);
    else return;
    event.preventDefault();
  };
  const current = cursor === null ? undefined : placed[cursor]?.slice;
  return (
    <div>
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, placed.length - 1)}
        aria-valuenow={cursor ?? 0}
        aria-valuetext={
          current
            ? sliceWords(current, time)
            : `${plural(strip.partitions, "partition")}; arrow keys go through them`
        }
        onKeyDown={onKeyDown}
        className="touch-pan-y"
        onPointerDown={(e) => {
          if (!onRange || e.pointerType === "touch") return;
          e.currentTarget.setPointerCapture(e.pointerId);
          setDrag([xOf(e), xOf(e)]);
        }}
        onPointerMove={(e) => {
          if (drag) setDrag([drag[0], xOf(e)]);
          setCursor(at(xOf(e)));
        }}
        onPointerLeave={(e) => leaves(e) && setCursor(null)}
        onPointerUp={(e) => {
          const from = drag;
          setDrag(null);
          if (from && Math.abs(from[1] - from[0]) > 6) {
            const { lo, hi, integer } = domain(strip);
            const value = (x: number) => lo + (Math.max(0, Math.min(width, x)) / width) * (hi - lo);
            const [a, b] = [Math.min(...from), Math.max(...from)];
            onRange?.(boundText(value(a), integer), boundText(value(b), integer));
            return;
          }
          const i = at(xOf(e));
          if (i !== null && placed[i]) onPick?.(placed[i].slice);
        }}
      >
        <canvas ref={canvas} className="block w-full" />
        {width === 0 ? <div aria-hidden="true" className="skeleton h-33 w-full" /> : null}
      </div>
      <Hint>
        {current
          ? sliceWords(current, time)
          : touch
            ? "Tap a partition to select it."
            : "Point at a partition, press it to select it, drag to zoom."}
      </Hint>
    </div>
  );
}

/** The same in a table's cell: no axis, no pointer. */
export function MiniStrip({
  strip,
  label,
  height = 22,
}: {
  strip: Strip;
  label: string;
  height?: number;
}) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(box);
  const theme = useThemeVersion();
  const placed = useMemo(() => place(strip), [strip]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again with the theme
  useEffect(() => {
    if (!canvas.current || width === 0) return;
    const context = prepare(canvas.current, width, height);
    if (context)
      draw(context, strip, placed, {
        width,
        height,
        axis: false,
        cursor: null,
        selected: NONE,
        drag: null,
        now: 0,
      });
  }, [strip, placed, width, height, theme]);
  return (
    <div ref={box} role="img" aria-label={label} className="w-full">
      <canvas ref={canvas} className="block" />
    </div>
  );
}
