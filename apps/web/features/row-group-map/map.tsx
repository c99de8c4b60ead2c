"use client";
import { type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { color, useThemeVersion } from "@/charts/colors";
import { Hint, leaves } from "@/charts/hint";
import { prepare, useWidth } from "@/charts/use-width";
import { bytes, exact, toNumber } from "@/lib/format";
import { scaleValue, tick, ticks } from "@/lib/time";

export interface RowGroup {
  rowGroup: number;
  rows: number;
  minTime?: string | null;
  maxTime?: string | null;
  firstKey?: string | null;
  lastKey?: string | null;
  bytes: string;
  superseded: number;
}

export type Trial = { from: number; to: number } | null;

export function isRead(g: RowGroup, trial: Trial): boolean {
  if (!trial) return true;
  const lo = scaleValue(g.minTime);
  const hi = scaleValue(g.maxTime);
  if (Number.isNaN(lo) || Number.isNaN(hi)) return true;
  return hi >= trial.from && lo < trial.to;
}

/** One line per row group from its least to its greatest time; what a trial range would skip is faint. */
export function RowGroupMap({
  groups,
  trial,
  label,
}: {
  groups: readonly RowGroup[];
  trial: Trial;
  label: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(box);
  const theme = useThemeVersion();
  const [cursor, setCursor] = useState<number | null>(null);
  const pitch = groups.length > 400 ? 2 : groups.length > 150 ? 4 : groups.length > 60 ? 6 : 9;
  const height = groups.length * pitch + 20;
  const scale = useMemo(() => {
    const ends = groups
      .flatMap((g) => [scaleValue(g.minTime), scaleValue(g.maxTime)])
      .filter(Number.isFinite);
    const lo = Math.min(...ends);
    const hi = Math.max(...ends);
    return {
      lo,
      hi: hi > lo ? hi : lo + 1,
      time: groups.some((g) => g.minTime && !/^-?\d+$/.test(g.minTime)),
    };
  }, [groups]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again with the theme
  useEffect(() => {
    if (!canvas.current || width === 0) return;
    const c = prepare(canvas.current, width, height);
    if (!c) return;
    const x = (v: number) => ((v - scale.lo) / (scale.hi - scale.lo)) * width;
    const base = groups.length * pitch;
    c.fillStyle = color("--sunken");
    c.fillRect(0, 0, width, base);
    if (trial) {
      c.fillStyle = color("--accent-soft");
      const a = Math.max(0, x(trial.from));
      c.fillRect(a, 0, Math.max(1, Math.min(width, x(trial.to)) - a), base);
    }
    if (scale.time) {
      c.strokeStyle = color("--line");
      c.fillStyle = color("--text-faint");
      c.font = `11px ${getComputedStyle(document.body).fontFamily}`;
      for (const t of ticks(scale.lo, scale.hi, width / 90)) {
        const at = Math.round(x(t)) + 0.5;
        c.beginPath();
        c.moveTo(at, 0);
        c.lineTo(at, base);
        c.stroke();
        const text = tick(t, scale.hi - scale.lo);
        c.fillText(
          text,
          Math.min(width - c.measureText(text).width, Math.max(0, at - 14)),
          base + 14,
        );
      }
    }
    const most = Math.max(1, ...groups.map((g) => toNumber(g.bytes)));
    groups.forEach((g, i) => {
      const lo = scaleValue(g.minTime);
      const hi = scaleValue(g.maxTime);
      if (Number.isNaN(lo)) return;
      const read = isRead(g, trial);
      const step = Math.min(5, 2 + Math.floor((toNumber(g.bytes) / most) * 3.99));
      c.fillStyle = color(read ? (`--heat-${step}` as `--${string}`) : "--heat-1");
      const a = x(lo);
      c.fillRect(
        a,
        i * pitch + (pitch > 3 ? 1 : 0),
        Math.max(2, x(hi) - a),
        pitch > 3 ? pitch - 2 : pitch - 0.5,
      );
      if (g.superseded > 0) {
        c.fillStyle = color("--late-3");
        c.fillRect(Math.min(width - 3, x(hi)), i * pitch + 1, 3, Math.max(1, pitch - 2));
      }
      if (i === cursor) {
        c.strokeStyle = color("--text");
        c.strokeRect(a + 0.5, i * pitch + 0.5, Math.max(2, x(hi) - a) - 1, pitch - 1);
      }
    });
  }, [groups, trial, width, height, pitch, scale, cursor, theme]);
  const g = cursor === null ? undefined : groups[cursor];
  const look = (e: PointerEvent) => {
    const top = canvas.current?.getBoundingClientRect().top ?? 0;
    const i = Math.floor((e.clientY - top) / pitch);
    setCursor(i >= 0 && i < groups.length ? i : null);
  };
  return (
    <div>
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, groups.length - 1)}
        aria-valuenow={cursor ?? 0}
        aria-valuetext={g ? words(g) : "arrow keys go through the row groups"}
        className="max-h-96 overflow-y-auto"
        onPointerDown={look}
        onPointerMove={look}
        onPointerLeave={(e) => leaves(e) && setCursor(null)}
        onKeyDown={(e) => {
          if (e.key === "ArrowDown") setCursor(Math.min(groups.length - 1, (cursor ?? -1) + 1));
          else if (e.key === "ArrowUp") setCursor(Math.max(0, (cursor ?? 1) - 1));
          else if (e.key === "Escape") setCursor(null);
          else return;
          e.preventDefault();
        }}
      >
        <canvas ref={canvas} className="block" />
      </div>
      <Hint>
        {g
          ? words(g)
          : "Each line is one row group, from its least to its greatest time, in the order of the file."}
      </Hint>
    </div>
  );
}

function words(g: RowGroup): string {
  return `group ${g.rowGroup}: ${exact(g.rows)} rows, ${bytes(g.bytes)}, ${g.minTime ?? "–"} to ${g.maxTime ?? "–"}, keys ${g.firstKey ?? "–"} to ${g.lastKey ?? "–"}${g.superseded ? `, ${exact(g.superseded)} superseded` : ""}`;
}
