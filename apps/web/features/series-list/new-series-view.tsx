"use client";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryStates } from "nuqs";
import { useDeferredValue, useState } from "react";
import { ConvertibleTablesDocument, CreateSeriesDocument } from "@/data/generated/graphql";
import { useCan } from "@/data/session";
import { useApi } from "@/data/use-api";
import { LiveSql } from "@/features/actions/live-sql";
import { useAct } from "@/features/actions/use-act";
import { useShell } from "@/features/shell/banners";
import { cn } from "@/lib/cn";
import { bytes, count } from "@/lib/format";
import { Button } from "@/ui/button";
import { Field, Input, Select } from "@/ui/field";
import { Link } from "@/ui/link";
import { PageHeader, Panel } from "@/ui/panel";
import { Empty } from "@/ui/state/empty";
import { Load } from "@/ui/state/load";
import { SkeletonRows } from "@/ui/state/skeleton";

export function NewSeriesView() {
  const [p, set] = useQueryStates({
    db: parseAsString,
    table: parseAsString,
    q: parseAsString.withDefault(""),
  });
  const admin = useCan("ADMIN");
  const { data: shell } = useShell();
  const database = p.db ?? shell?.databases.find((d) => d.writable)?.id ?? "";
  const search = useDeferredValue(p.q.trim());
  const query = useApi(
    ConvertibleTablesDocument,
    { database, search: search || null },
    { enabled: database !== "", refresh: 0 },
  );
  const tables = query.data?.database?.tables ?? [];
  const table = tables.find((t) => t.id === p.table);
  if (!admin) {
    return (
      <Empty title="Only an admin makes a series">
        Ask one, or run <code>sealstone.create_series(…)</code> as the table's owner.
      </Empty>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        crumbs={
          <Link href="/series" className="hover:underline">
            Series
          </Link>
        }
        title="Make a series of a table"
        lead="No row is moved: a table with rows becomes the default partition at once, and its rows go into real partitions in batches, readable throughout."
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel flush title="Which table" note="those with a time-like column">
          <div className="flex gap-2 border-b px-3.5 py-2">
            <Input
              data-page-search
              aria-label="Search tables"
              placeholder="Search ( / )"
              value={p.q}
              onChange={(e) => void set({ q: e.target.value || null })}
            />
            {(shell?.databases.length ?? 0) > 1 ? (
              <Select
                aria-label="Database"
                value={database}
                onChange={(e) => void set({ db: e.target.value, table: null })}
              >
                {shell?.databases
                  .filter((d) => d.writable)
                  .map((d) => (
                    <option key={d.id} value={d.id}>
                      {d.name}
                    </option>
                  ))}
              </Select>
            ) : null}
          </div>
          <Load
            query={query}
            what="The tables"
            skeleton={<SkeletonRows rows={6} label="Loading tables" />}
          >
            {() =>
              tables.length ? (
                <ul className="max-h-96 overflow-auto">
                  {tables.map((t) => (
                    <li key={t.id} className="border-b last:border-b-0">
                      <button
                        type="button"
                        aria-pressed={t.id === p.table}
                        onClick={() => void set({ table: t.id, db: database })}
                        className={cn(
                          "flex w-full items-baseline gap-3 px-3.5 py-2 text-left text-sm hover:bg-hover",
                          t.id === p.table && "bg-selected",
                        )}
                      >
                        <span className="min-w-0 flex-1 truncate font-medium">
                          {t.qualifiedName}
                        </span>
                        <span className="text-xs text-faint">
                          {t.kind}, {count(t.rows)} rows{t.bytes ? `, ${bytes(t.bytes)}` : ""}
                        </span>
                      </button>
                    </li>
                  ))}
                </ul>
              ) : (
                <Empty
                  title={p.q ? "No such table" : "No table that can become one"}
                  sql={"CREATE TABLE metrics (ts timestamptz NOT NULL, host text, cpu float8);"}
                >
                  A table needs a column of timestamptz, timestamp, date or an integer type, and
                  must not be a series already.
                </Empty>
              )
            }
          </Load>
        </Panel>
        {table ? (
          <Form key={table.id} database={database} table={table} />
        ) : (
          <Panel>
            <p className="text-sm text-muted">Choose a table to go on.</p>
          </Panel>
        )}
      </div>
    </div>
  );
}

interface Table {
  schema: string;
  name: string;
  qualifiedName: string;
  columns: readonly { name: string; type: string; timeLike: boolean }[];
}

function Form({ database, table }: { database: string; table: Table }) {
  const router = useRouter();
  const times = table.columns.filter((c) => c.timeLike);
  const [time, setTime] = useState(
    (times.find((c) => /time|date/.test(c.type)) ?? times[0])?.name ?? "",
  );
  const integer = !/time|date/.test(
    table.columns.find((c) => c.name === time)?.type ?? "timestamp",
  );
  const [width, setWidth] = useState(integer ? "1000000" : "1 day");
  const [premake, setPremake] = useState("4");
  const [space, setSpace] = useState("");
  const [ways, setWays] = useState("4");
  const { act, busy } = useAct();
  const input = {
    database,
    schema: table.schema,
    table: table.name,
    timeColumn: time,
    premake: Number(premake) || 4,
    ...(integer ? { partitionWidth: width.trim() } : { partitionInterval: width.trim() }),
    ...(space ? { spaceColumn: space, spacePartitions: Number(ways) || 4 } : {}),
  };
  const work = {
    document: CreateSeriesDocument,
    variables: { input },
    said: `${table.qualifiedName} is a series`,
  };
  return (
    <Panel title={table.qualifiedName}>
      <form
        className="flex flex-col gap-3"
        onSubmit={async (e) => {
          e.preventDefault();
          const done = await act(work);
          if (done?.createSeries.series)
            router.push(`/series/${encodeURIComponent(done.createSeries.series.id)}`);
        }}
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Time column">
            {(ids) => (
              <Select {...ids} value={time} onChange={(e) => setTime(e.target.value)}>
                {times.map((c) => (
                  <option key={c.name} value={c.name}>
                    {c.name} ({c.type})
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label="Partition width"
            hint={
              integer
                ? "In units of the time column."
                : 'Such as "1 day" or "1 month"; not both units at once.'
            }
          >
            {(ids) => <Input {...ids} value={width} onChange={(e) => setWidth(e.target.value)} />}
          </Field>
          <Field label="Made ahead" hint="Partitions kept ready past the newest.">
            {(ids) => (
              <Input
                {...ids}
                type="number"
                min={0}
                max={1000}
                value={premake}
                onChange={(e) => setPremake(e.target.value)}
              />
            )}
          </Field>
          <Field label="Spread by" hint="For very many writers; usually not.">
            {(ids) => (
              <Select {...ids} value={space} onChange={(e) => setSpace(e.target.value)}>
                <option value="">not spread</option>
                {table.columns
                  .filter((c) => c.name !== time)
                  .map((c) => (
                    <option key={c.name} value={c.name}>
                      {c.name}
                    </option>
                  ))}
              </Select>
            )}
          </Field>
          {space ? (
            <Field label="Ways">
              {(ids) => (
                <Input
                  {...ids}
                  type="number"
                  min={2}
                  max={64}
                  value={ways}
                  onChange={(e) => setWays(e.target.value)}
                />
              )}
            </Field>
          ) : null}
        </div>
        <LiveSql act={work} ready={Boolean(time && width.trim())} />
        <div>
          <Button type="submit" kind="primary" busy={busy} disabled={!time || !width.trim()}>
            Make it a series
          </Button>
        </div>
      </form>
    </Panel>
  );
}
