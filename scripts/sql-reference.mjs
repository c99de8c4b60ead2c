// docs/guide/reference.md, made from the comments of the extension in a database: every function, view,
// column and setting that a user may name. PG* in the environment say which database (it needs the
// extension, on Postgres 15); --check compares instead of writing.
//   node scripts/sql-reference.mjs [--check] [--psql PATH]
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { main, Trouble } from "./lib/say.mjs";
import { repo } from "./lib/state.mjs";

const args = process.argv.slice(2);
const psql = args.includes("--psql") ? args[args.indexOf("--psql") + 1] : "psql";
const file = join(repo, "docs/guide/reference.md");

/** Functions that others are made of: by the catalogs, and those that only views, workers and triggers call. */
const PARTS = `
  p.prorettype IN ('trigger'::regtype, 'event_trigger'::regtype, 'table_am_handler'::regtype)
  OR EXISTS (SELECT 1 FROM pg_aggregate a WHERE p.oid IN (a.aggtransfn, a.aggfinalfn, a.aggcombinefn, a.aggserialfn, a.aggdeserialfn))
  OR EXISTS (SELECT 1 FROM pg_type t WHERE p.oid IN (t.typinput, t.typoutput, t.typreceive, t.typsend))
  OR p.proname ~ '^(stop_point_|exact_|query_stats_(rows|sample)|query_windows_take|worker_state|progress$|wake_worker|on_|not_replicated)'
  OR p.proname ~ '^(may_|rollup_(fragment|invalid|note|raise_floor|stale|time|trigger|value)$|system_identifier|disk_info)'`;

const QUERY = `
SELECT json_build_object(
  'routines', (SELECT json_agg(r ORDER BY r.name, r.arguments) FROM (
    SELECT p.proname AS name, p.prokind AS kind,
           pg_get_function_arguments(p.oid) AS arguments, pg_get_function_result(p.oid) AS result,
           obj_description(p.oid, 'pg_proc') AS comment
    FROM pg_proc p WHERE p.pronamespace = 'sealstone'::regnamespace AND NOT (${PARTS})) r),
  'relations', (SELECT json_agg(v ORDER BY v.name) FROM (
    SELECT c.relname AS name, obj_description(c.oid, 'pg_class') AS comment,
           (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
                                              'comment', col_description(c.oid, a.attnum)) ORDER BY a.attnum)
            FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
    FROM pg_class c WHERE c.relnamespace = 'sealstone'::regnamespace AND c.relkind = 'v'
      AND has_table_privilege('public', c.oid, 'SELECT')) v),
  'settings', (SELECT json_agg(s ORDER BY s.name) FROM (
    SELECT name, boot_val AS value, unit, context, short_desc, extra_desc FROM pg_settings
    WHERE name LIKE 'sealstone.%' AND name !~ 'stop_point|planned_clock_shift') s))`;

const cell = (text) => `${text ?? ""}`.replaceAll("|", "\\|").replaceAll("\n", " ");

const sentence = (text) => `${text ?? ""}`.replace(/^[a-z]/, (letter) => letter.toUpperCase());

/** `IN partition regclass DEFAULT NULL::regclass` as one reads it: `partition regclass = NULL`. */
const readable = (given) =>
  given.replace(/\bIN (?=\w)/g, "").replace(/ DEFAULT ((?:'[^']*'|[^,':])+)(?:::[^,]+)?/g, " = $1");

/** One entry a name: overloads with one comment stand together. */
function routines(list) {
  const entries = new Map();
  for (const r of list) {
    const forms = entries.get(r.name) ?? new Map();
    entries.set(r.name, forms.set(r.comment, [...(forms.get(r.comment) ?? []), r]));
  }
  const line = ({ kind, name, arguments: given, result }) =>
    kind === "p"
      ? `CALL ${name}(${readable(given)})`
      : `${name}(${readable(given)})${kind === "w" ? " OVER (...)" : ""} -> ${result}`;
  return [...entries].map(([name, forms]) =>
    [
      `### ${name}\n`,
      ...[...forms].map(
        ([comment, same]) =>
          `${sentence(comment)}\n\n\`\`\`\n${same.map(line).join("\n")}\n\`\`\`\n`,
      ),
    ].join("\n"),
  );
}

const relation = ({ name, comment, columns }) =>
  [
    `### ${name}\n\n${sentence(comment)}\n\n| column | type | |\n|---|---|---|`,
    ...columns.map((c) => `| \`${c.name}\` | ${c.type} | ${cell(c.comment)} |`),
    "",
  ].join("\n");

const setting = ({ name, value, unit, context, short_desc: short, extra_desc: extra }) =>
  `| \`${name}\` | ${cell(value)}${unit ? ` ${unit}` : ""} | ${context} | ${cell([short, extra].filter(Boolean).join(" "))} |`;

await main(() => {
  const text = execFileSync(psql, ["-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", QUERY], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const found = JSON.parse(text);
  const page = `# Reference

Made from the comments in the database by \`scripts/sql-reference.mjs\`; \`\\df+ sealstone.*\` and \`\\d+\` show the same. All of it is in schema
\`sealstone\`. The [guide](README.md) tells what to use when.

## Functions, procedures and aggregates

${routines(found.routines).join("\n")}
## Views

${found.relations.map(relation).join("\n")}
## Settings

| setting | default | who may set it, when | |
|---|---|---|---|
${found.settings.map(setting).join("\n")}
`;
  if (!args.includes("--check")) return writeFileSync(file, page);
  if (readFileSync(file, "utf8") !== page) {
    throw new Trouble(
      "docs/guide/reference.md is not what the comments of the extension say.",
      "With PGHOST, PGPORT, PGUSER and PGDATABASE of a database that has it: node scripts/sql-reference.mjs",
    );
  }
});
