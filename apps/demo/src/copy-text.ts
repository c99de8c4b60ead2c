/** One value of a row to COPY: null is SQL NULL. */
export type CopyValue = string | number | bigint | null;

const escapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** A row in COPY's text format, with its line end. */
export function copyLine(values: readonly CopyValue[]): string {
  const fields = values.map((value) =>
    value === null ? "\\N" : String(value).replace(/[\\\t\n\r]/g, (c) => escapes[c] ?? c),
  );
  return `${fields.join("\t")}\n`;
}
