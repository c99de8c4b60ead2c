"use client";
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useEffect, useRef, useState } from "react";
import { ApiError, remedy } from "@/data/errors";
import {
  CompletionTablesDocument,
  ExplainSqlDocument,
  type ExplainSqlMutation,
  RunSqlDocument,
} from "@/data/generated/graphql";
import { request, useApi } from "@/data/use-api";
import { useShell } from "@/features/shell/banners";
import { cn } from "@/lib/cn";
import { count, millis, plural } from "@/lib/format";
import { recall, remember } from "@/lib/preferences";
import { Button } from "@/ui/button";
import { Checkbox, Select } from "@/ui/field";
import { Clock, FileSearch, Play, TriangleAlert } from "@/ui/icons";
import { PageHeader, Panel } from "@/ui/panel";
import { Popover } from "@/ui/popover";
import { SqlBlock } from "@/ui/sql-block";
import { Empty } from "@/ui/state/empty";
import { SkeletonRows } from "@/ui/state/skeleton";
import { ExportMenu } from "@/ui/table-tools";
import { Time } from "@/ui/values";
import { SqlEditor } from "./editor";
import { parsePlan } from "./plan";
import { PlanTree } from "./plan-tree";
import { type Result, ResultChart, ResultGrid, resultColumns, rowsOf } from "./result";

interface Past {
  at: string;
  db: string;
  sql: string;
  ok: boolean;
}

const FIRST = `SELECT relation, partitions, sealed_partitions, bytes, ratio, late_fraction
FROM sealstone.series_info
ORDER BY bytes DESC;`;

type Plan = ExplainSqlMutation["explainSql"];

