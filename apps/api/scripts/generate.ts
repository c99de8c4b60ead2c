/** Prints the contract and generates every type made from it. `--check` writes nothing and fails on drift. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generate } from "@graphql-codegen/cli";
import { config } from "../codegen.js";
import { openapiDocument } from "../src/http/rest/openapi.js";
import { prepare } from "../src/http/rest/plan.js";
import { routes } from "../src/http/rest/routes.js";
import { alertsYaml } from "../src/observe/alerts.js";
import { buildBareSchema, printContract } from "../src/schema/load.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const check = process.argv.includes("--check");

function isRecordOfText(value: unknown): value is { filename: string; content: string }[] {
  return Array.isArray(value);
}

const openapi = openapiDocument(routes.map((route) => prepare(buildBareSchema(), route)));
const files = [
  { filename: `${root}schema.graphql`, content: printContract() },
  { filename: `${root}../../docs/operations/prometheus/alerts.yml`, content: alertsYaml() },
  { filename: `${root}openapi.json`, content: `${JSON.stringify(openapi, null, 2)}\n` },
];
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
