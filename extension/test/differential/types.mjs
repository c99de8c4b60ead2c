// The types a random table may have: how to write a value of each in SQL, edge values first of all.
// order: has a btree order (may be in an order key, ORDER BY, min, max by comparison).
// sum: an exact sum exists. Values are SQL expressions without a cast; the generator adds ::type.

const quote = (text) => `'${text.replaceAll("'", "''")}'`;
const digits = (r, n) => Array.from({ length: n }, () => r.below(10)).join("");
const hex = (r, n) => Array.from({ length: n }, () => r.below(16).toString(16)).join("");
const words = [
  "",
  "a",
  "alpha",
  "Beta",
  "éßü",
  "日本語",
  " ",
  "it's",
  "back\\slash",
  '{"x",1}',
  "z".repeat(40),
];

const text = (r) => {
  if (r.chance(0.6)) return r.pick(words);
  if (r.chance(0.03)) return hex(r, 16).repeat(r.between(300, 2000)); // compressible, toasted
  if (r.chance(0.02)) return hex(r, r.between(3000, 20000)); // toasted as it is
  return hex(r, r.between(0, 60));
};
const date = (r) =>
  r.pick([
    "infinity",
    "-infinity",
    "4713-01-01 BC",
    "5874897-12-31",
    "2000-01-01",
    "1999-12-31",
    "1970-01-01",
  ]);
const someDay = (r) =>
  `20${String(r.between(0, 30)).padStart(2, "0")}-${String(r.between(1, 12)).padStart(2, "0")}-${String(r.between(1, 28)).padStart(2, "0")}`;
const clock = (r) =>
  `${String(r.below(24)).padStart(2, "0")}:${String(r.below(60)).padStart(2, "0")}:${String(r.below(60)).padStart(2, "0")}.${digits(r, r.below(7))}`;
const stamp = (r) =>
  r.chance(0.2)
    ? r.pick([
        "infinity",
        "-infinity",
        "4713-01-01 00:00:00 BC",
        "294276-12-31 23:59:59.999999",
        "2000-01-01",
        "1969-12-31 23:59:59.999999",
      ])
    : `${someDay(r)} ${clock(r)}`;
// a regular series, as most time columns are
const tick = (r) =>
  `2025-01-01 00:${String(r.below(60)).padStart(2, "0")}:${String(r.below(6) * 10).padStart(2, "0")}`;
const float = (r, big, tiny) =>
  r.pick([
    "NaN",
    "Infinity",
    "-Infinity",
    "0",
    "-0",
    "1",
    "-1.5",
    "0.1",
    big,
    `-${big}`,
    tiny,
    `${r.between(-100000, 100000) / 100}`,
    `${r.next()}`,
    `${r.below(1000)}`,
  ]);
const numeric = (r) =>
  r.pick([
    "NaN",
    "Infinity",
    "-Infinity",
    "0",
    "0.00",
    "-0.000",
    "1e100",
    "-1e-100",
    digits(r, 60),
    `${digits(r, 20)}.${digits(r, 30)}`,
    `${r.between(-999, 999)}.${digits(r, 2)}`,
    `${r.below(100)}`,
  ]);
const integer = (lo, hi) => (r) => {
  if (r.chance(0.25)) return r.pick([lo, hi, "0", "-1", "1"]);
  if (r.chance(0.5)) return `${r.between(0, 20)}`;
  return `${r.between(-30000, 30000)}`;
};
const range = (value) => (r) => {
  const [a, b] = [value(r), value(r)].sort((x, y) => x - y);
  return r.pick(["empty", `[${a},${b}]`, `(${a},)`, `(,${b}]`, "(,)", `[${a},${a}]`]);
};
const small = (r) => `${r.between(-50, 50)}`;
const point = (r) => `(${float(r, "1e300", "1e-300")},${small(r)})`;

