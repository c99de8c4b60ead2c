"use client";
/** Lines over time. Recharts is fetched after the first paint, into a space that is already there. */
import dynamic from "next/dynamic";
import type { LineChartProps } from "./lines";

const Lines = dynamic(() => import("./lines").then((m) => m.Lines), {
  ssr: false,
  loading: () => <div aria-hidden="true" className="skeleton h-full w-full" />,
});

export function SeriesChart({
  height = 200,
  ...props
}: LineChartProps & { height?: 140 | 200 | 260 }) {
  return (
    <div className={height === 140 ? "h-35" : height === 260 ? "h-65" : "h-50"}>
      <Lines {...props} />
    </div>
  );
}
