import { cn } from "@/lib/cn";

/** Drawn in SVG attributes, so that it needs no style attribute (the CSP allows none). */
export function Progress({
  value,
  label,
  tone = "info",
  className,
}: {
  value: number | null | undefined;
  label: string;
  tone?: "info" | "ok" | "bad" | "warn";
  className?: string;
}) {
  const known = value !== null && value !== undefined;
  const p = Math.min(1, Math.max(0, value ?? 0)) * 100;
  const fill = { info: "fill-info", ok: "fill-ok", bad: "fill-bad", warn: "fill-warn" }[tone];
  return (
    <svg
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={known ? Math.round(p) : undefined}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className={cn("h-1.5 w-full rounded-full overflow-hidden", className)}
    >
      <rect width="100" height="6" className="fill-heat-0" />
      <rect
        width={p}
        height="6"
        className={cn(fill, "motion-safe:transition-[width] duration-300")}
      />
    </svg>
  );
}

/** A part of a whole, as a plain bar. */
export function Meter({
  value,
  max,
  label,
  className,
  tone = "fill-heat-4",
}: {
  value: number;
  max: number;
  label: string;
  className?: string;
  tone?: string;
}) {
  const p = max > 0 ? Math.min(100, (value / max) * 100) : 0;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className={cn("h-1.5 w-full rounded-[1px] overflow-hidden", className)}
    >
      <rect width="100" height="6" className="fill-heat-0" />
      <rect width={p} height="6" className={tone} />
    </svg>
  );
}
