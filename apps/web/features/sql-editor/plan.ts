/** What a plan says, in the shape of a tree and in plain words. */

export interface PlanNode {
  id: string;
  title: string;
  target: string | undefined;
  ours: boolean;
  rows: number | undefined;
  estimated: number | undefined;
  loops: number;
  /** milliseconds in this node and below, all loops */
  total: number | undefined;
  /** milliseconds in this node alone */
  own: number | undefined;
  cost: number | undefined;
  facts: [string, string][];
  children: PlanNode[];
}

type Json = Record<string, unknown>;

const SHOWN = new Set([
  "Node Type",
  "Plans",
  "Relation Name",
  "Alias",
  "Schema",
  "Index Name",
  "Custom Plan Provider",
  "Total Cost",
  "Startup Cost",
  "Plan Rows",
  "Plan Width",
  "Actual Rows",
  "Actual Loops",
  "Actual Total Time",
  "Actual Startup Time",
  "Parent Relationship",
  "Parallel Aware",
  "Async Capable",
  "Workers",
  "Disabled",
]);

const num = (v: unknown): number | undefined => (typeof v === "number" ? v : undefined);
const str = (v: unknown): string | undefined => (typeof v === "string" ? v : undefined);

function node(json: Json, id: string): PlanNode {
  const children = (Array.isArray(json.Plans) ? (json.Plans as Json[]) : []).map((c, i) =>
    node(c, `${id}.${i}`),
  );
  const provider = str(json["Custom Plan Provider"]);
  const loops = num(json["Actual Loops"]) ?? 1;
  const each = num(json["Actual Total Time"]);
  const total = each === undefined ? undefined : each * loops;
  const below = children.reduce((sum, c) => sum + (c.total ?? 0), 0);
  const facts: [string, string][] = [];
  for (const [key, value] of Object.entries(json)) {
    if (SHOWN.has(key) || value === null || value === undefined || value === false) continue;
    facts.push([
      key,
      typeof value === "object"
        ? Array.isArray(value)
          ? value.map(String).join(", ")
          : JSON.stringify(value)
        : String(value),
    ]);
  }
  return {
    id,
    title: provider
      ? provider.replace(/^Sealstone/, "Sealstone ").replace(/([a-z])([A-Z])/g, "$1 $2")
      : (str(json["Node Type"]) ?? "?"),
    target: str(json["Relation Name"]) ?? str(json["Index Name"]),
    ours: provider !== undefined && /sealstone/i.test(provider),
    rows: num(json["Actual Rows"]),
    estimated: num(json["Plan Rows"]),
    loops,
    total,
    own: total === undefined ? undefined : Math.max(0, total - below),
    cost: num(json["Total Cost"]),
    facts,
    children,
  };
}

export function parsePlan(plan: unknown): PlanNode | undefined {
  const top = Array.isArray(plan) ? (plan[0] as Json | undefined) : (plan as Json | undefined);
  const root = top?.Plan ?? top;
  return root && typeof root === "object" && "Node Type" in root
    ? node(root as Json, "0")
    : undefined;
}

/** How far the planner's guess was off, when it is worth a word. */
export function misjudged(n: PlanNode): string | undefined {
  if (n.rows === undefined || n.estimated === undefined) return undefined;
  const a = Math.max(1, n.rows);
  const b = Math.max(1, n.estimated);
  const times = Math.max(a / b, b / a);
  return times >= 10 && Math.max(a, b) > 100
    ? `guessed ${times >= 100 ? times.toFixed(0) : times.toFixed(0)} times too ${b > a ? "many" : "few"} rows`
    : undefined;
}