/** @type {{ name: string, value: (r: import("./random.mjs").Random) => string, order?: boolean, sum?: boolean, weight?: number }[]} */
export const types = [
  { name: "bool", value: (r) => r.pick(["t", "f"]), order: true },
  { name: "int2", value: integer("-32768", "32767"), order: true, sum: true },
  { name: "int4", value: integer("-2147483648", "2147483647"), order: true, sum: true, weight: 4 },
  {
    name: "int8",
    value: integer("-9223372036854775808", "9223372036854775807"),
    order: true,
    sum: true,
    weight: 3,
  },
  { name: "float4", value: (r) => float(r, "3.4028235e38", "1e-45"), order: true, weight: 2 },
  {
    name: "float8",
    value: (r) => float(r, "1.7976931348623157e308", "4.9e-324"),
    order: true,
    weight: 4,
  },
  { name: "numeric", value: numeric, order: true, sum: true, weight: 3 },
  {
    name: "numeric(10,2)",
    value: (r) => (r.chance(0.1) ? "NaN" : `${r.between(-9999, 9999)}.${digits(r, 3)}`),
    order: true,
    sum: true,
  },
  { name: "money", value: (r) => `${r.between(-9999, 9999)}.${digits(r, 2)}`, order: true },
  { name: "text", value: text, order: true, weight: 4 },
  { name: 'text COLLATE "C"', value: text, order: true },
  { name: "varchar(30)", value: (r) => text(r).slice(0, 30), order: true },
  { name: "char(6)", value: (r) => hex(r, r.below(7)), order: true },
  { name: '"char"', value: (r) => r.pick(["", "a", "Z", "0"]), order: true },
  { name: "name", value: (r) => hex(r, r.below(20)), order: true },
  {
    name: "bytea",
    value: (r) =>
      r.chance(0.05) ? `\\x${hex(r, 2 * r.between(3000, 9000))}` : `\\x${hex(r, 2 * r.below(40))}`,
    order: true,
    weight: 2,
  },
  { name: "date", value: (r) => (r.chance(0.3) ? date(r) : someDay(r)), order: true, weight: 2 },
  { name: "time", value: (r) => r.pick(["00:00", "24:00", clock(r)]), order: true },
  {
    name: "timetz",
    value: (r) => `${clock(r)}${r.pick(["+00", "-12", "+05:30", "+14"])}`,
    order: true,
  },
  { name: "timestamp", value: stamp, order: true, weight: 2 },
  {
    name: "timestamptz",
    value: (r) => (r.chance(0.6) ? tick(r) : stamp(r)),
    order: true,
    weight: 4,
  },
  {
    name: "interval",
    value: (r) =>
      r.pick([
        "0",
        "1 mon",
        "30 days",
        "-1 day 24:00",
        "178000000 years",
        "1 microsecond",
        `${r.between(-100, 100)} hours`,
      ]),
    order: true,
  },
  { name: "uuid", value: (r) => hex(r, 32), order: true, weight: 2 },
  {
    name: "inet",
    value: (r) =>
      r.pick(["::1", "10.0.0.1/8", `192.168.${r.below(256)}.${r.below(256)}`, "2001:db8::/32"]),
    order: true,
  },
  { name: "cidr", value: (r) => `10.${r.below(256)}.0.0/16`, order: true },
  { name: "macaddr", value: (r) => hex(r, 12), order: true },
  { name: "macaddr8", value: (r) => hex(r, 16), order: true },
  {
    name: "bit(5)",
    value: (r) => Array.from({ length: 5 }, () => r.below(2)).join(""),
    order: true,
  },
  {
    name: "varbit",
    value: (r) => Array.from({ length: r.below(40) }, () => r.below(2)).join(""),
    order: true,
  },
  { name: "oid", value: (r) => r.pick(["0", "4294967295", `${r.below(1000)}`]), order: true },
  {
    name: "pg_lsn",
    value: (r) => r.pick(["0/0", "FFFFFFFF/FFFFFFFF", `0/${hex(r, 5)}`]),
    order: true,
  },
  { name: "tid", value: (r) => `(${r.below(1000)},${r.below(200)})`, order: true },
  {
    name: "json",
    value: (r) => r.pick(['{"a": 1}', "[1,  2]", "null", '"x"', `{"k":"${hex(r, 8)}"}`]),
  },
  {
    name: "jsonb",
    value: (r) =>
      r.pick([
        '{"a": 1, "b": [1,2,{"c":null}]}',
        "[]",
        "null",
        '"x"',
        "1.50",
        `{"k":"${hex(r, r.below(200))}"}`,
      ]),
    order: true,
    weight: 2,
  },
  {
    name: "int4[]",
    value: (r) =>
      r.pick([
        "{}",
        "{1,2,3}",
        "{NULL}",
        "[-2:-1]={7,8}",
        "{{1,2},{3,4}}",
        `{${Array.from({ length: r.between(1, 30) }, () => r.below(99)).join(",")}}`,
      ]),
    order: true,
  },
  {
    name: "text[]",
    value: (r) => r.pick(["{}", '{a,NULL,""}', `{${hex(r, 8)},${hex(r, 3)}}`]),
    order: true,
  },
  { name: "int4range", value: range(small), order: true },
  { name: "numrange", value: range(small), order: true },
  {
    name: "int8multirange",
    value: (r) => r.pick(["{}", `{[1,${r.between(2, 9)}),[20,30)}`]),
    order: true,
  },
  { name: "point", value: point },
  { name: "box", value: (r) => `${point(r)},${point(r)}` },
  { name: "polygon", value: (r) => `((0,0),(${small(r)},1),(1,${small(r)}))` },
  { name: "tsvector", value: (r) => r.pick(["", "a:1 b:2", `'${hex(r, 6)}':3`]), order: true },
  { name: "tsquery", value: (r) => r.pick(["a & b", "!a", "a <-> b"]), order: true },
  // made in each schema by run.mjs
  { name: "mood", value: (r) => r.pick(["sad", "ok", "happy"]), order: true },
  {
    name: "pair",
    value: (r) => r.pick(["(1,x)", "(,)", `(${r.below(100)},"${hex(r, 5)}")`]),
    order: true,
  },
  { name: "pair[]", value: (r) => r.pick(["{}", '{"(1,x)"}', '{"(,)",NULL}']), order: true },
  { name: "positive", value: (r) => `${r.between(1, 1000)}`, order: true, sum: true },
  { name: "short_list", value: (r) => r.pick(["{}", "{1,2}"]), order: true },
];

/** @param {import("./random.mjs").Random} r */
export function pickType(r) {
  const total = types.reduce((sum, type) => sum + (type.weight ?? 1), 0);
  let at = r.next() * total;
  for (const type of types) {
    at -= type.weight ?? 1;
    if (at < 0) return type;
  }
  return types[0];
}

/** A value as an SQL expression; NULL now and then. @param {import("./random.mjs").Random} r */
export function literal(r, column) {
  if (r.chance(column.nulls)) return "NULL";
  return `${quote(column.type.value(r))}::${column.type.name}`;
}
