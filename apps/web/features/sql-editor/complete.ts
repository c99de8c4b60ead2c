/** Completion from the schema: what could stand where the cursor is. */

export interface Known {
  tables: readonly {
    schema: string;
    name: string;
    qualifiedName: string;
    columns: readonly { name: string; type: string }[];
  }[];
}

export interface Suggestion {
  text: string;
  note: string;
}

const WORDS = [
  "SELECT",
  "FROM",
  "WHERE",
  "GROUP BY",
  "ORDER BY",
  "LIMIT",
  "JOIN",
  "LEFT JOIN",
  "LATERAL",
  "ON",
  "USING",
  "AND",
  "OR",
  "NOT",
  "IN",
  "BETWEEN",
  "IS NULL",
  "IS NOT NULL",
  "HAVING",
  "DISTINCT ON",
  "WITH",
  "AS",
  "CASE",
  "WHEN",
  "THEN",
  "ELSE",
  "END",
  "DESC",
  "ASC",
  "INTERVAL",
  "now()",
  "count(*)",
  "avg(",
  "sum(",
  "min(",
  "max(",
  "date_trunc(",
  "EXPLAIN",
] as const;

const FUNCTIONS = [
  ["sealstone.bucket(", "start of the bucket a time is in"],
  ["sealstone.gapfill(", "a row for every bucket"],
  ["sealstone.locf(", "last observation carried forward"],
  ["sealstone.interpolate(", "a line between two observations"],
  ["sealstone.first(", "value at the least time"],
  ["sealstone.last(", "value at the greatest time"],
  ["sealstone.histogram(", "counts per range"],
  ["sealstone.counter_rate(", "rate of a counter, resets seen"],
  ["sealstone.percentile_sketch(", "t-digest"],
  ["sealstone.percentile(", "quantile of a sketch"],
  ["sealstone.distinct_sketch(", "HyperLogLog"],
  ["sealstone.asof_join(", "two series lined up in time"],
] as const;

/** The word under the cursor: letters, digits, dots, underscores to its left. */
export function wordAt(text: string, position: number): string {
  return /[\w."]*$/.exec(text.slice(0, position))?.[0] ?? "";
}

function escaped(name: string): string {
  return name.replace(/[^\w]/g, "\\$&");
}

function insideText(before: string): boolean {
  return ((before.match(/'/g) ?? []).length & 1) === 1 || /--[^\n]*$/.test(before);
}

export function suggest(text: string, position: number, known: Known, most = 12): Suggestion[] {
  const before = text.slice(0, position);
  if (insideText(before)) return [];
  const word = wordAt(text, position);
  if (word === "" || /^\d/.test(word)) return [];
  const lower = word.toLowerCase();
  const previous = before.slice(0, before.length - word.length).trimEnd();
  const wantsTable = /\b(from|join|into|update|table)$/i.test(previous);
  const used = known.tables.filter((t) => new RegExp(`\\b${escaped(t.name)}\\b`, "i").test(text));
  const out: Suggestion[] = [];
  const add = (value: string, note: string, key = value) => {
    if (
      key.toLowerCase().startsWith(lower) &&
      key.toLowerCase() !== lower &&
      !out.some((s) => s.text === value)
    )
      out.push({ text: value, note });
  };
  const dotted = word.lastIndexOf(".");
  if (dotted > 0 && !lower.startsWith("sealstone.")) {
    const owner = word.slice(0, dotted);
    const of = new RegExp(`\\b([\\w.]+)\\s+(?:as\\s+)?${escaped(owner)}\\b`, "gi");
    const named = new Set([...text.matchAll(of)].map((m) => m[1]));
    for (const t of known.tables) {
      if (t.schema === owner) add(t.qualifiedName, "table");
      if (
        t.name === owner ||
        t.qualifiedName === owner ||
        named.has(t.name) ||
        named.has(t.qualifiedName)
      )
        for (const c of t.columns) add(`${owner}.${c.name}`, c.type);
    }
    return out.slice(0, most);
  }
  if (!wantsTable)
    for (const t of used) for (const c of t.columns) add(c.name, `${c.type}, ${t.name}`);
  for (const t of known.tables) {
    add(t.schema === "public" ? t.name : t.qualifiedName, "table", t.name);
    add(t.schema === "public" ? t.name : t.qualifiedName, "table", t.qualifiedName);
  }
  if (!wantsTable) {
    for (const [f, note] of FUNCTIONS) {
      add(f, note);
      add(f, note, f.slice("sealstone.".length));
    }
    for (const w of WORDS) add(w, "");
  }
  return out.slice(0, most);
}