export function SqlView() {
  const [p, set] = useQueryStates({
    db: parseAsString,
    sql: parseAsString,
    show: parseAsStringLiteral(["grid", "chart"] as const).withDefault("grid"),
    rows: parseAsInteger.withDefault(1000),
    timeout: parseAsInteger.withDefault(10_000),
  });
  const { data: shell } = useShell();
  const readable = shell?.databases.filter((d) => d.readable) ?? [];
  const database = p.db ?? readable[0]?.id ?? "";
  const [text, setText] = useState(p.sql ?? FIRST);
  const [busy, setBusy] = useState<"run" | "explain" | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [analyze, setAnalyze] = useState(false);
  const [past, setPast] = useState<Past[]>([]);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => setPast(recall<Past[]>("sql.history", [])), []);
  const tables =
    useApi(
      CompletionTablesDocument,
      { database },
      { enabled: database !== "", refresh: 0, staleTime: 120_000 },
    ).data?.database?.tables ?? [];

  const note = (ok: boolean) => {
    const next = [
      { at: new Date().toISOString(), db: database, sql: text, ok },
      ...past.filter((h) => h.sql !== text),
    ].slice(0, 60);
    setPast(next);
    remember("sql.history", next);
  };
  const work = async (kind: "run" | "explain") => {
    if (!database || !text.trim() || busy) return;
    setBusy(kind);
    setError(null);
    void set({ sql: text, db: database });
    abort.current = new AbortController();
    try {
      if (kind === "run") {
        const data = await request(
          RunSqlDocument,
          { database, sql: text, maxRows: p.rows, timeoutMs: p.timeout },
          abort.current.signal,
        );
        setResult(data.runSql);
        setPlan(null);
      } else {
        const data = await request(
          ExplainSqlDocument,
          { database, sql: text, analyze, timeoutMs: p.timeout },
          abort.current.signal,
        );
        setPlan(data.explainSql);
        setResult(null);
      }
      note(true);
    } catch (e) {
      const err = e instanceof Error ? e : new Error(String(e));
      if (err.name !== "AbortError") {
        setError(err);
        note(false);
      }
    } finally {
      setBusy(null);
    }
  };
  const root = plan ? parsePlan(plan.plan) : undefined;
  const warnings = plan?.warnings ?? result?.warnings ?? [];
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="SQL"
        lead="One statement at a time, on a login that owns nothing and can write nothing, bounded in rows and time."
      />
      <Panel flush>
        <SqlEditor
          value={text}
          onChange={setText}
          onRun={() => void work("run")}
          known={{ tables }}
        />
        <div className="flex flex-wrap items-center gap-x-2 gap-y-2 border-t px-3.5 py-2">
          {busy ? (
            <Button kind="primary" onClick={() => abort.current?.abort()}>
              Stop waiting
            </Button>
          ) : (
            <Button
              kind="primary"
              icon={<Play size={14} aria-hidden="true" />}
              disabled={!database}
              onClick={() => void work("run")}
            >
              Run
            </Button>
          )}
          <Button
            icon={<FileSearch size={14} aria-hidden="true" />}
            disabled={!database || busy !== null}
            onClick={() => void work("explain")}
          >
            Explain
          </Button>
          <label className="flex items-center gap-1.5 text-sm">
            <Checkbox checked={analyze} onChange={(e) => setAnalyze(e.target.checked)} />
            and measure
          </label>
          <span id="editor-keys" className="text-xs text-faint max-lg:hidden">
            Ctrl Enter runs, Ctrl Space completes
          </span>
          <div className="ml-auto flex flex-wrap items-center gap-2">
            {readable.length > 1 ? (
              <Select
                aria-label="Database"
                className="w-auto"
                value={database}
                onChange={(e) => void set({ db: e.target.value })}
              >
                {readable.map((d) => (
                  <option key={d.id} value={d.id}>
                    {d.name}
                  </option>
                ))}
              </Select>
            ) : null}
            <Select
              aria-label="Most rows"
              className="w-auto"
              value={p.rows}
              onChange={(e) => void set({ rows: Number(e.target.value) })}
            >
              {[100, 1000, 10_000].map((n) => (
                <option key={n} value={n}>
                  {count(n)} rows
                </option>
              ))}
            </Select>
            <Select
              aria-label="Most time"
              className="w-auto"
              value={p.timeout}
              onChange={(e) => void set({ timeout: Number(e.target.value) })}
            >
              {[1000, 10_000, 60_000].map((n) => (
                <option key={n} value={n}>
                  {millis(n)}
                </option>
              ))}
            </Select>
            <History past={past} onTake={(h) => setText(h.sql)} />
          </div>
        </div>
      </Panel>
      {warnings.length ? (
        <ul className="flex flex-col gap-1">
          {warnings.map((w) => (
            <li
              key={w}
              className="flex gap-2 rounded-l bg-warn-soft px-3.5 py-2 text-sm text-warn-ink"
            >
              <TriangleAlert size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
              {w}
            </li>
          ))}
        </ul>
      ) : null}
      <div aria-live="polite">
        {error ? (
          <section
            role="alert"
            className="rounded-l border border-bad bg-bad-soft px-3.5 py-3 text-sm text-bad-ink"
          >
            <p className="font-medium break-words">{error.message}</p>
            {error instanceof ApiError ? (
              <p className="mt-1">
                {error.detail ? `${error.detail} ` : ""}
                {remedy(error)} {error.sqlstate ? `(SQLSTATE ${error.sqlstate})` : ""}
              </p>
            ) : null}
          </section>
        ) : busy && !result && !plan ? (
          <Panel flush>
            <SkeletonRows rows={5} label="Running" />
          </Panel>
        ) : plan ? (
          <Panel
            title="Plan"
            note={[
              plan.planningMs !== null && plan.planningMs !== undefined
                ? `planned in ${millis(plan.planningMs)}`
                : null,
              plan.executionMs !== null && plan.executionMs !== undefined
                ? `ran in ${millis(plan.executionMs)}`
                : null,
              plan.partitionsTotal
                ? `${count(plan.partitionsRead)} of ${plural(plan.partitionsTotal, "partition")} read`
                : null,
            ]
              .filter(Boolean)
              .join(", ")}
          >
            {root ? <PlanTree root={root} /> : <SqlBlock sql={plan.text} />}
            <details className="mt-3">
              <summary className="text-sm text-accent">As Postgres prints it</summary>
              <SqlBlock sql={plan.text} className="mt-2" />
            </details>
          </Panel>
        ) : result ? (
          <Panel
            flush
            title={result.command}
            note={`${plural(result.rows.length, "row")} in ${millis(result.durationMs)}${result.truncated ? ", cut short: there is more" : ""}`}
            actions={
              <>
                {(["grid", "chart"] as const).map((kind) => (
                  <button
                    key={kind}
                    type="button"
                    aria-pressed={p.show === kind}
                    onClick={() => void set({ show: kind })}
                    className={cn(
                      "h-6.5 rounded-m border px-2 text-xs",
                      p.show === kind
                        ? "border-accent bg-accent-soft font-medium text-accent"
                        : "text-muted hover:bg-hover",
                    )}
                  >
                    {kind}
                  </button>
                ))}
                <ExportMenu
                  name="result"
                  columns={resultColumns(result).map((c) => ({ ...c, id: c.head }))}
                  all={async () => rowsOf(result)}
                />
              </>
            }
          >
            {p.show === "chart" ? <ResultChart result={result} /> : <ResultGrid result={result} />}
          </Panel>
        ) : (
          <Panel>
            <Empty title="Nothing run yet">
              Press Run, or Ctrl Enter in the statement. Explain draws the plan, marks where
              Sealstone reads, and says when every partition is read.
            </Empty>
          </Panel>
        )}
      </div>
    </div>
  );
}

function History({ past, onTake }: { past: readonly Past[]; onTake: (h: Past) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      className="w-[28rem] p-1"
      trigger={
        <Button kind="quiet" icon={<Clock size={14} aria-hidden="true" />}>
          History
        </Button>
      }
    >
      {past.length === 0 ? (
        <p className="px-2 py-3 text-sm text-muted">
          What you run here is remembered in this browser.
        </p>
      ) : (
        <ul className="max-h-80 overflow-auto">
          {past.map((h) => (
            <li key={h.at}>
              <button
                type="button"
                className="w-full rounded-m px-2 py-1.5 text-left hover:bg-hover"
                onClick={() => {
                  onTake(h);
                  setOpen(false);
                }}
              >
                <code className={cn("block truncate text-xs", !h.ok && "text-bad-ink")}>
                  {h.sql.replace(/\s+/g, " ")}
                </code>
                <span className="text-2xs text-faint">
                  <Time value={h.at} mode="relative" />
                  {h.ok ? "" : ", failed"}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
