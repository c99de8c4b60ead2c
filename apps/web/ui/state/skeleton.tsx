import { cn } from "@/lib/cn";

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn("skeleton", className)} />;
}

/** Rows in the place where a table will stand, so that nothing moves when it comes. */
export function SkeletonRows({ rows = 6, label = "Loading" }: { rows?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col">
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity
        <div key={i} className="flex h-9 items-center gap-4 border-b px-3.5 last:border-b-0">
          <Skeleton className="h-3 w-[28%]" />
          <Skeleton className="h-3 w-[12%]" />
          <Skeleton className="h-3 w-[16%]" />
          <Skeleton className="h-3 w-[9%]" />
        </div>
      ))}
    </div>
  );
}

export function SkeletonBlock({
  className,
  label = "Loading",
}: {
  className?: string;
  label?: string;
}) {
  return (
    <div role="status" aria-label={label} className={className}>
      <Skeleton className="h-full w-full" />
    </div>
  );
}
