"use client";
import { useMemo, useState } from "react";
import { recall, remember } from "@/lib/preferences";
import { Button } from "./button";
import type { Column } from "./data-table";
import { Checkbox } from "./field";
import { Columns3, Download } from "./icons";
import { Menu } from "./menu";
import { Popover } from "./popover";
import { toast } from "./toast";

/** Which columns of a table are shown, remembered by the table's name. */
export function useColumns<T>(
  table: string,
  columns: readonly Column<T>[],
): { shown: Column<T>[]; chooser: React.ReactNode } {
  const [chosen, setChosen] = useState<Record<string, boolean>>(() =>
    recall(`columns.${table}`, {}),
  );
  const isOn = (c: Column<T>) => chosen[c.id] ?? !c.off;
  // biome-ignore lint/correctness/useExhaustiveDependencies: isOn reads only what is listed
  const shown = useMemo(() => columns.filter(isOn), [columns, chosen]);
  const chooser = (
    <Popover
      className="w-56"
      trigger={
        <Button
          kind="quiet"
          size="s"
          square
          aria-label="Choose columns"
          title="Choose columns"
          icon={<Columns3 size={15} aria-hidden="true" />}
        />
      }
    >
      <fieldset className="flex flex-col gap-1.5">
        <legend className="eyebrow mb-1.5">Columns</legend>
        {columns.map((c) => (
          <label key={c.id} className="flex items-center gap-2">
            <Checkbox
              checked={isOn(c)}
              onChange={(e) => {
                const next = { ...chosen, [c.id]: e.target.checked };
                setChosen(next);
                remember(`columns.${table}`, next);
              }}
            />
            {c.head}
          </label>
        ))}
      </fieldset>
    </Popover>
  );
  return { shown, chooser };
}

function csvField(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = String(value);
  // A leading sign of a formula is a risk in a spreadsheet; numbers may keep theirs.
  const safe =
    /^[=+@\t\r]/.test(text) || (text.startsWith("-") && Number.isNaN(Number(text)))
      ? `'${text}`
      : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function toCsv<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const kept = columns.filter((c) => c.value);
  const lines = [kept.map((c) => csvField(c.id)).join(",")];
  for (const row of rows) lines.push(kept.map((c) => csvField(c.value?.(row))).join(","));
  return `${lines.join("\r\n")}\r\n`;
}

export function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const a = document.createElement("a");
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** All that the filter lets through, not only what is loaded. */
export function ExportMenu<T>({
  name,
  columns,
  all,
}: {
  name: string;
  columns: readonly Column<T>[];
  all: () => Promise<readonly T[]>;
}) {
  const [busy, setBusy] = useState(false);
  const run = async (kind: "csv" | "json") => {
    setBusy(true);
    try {
      const rows = await all();
      if (kind === "csv") save(`${name}.csv`, "text/csv", toCsv(rows, columns));
      else {
        const kept = columns.filter((c) => c.value);
        save(
          `${name}.json`,
          "application/json",
          JSON.stringify(
            rows.map((row) => Object.fromEntries(kept.map((c) => [c.id, c.value?.(row) ?? null]))),
            null,
            2,
          ),
        );
      }
    } catch (error) {
      toast({
        tone: "bad",
        title: "The export failed",
        text: error instanceof Error ? error.message : String(error),
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      label="Export"
      trigger={
        <Button
          kind="quiet"
          size="s"
          square
          busy={busy}
          aria-label="Export what is filtered"
          title="Export what is filtered"
          icon={<Download size={15} aria-hidden="true" />}
        />
      }
      items={[
        { id: "csv", label: "CSV", note: "all that match", onSelect: () => void run("csv") },
        { id: "json", label: "JSON", note: "all that match", onSelect: () => void run("json") },
      ]}
    />
  );
}
