/**
 * A tagged query: sql`...${value}...` becomes text with $n and the values apart, so that no value is ever
 * part of the text. Every statement has a name, which opens it as a comment and so finds it in
 * pg_stat_statements. Fragments nest.
 */
export interface Fragment {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  readonly isFragment: true;
}

export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

function isFragment(value: unknown): value is Fragment {
  return typeof value === "object" && value !== null && "isFragment" in value;
}

/** A piece of a statement. */
export function fragment(strings: TemplateStringsArray, ...values: readonly unknown[]): Fragment {
  return flatten(strings, values);
}

function flatten(strings: readonly string[], values: readonly unknown[]): Fragment {
  const outStrings: string[] = [strings[0] ?? ""];
  const outValues: unknown[] = [];
  values.forEach((value, index) => {
    const after = strings[index + 1] ?? "";
    if (isFragment(value)) {
      outStrings[outStrings.length - 1] += value.strings[0] ?? "";
      for (let i = 0; i < value.values.length; i += 1) {
        outValues.push(value.values[i]);
        outStrings.push(value.strings[i + 1] ?? "");
      }
      outStrings[outStrings.length - 1] += after;
    } else {
      outValues.push(value);
      outStrings.push(after);
    }
  });
  return { strings: outStrings, values: outValues, isFragment: true };
}

/** Text that is part of the statement as it is: only ever a constant of this program. */
export function raw(text: string): Fragment {
  return { strings: [text], values: [], isFragment: true };
}

export const empty: Fragment = raw("");

/** Joins conditions with AND; nothing becomes TRUE. */
export function and(conditions: readonly Fragment[]): Fragment {
  let result: Fragment | undefined;
  for (const condition of conditions) {
    result = result === undefined ? condition : fragment`${result} AND ${condition}`;
  }
  return result ?? raw("TRUE");
}

/** A named statement. */
export function sql(name: string) {
  return (strings: TemplateStringsArray, ...values: readonly unknown[]): Statement => {
    const flat = flatten(strings, values);
    let text = `/* sealstone-api ${name} */ ${flat.strings[0] ?? ""}`;
    for (let i = 0; i < flat.values.length; i += 1) text += `$${i + 1}${flat.strings[i + 1] ?? ""}`;
    return { name, text, values: flat.values };
  };
}

/** An identifier, quoted only where Postgres would. */
export function quoteIdentifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !reserved.has(name)
    ? name
    : `"${name.replaceAll('"', '""')}"`;
}

/** A literal, safe under any standard_conforming_strings. */
export function quoteLiteral(value: string): string {
  const doubled = value.replaceAll("'", "''");
  return value.includes("\\") ? `E'${doubled.replaceAll("\\", "\\\\")}'` : `'${doubled}'`;
}

/** Words that must be quoted when used as a name (reserved in Postgres's grammar, and those of functions and types). */
const reserved = new Set(
  (
    "all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both case cast char character " +
    "check coalesce collate collation column concurrently constraint create cross current_catalog current_date current_role " +
    "current_schema current_time current_timestamp current_user dec decimal default deferrable desc distinct do else end except " +
    "exists extract false fetch float for foreign freeze from full grant greatest group grouping having ilike in initially inner " +
    "inout int integer intersect interval into is isnull join lateral leading least left like limit localtime localtimestamp national natural " +
    "nchar none normalize not notnull null nullif numeric offset on only or order out outer overlaps overlay placing position precision primary real " +
    "references returning right row select session_user setof similar smallint some substring symmetric system_user table tablesample then time timestamp to trailing " +
    "treat trim true union unique user using values varchar variadic verbose when where window with xmlattributes xmlconcat xmlelement " +
    "xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable json json_array json_arrayagg json_object json_objectagg json_exists json_query json_scalar json_serialize json_table json_value merge_action"
  ).split(" "),
);
