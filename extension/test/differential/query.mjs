// Random queries whose answer is the same whatever the plan: exact aggregates only, total orders under LIMIT.
import { literal, types } from "./types.mjs";

/** Types that operators compare a column with as it is, without a cast of the column. */
const comparable = {
  int2: ["int4", "int8"],
  int4: ["int2", "int8"],
  int8: ["int2", "int4"],
  float4: ["float8"],
  float8: ["float4"],
  timestamp: ["date"],
  timestamptz: ["date"],
};

function comparison(r, column) {
  const operator = r.pick(["=", "<>", "<", "<=", ">", ">="]);
  const others = comparable[column.type.name];
  if (others && r.chance(0.3)) {
    const name = r.pick(others);
    const other = { ...column, type: types.find((type) => type.name === name) };
    return r.pick([
      `${column.name} ${operator} ${literal(r, other)}`,
      `${literal(r, other)} ${operator} ${column.name}`,
      `${column.name} = ANY (ARRAY[${literal(r, other)}, ${literal(r, other)}])`,
    ]);
  }
  switch (r.below(7)) {
    case 0:
      return `${column.name} IS ${r.pick(["NULL", "NOT NULL"])}`;
    case 1:
      return `${column.name} IN (${literal(r, column)}, ${literal(r, column)})`;
    case 2:
      return `${column.name} BETWEEN ${literal(r, column)} AND ${literal(r, column)}`;
    case 3:
      return `${column.name} IS ${r.pick(["", "NOT "])}DISTINCT FROM ${literal(r, column)}`;
    case 4:
      return `${column.name} ${r.pick(["= ANY", "<> ALL", "> ANY"])} (ARRAY[${literal(r, column)}, ${literal(r, column)}])`;
    default:
      return `${column.name} ${operator} ${literal(r, column)}`;
  }
}

function condition(r, life, depth = 0) {
  const ordered = life.columns.filter((c) => c.type.order && c.type.name !== "pair[]");
  if (depth < 2 && r.chance(0.4)) {
    const [a, b] = [condition(r, life, depth + 1), condition(r, life, depth + 1)];
    return r.pick([
      `(${a} AND ${b})`,
      `(${a} OR ${b})`,
      `NOT (${a})`,
      `CASE WHEN ${a} THEN ${b} END`,
    ]);
  }
  switch (r.below(6)) {
    case 0:
      return `host = ${r.below(9)}`;
    case 1:
      return `id ${r.pick(["<", ">", "="])} ${r.below(life.nextId + 2)}`;
    case 2:
      return `ts ${r.pick(["<", ">=", ">"])} '2025-01-01 00:${String(r.below(60)).padStart(2, "0")}:00'`;
    default:
      return comparison(r, r.pick(ordered));
  }
}

const orderBy = (r, columns) =>
  columns
    .map((c) => `${c.name} ${r.pick(["ASC", "DESC"])} NULLS ${r.pick(["FIRST", "LAST"])}`)
    .join(", ");

// of several equal extremes (1.0 and 1.00, 0 and -0) the plan's order decides which it is
function extremes(c) {
  if (c.type.name === "numeric") return `trim_scale(min(${c.name})), trim_scale(max(${c.name}))`;
  if (c.type.name.startsWith("float"))
    return `min(${c.name}) + 0::${c.type.name}, max(${c.name}) + 0::${c.type.name}`;
  return `min(${c.name}), max(${c.name})`;
}

