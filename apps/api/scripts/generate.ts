/** Prints the contract and generates every type made from it. `--check` writes nothing and fails on drift. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generate } from "@graphql-codegen/cli";
import { config } from "../codegen.js";
import { printContract } from "../src/schema/load.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const check = process.argv.includes("--check");

function isRecordOfText(value: unknown): value is { filename: string; content: string }[] {
  return Array.isArray(value);
}

const files = [{ filename: `${root}schema.graphql`, content: printContract() }];
const generated: unknown = await generate({ ...config(printContract()), silent: true }, false);
if (isRecordOfText(generated)) {
  for (const file of generated) files.push(file);
}

let drift = false;
for (const file of files) {
  let before = "";
  try {
    before = readFileSync(file.filename, "utf8");
  } catch {
    // not generated yet
  }
  if (before === file.content) continue;
  drift = true;
  if (check) console.error(`${file.filename} differs from its source; run "npm run generate"`);
  else writeFileSync(file.filename, file.content);
}
process.exit(check && drift ? 1 : 0);
