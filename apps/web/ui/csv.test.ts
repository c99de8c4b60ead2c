import { expect, it } from "vitest";
import type { Column } from "./data-table";
import { toCsv } from "./table-tools";

interface Row {
  a: string | null;
}

const columns: Column<Row>[] = [
  { id: "a", head: "A", width: "1fr", value: (r) => r.a, cell: () => null },
  { id: "button", head: "", width: "1fr", cell: () => null },
];

it("quotes what needs it and leaves out columns without a value", () => {
  expect(toCsv([{ a: 'say "x", y' }, { a: null }], columns)).toBe('a\r\n"say ""x"", y"\r\n\r\n');
});

it("lets no cell be a formula, but lets numbers keep their sign", () => {
  expect(toCsv([{ a: "=1+1" }, { a: "-5.5" }, { a: "-x" }, { a: "@y" }], columns)).toBe(
    "a\r\n'=1+1\r\n-5.5\r\n'-x\r\n'@y\r\n",
  );
});
