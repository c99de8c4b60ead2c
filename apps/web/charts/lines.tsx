"use client";
import { useState } from "react";
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { usePreferences } from "@/lib/preferences";
import { local, tick, ticks, utc } from "@/lib/time";
import type { LineOf } from "./legend";

export interface LineChartProps {
  label: string;
  /** `at` in milliseconds; a missing value is a gap. */
  points: readonly ({ at: number } & Record<string, number | null>)[];
  lines: readonly LineOf[];
  format: (value: number) => string;
  threshold?: { value: number; label: string };
  domain?: [number, number];
  log?: boolean;
  onRange?: (from: number, to: number) => void;
}

interface TipProps {
  active?: boolean;
  label?: string | number;
  payload?: readonly { dataKey?: unknown; name?: unknown; value?: unknown }[];
}

interface DotProps {
  index?: number;
  cx?: number;
  cy?: number;
}

/** A point with a gap on both sides makes no line: it is drawn as a dot, or nobody would see it. */
function LoneDot({
  index = 0,
  cx,
  cy,
  of,
  points,
}: DotProps & { of: LineOf; points: LineChartProps["points"] }) {
  const has = (i: number) => typeof points[i]?.[of.key] === "number";
  if (!has(index) || has(index - 1) || has(index + 1) || cx === undefined || cy === undefined)
    return <g />;
  return <circle cx={cx} cy={cy} r={2.5} fill={`var(${of.color})`} />;
}

export function Lines({
  label,
  points,
  lines,
  format,
  threshold,
  domain,
  log,
  onRange,
}: LineChartProps) {
  const { time } = usePreferences();
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const from = domain?.[0] ?? points[0]?.at ?? 0;
  const to = domain?.[1] ?? points.at(-1)?.at ?? 1;
  const exactTime = (ms: number) => (time === "local" ? local : utc)(new Date(ms).toISOString());
  const numberOf = (value: unknown) =>
    typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart
        accessibilityLayer
        title={label}
        data={points as { at: number }[]}
        margin={{ top: 6, right: 8, bottom: 0, left: 0 }}
        onMouseDown={(e) => {
          const at = numberOf(e.activeLabel);
          if (onRange && Number.isFinite(at)) setDrag({ from: at, to: at });
        }}
        onMouseMove={(e) => {
          const at = numberOf(e.activeLabel);
          if (drag && Number.isFinite(at)) setDrag({ ...drag, to: at });
        }}
        onMouseUp={() => {
          if (drag && drag.from !== drag.to)
            onRange?.(Math.min(drag.from, drag.to), Math.max(drag.from, drag.to));
          setDrag(null);
        }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="at"
          type="number"
          scale="time"
          domain={[from, to]}
          tickFormatter={(t: number) => tick(t, to - from)}
          stroke="var(--line-strong)"
          tick={{ fill: "var(--text-faint)", fontSize: 11 }}
          tickLine={false}
          minTickGap={30}
          ticks={ticks(from, to, 7)}
        />
        <YAxis
          width={62}
          scale={log ? "log" : "auto"}
          domain={log ? ["auto", "auto"] : [0, "auto"]}
          tickFormatter={format}
          axisLine={false}
          tickLine={false}
          tick={{ fill: "var(--text-faint)", fontSize: 11 }}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: "var(--line-strong)" }}
          content={(raw) => {
            const tip = raw as unknown as TipProps;
            if (!tip.active || !tip.payload?.length) return null;
            return (
              <div className="popup px-2.5 py-1.5 text-xs">
                <p className="mb-0.5 text-faint">{exactTime(numberOf(tip.label))}</p>
                {lines.map((line) => {
                  const value = tip.payload?.find((p) => p.dataKey === line.key)?.value;
                  return (
                    <p key={line.key} className="flex items-center gap-1.5">
                      <svg width="10" height="4" aria-hidden="true">
                        <rect width="10" height="4" fill={`var(${line.color})`} />
                      </svg>
                      <span className="flex-1">{line.name}</span>
                      <span className="font-medium">
                        {value === null || value === undefined ? "–" : format(numberOf(value))}
                      </span>
                    </p>
                  );
                })}
              </div>
            );
          }}
        />
        {threshold ? (
          <ReferenceLine
            y={threshold.value}
            ifOverflow="extendDomain"
            stroke="var(--bad)"
            strokeDasharray="5 4"
            label={{
              value: threshold.label,
              position: "insideTopRight",
              fill: "var(--bad-ink)",
              fontSize: 11,
            }}
          />
        ) : null}
        {lines.map((line) => (
          <Line
            key={line.key}
            dataKey={line.key}
            name={line.name}
            stroke={`var(${line.color})`}
            strokeWidth={1.75}
            {...(line.dash ? { strokeDasharray: line.dash } : {})}
            dot={(dot: DotProps) => <LoneDot key={dot.index} {...dot} of={line} points={points} />}
            connectNulls={false}
            isAnimationActive={false}
            type="linear"
          />
        ))}
        {drag ? (
          <ReferenceArea x1={drag.from} x2={drag.to} fill="var(--focus)" fillOpacity={0.14} />
        ) : null}
      </LineChart>
    </ResponsiveContainer>
  );
}