/** @returns {{ text: string, ordered: boolean }} */
export function randomQuery(r, life) {
  const where = r.chance(0.8) ? ` WHERE ${condition(r, life)}` : "";
  const ordered = life.columns.filter((c) => c.type.order);
  const some = r.some(life.columns, r.between(1, 3));
  const keys = r.some(ordered, r.between(1, 2));
  // equal values of these may look different, and which stands for a group is the plan's choice
  const plain = ordered.filter((c) => !/^(float|numeric$|interval|jsonb|pair)/.test(c.type.name));
  const aggregates = [
    "count(*)",
    ...some.map((c) => `count(${c.name})`),
    ...life.columns
      .filter((c) => c.type.sum)
      .slice(0, 2)
      .map((c) => `sum(${c.name})`),
    ...life.columns
      .filter((c) => c.type.sum)
      .slice(0, 1)
      .map((c) => `avg(${c.name}) FILTER (WHERE id % 2 = 0)`),
    ...life.columns
      .filter(
        (c) =>
          /^(int|float|numeric|date|timestamp|text$)/.test(c.type.name) &&
          !/[[r]|range/.test(c.type.name),
      )
      .slice(0, 3)
      .map((c) => extremes(c)),
  ];
  switch (r.below(11)) {
    case 0:
    case 1:
      return {
        text: `SELECT id, ${some.map((c) => c.name).join(", ")} FROM @${where}`,
        ordered: false,
      };
    case 2:
    case 3:
      return { text: `SELECT ${aggregates.join(", ")} FROM @${where}`, ordered: false };
    case 4: {
      const group = r.some([...plain, { name: "host" }], r.between(1, 2)).map((c) => c.name);
      return {
        text: `SELECT ${group.join(", ")}, ${aggregates.join(", ")} FROM @${where} GROUP BY ${group.join(", ")}`,
        ordered: false,
      };
    }
    case 5: {
      const by = r.chance(0.5)
        ? `host${r.pick([" DESC", ""])}, ts${r.pick([" DESC", ""])}`
        : orderBy(r, keys);
      return {
        text: `SELECT id, host, ts FROM @${where} ORDER BY ${by}, id LIMIT ${r.between(0, 40)} OFFSET ${r.below(5)}`,
        ordered: true,
      };
    }
    case 6:
      return {
        text: `SELECT DISTINCT ON (host) host, ts, id FROM @${where} ORDER BY host, ts ${r.pick(["ASC", "DESC"])}, id`,
        ordered: true,
      };
    case 7:
      return {
        text: `SELECT v.h, l.id, l.ts FROM generate_series(0, 8) v(h), LATERAL (SELECT id, ts FROM @ t WHERE t.host = v.h${where.replace(" WHERE", " AND")} ORDER BY ts DESC, id LIMIT ${r.between(1, 5)}) l`,
        ordered: false,
      };
    case 8:
    case 9: {
      const bucket = r.pick([
        `date_trunc('${r.pick(["minute", "hour", "day", "month", "decade"])}', ts)`,
        `date_trunc('${r.pick(["hour", "day", "week"])}', ts, '${r.pick(["UTC", "America/St_Johns", "Australia/Lord_Howe"])}')`,
        `date_bin('${r.pick(["10 s", "7 min", "1 day"])}', ts, '2025-01-01')`,
        `sealstone.bucket('${r.pick(["10 s", "5 min", "1 day", "1 month"])}', ts)`,
      ]);
      const group = [bucket, ...(r.chance(0.5) ? [r.pick(["host", "id % 3", "later"])] : [])].map(
        (key) => (key === "later" ? r.pick([...plain, { name: "host" }]).name : key),
      );
      const moments = [
        "sealstone.first(id, ts)",
        "sealstone.last(id, ts)",
        "avg(host)",
        "max(id) FILTER (WHERE host > 3)",
        "variance(id)",
        "min(ts)",
        "count(*) FILTER (WHERE ts > '2025-01-01 00:30')",
      ];
      return {
        text: `SELECT ${group.join(", ")}, ${[...aggregates, ...r.some(moments, 3)].join(", ")} FROM @${where} GROUP BY ${group.join(", ")}${r.chance(0.2) ? " HAVING count(*) > 1" : ""}`,
        ordered: false,
      };
    }
    default:
      return {
        text: `SELECT count(*) FROM @ a JOIN @ b USING (id)${where.replaceAll(/\b(host|ts)\b/g, "a.$1").replace(/"/g, '"') && ""}`,
        ordered: false,
      };
  }
}
