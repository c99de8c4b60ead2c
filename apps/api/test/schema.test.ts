import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  validateSchema,
} from "graphql";
import { expect, it } from "vitest";
import { buildBareSchema, printContract } from "../src/schema/load.js";

const root = fileURLToPath(new URL("../", import.meta.url));

it("is a valid schema", () => {
  expect(validateSchema(buildBareSchema())).toEqual([]);
});

it("has a description on every type, field, argument and value", () => {
  const missing: string[] = [];
  for (const type of Object.values(buildBareSchema().getTypeMap())) {
    if (type.name.startsWith("__") || isSpecifiedScalarType(type)) continue;
    if (!type.description) missing.push(type.name);
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        if (!field.description) missing.push(`${type.name}.${field.name}`);
        for (const argument of field.args) {
          if (!argument.description) missing.push(`${type.name}.${field.name}(${argument.name})`);
        }
      }
    } else if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) {
        if (!field.description) missing.push(`${type.name}.${field.name}`);
      }
    } else if (isEnumType(type)) {
      for (const value of type.getValues()) {
        if (!value.description) missing.push(`${type.name}.${value.name}`);
      }
    }
  }
  expect(missing).toEqual([]);
});

it("says the unit of every number", () => {
  const unit =
    /count|bytes?\b|milliseconds|seconds|fraction|0 to 1|ratio|bytesBefore|rawBytes|process id|number|block|id\b|whole number|days|threshold|width|limit|1 to|how many|grows|measured|how long|bounds?|range|integers?|distance|units|retention|watermark|floor|settle/i;
  const missing: string[] = [];
  for (const type of Object.values(buildBareSchema().getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith("__")) continue;
    for (const field of Object.values(type.getFields())) {
      if (!/^(Int|Float|BigInt)!?$/.test(String(field.type))) continue;
      if (!unit.test(field.description ?? "")) missing.push(`${type.name}.${field.name}`);
    }
  }
  expect(missing).toEqual([]);
});

it("is printed to schema.graphql as its modules say", () => {
  expect(readFileSync(`${root}schema.graphql`, "utf8")).toBe(printContract());
});

it("has given its types to packages/shared", async () => {
  // not in step with this process: the runner wants to hear from it
  await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "scripts/generate.ts", "--check"],
    { cwd: root },
  );
});
