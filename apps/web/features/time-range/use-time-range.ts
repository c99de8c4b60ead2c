"use client";
import { parseAsString, useQueryStates } from "nuqs";
import { useMemo } from "react";
import { useNow } from "@/lib/use-now";

export const PRESETS = [
  { id: "1h", label: "Last hour", ms: 3_600_000 },
  { id: "6h", label: "Last 6 hours", ms: 6 * 3_600_000 },
  { id: "24h", label: "Last 24 hours", ms: 86_400_000 },
  { id: "7d", label: "Last 7 days", ms: 7 * 86_400_000 },
  { id: "30d", label: "Last 30 days", ms: 30 * 86_400_000 },
  { id: "90d", label: "Last 90 days", ms: 90 * 86_400_000 },
  { id: "400d", label: "Last 400 days", ms: 400 * 86_400_000 },
] as const;

export interface TimeRangeState {
  from: string;
  to: string;
  domain: [number, number];
  preset: string | null;
  label: string;
  setPreset: (id: string) => void;
  setCustom: (from: number, to: number) => void;
}

const text = (ms: number) => new Date(ms).toISOString().replace("Z", "000Z");

/** The one time range of a page: a preset that moves with the clock, or two fixed ends; in the address. */
export function useTimeRange(fallback: (typeof PRESETS)[number]["id"] = "24h"): TimeRangeState {
  const [p, set] = useQueryStates(
    { range: parseAsString.withDefault(fallback), rfrom: parseAsString, rto: parseAsString },
    { history: "push" },
  );
  const minute = Math.ceil(useNow() / 60_000) * 60_000;
  return useMemo(() => {
    const a = p.rfrom ? Date.parse(p.rfrom) : Number.NaN;
    const b = p.rto ? Date.parse(p.rto) : Number.NaN;
    const fixed = Number.isFinite(a) && Number.isFinite(b) && b > a;
    const preset = PRESETS.find((x) => x.id === p.range) ?? PRESETS[2];
    const from = fixed ? a : minute - preset.ms;
    const to = fixed ? b : minute;
    return {
      from: text(from),
      to: text(to),
      domain: [from, to],
      preset: fixed ? null : preset.id,
      label: fixed ? "Custom" : preset.label,
      setPreset: (id) => void set({ range: id === fallback ? null : id, rfrom: null, rto: null }),
      setCustom: (x, y) =>
        void set({ range: null, rfrom: new Date(x).toISOString(), rto: new Date(y).toISOString() }),
    };
  }, [p.range, p.rfrom, p.rto, minute, fallback, set]);
}
