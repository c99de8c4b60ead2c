"use client";
import type { AttentionPartsFragment, Severity } from "@/data/generated/graphql";
import { ActionButton } from "@/features/actions/action-button";
import { cn } from "@/lib/cn";
import { buttonClass } from "@/ui/button";
import { CircleAlert, Info, OctagonAlert } from "@/ui/icons";
import { Link } from "@/ui/link";
import { Popover } from "@/ui/popover";
import { SqlBlock } from "@/ui/sql-block";
import { Time } from "@/ui/values";
import { placeOf } from "./place";
import { remedyDocument } from "./remedies";

const LOOK: Record<Severity, { edge: string; ink: string; icon: typeof Info; word: string }> = {
  CRITICAL: { edge: "bg-bad", ink: "text-bad-ink", icon: OctagonAlert, word: "Critical" },
  WARNING: { edge: "bg-warn", ink: "text-warn-ink", icon: CircleAlert, word: "Warning" },
  INFO: { edge: "bg-info", ink: "text-info-ink", icon: Info, word: "Worth knowing" },
};

export function AttentionList({
  items,
  several,
}: {
  items: readonly AttentionPartsFragment[];
  several: boolean;
}) {
  return (
    <ul className="flex flex-col">
      {items.map((item) => {
        const look = LOOK[item.severity];
        const Icon = look.icon;
        const where = placeOf(item);
        return (
          <li
            key={item.id}
            data-rule={item.rule}
            className="relative flex flex-wrap items-center gap-x-4 gap-y-2 border-b py-2.5 pr-3.5 pl-4 last:border-b-0"
          >
            <span
              aria-hidden="true"
              className={cn("absolute inset-y-0 left-0 w-0.75", look.edge)}
            />
            <Icon
              size={17}
              className={cn("shrink-0", look.ink)}
              role="img"
              aria-label={look.word}
            />
            <div className="min-w-0 flex-1 basis-72">
              <p className="text-sm font-medium break-words">{item.title}</p>
              <p className="text-sm text-muted break-words">{item.evidence}</p>
              <p className="mt-0.5 flex flex-wrap gap-x-2.5 text-xs text-faint">
                {where ? (
                  <Link
                    href={where.href}
                    className="text-accent underline-offset-2 hover:underline"
                  >
                    {where.label}
                  </Link>
                ) : null}
                {several ? <span>{item.database.name}</span> : null}
                {item.since ? (
                  <span>
                    since <Time value={item.since} />
                  </span>
                ) : null}
              </p>
            </div>
            <RemedyButton item={item} />
          </li>
        );
      })}
    </ul>
  );
}

function RemedyButton({ item }: { item: AttentionPartsFragment }) {
  const remedy = item.remedy;
  if (!remedy) {
    // where nothing can be pressed there is still somewhere to look
    const where = placeOf(item);
    return where ? (
      <Link href={where.href} className={buttonClass("plain")}>
        {where.look}
        <span className="sr-only">: {item.title}</span>
      </Link>
    ) : null;
  }
  const document = remedyDocument(remedy.mutation);
  if (document && !remedy.destructive) {
    return (
      <ActionButton
        kind={item.severity === "INFO" ? "plain" : "primary"}
        least={remedy.role}
        label={remedy.label}
        name={`${remedy.label}: ${item.title}`}
        act={{
          document,
          variables: (remedy.arguments ?? {}) as Record<string, never>,
          said: `${remedy.label}: asked for`,
        }}
      />
    );
  }
  return (
    <Popover
      className="w-[30rem]"
      trigger={
        <button type="button" className={buttonClass("plain")}>
          {remedy.label || "What to run"}
        </button>
      }
    >
      <div className="flex flex-col gap-2">
        <p className="text-muted">
          {remedy.destructive
            ? "This drops data, so it is done where its size is shown and its name typed; or run:"
            : "This is done on the server:"}
        </p>
        <SqlBlock sql={remedy.sql} />
        {remedy.destructive && item.series ? (
          <Link
            href={`/series/${encodeURIComponent(item.series.id)}/settings`}
            className={buttonClass("plain")}
          >
            To its settings
          </Link>
        ) : null}
      </div>
    </Popover>
  );
}
