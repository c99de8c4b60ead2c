/** /metrics, and that the dashboard and the alert rules speak of what it really says. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parser } from "@prometheus-io/lezer-promql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { attentionRules } from "../src/modules/attention/rules.js";
import { alertsYaml } from "../src/observe/alerts.js";
import {
  type Database,
  loginPassword,
  makeDatabase,
  makeSeries,
  password,
  type Running,
  settingsFor,
  startApp,
  until,
} from "./harness.js";

const operations = fileURLToPath(new URL("../../../docs/operations/", import.meta.url));
const alertsText = readFileSync(`${operations}prometheus/alerts.yml`, "utf8");

interface Panel {
  id: number;
  type: string;
  title: string;
  description?: string;
  gridPos: { h: number; w: number; x: number; y: number };
  targets?: { refId: string; expr: string; datasource: { uid: string } }[];
}
const dashboard = JSON.parse(readFileSync(`${operations}grafana/sealstone.json`, "utf8")) as {
  uid: string;
  panels: Panel[];
  templating: { list: { name: string; query: string | { query: string } }[] };
};
const alerts = (
  parse(alertsText) as {
    groups: { name: string; rules: Record<string, never>[] }[];
  }
).groups.flatMap((group) => group.rules) as unknown as {
  alert: string;
  expr: string;
  for: string;
  annotations: { summary: string; description: string };
}[];

let database: Database;
let api: Running;
let text: string;

beforeAll(async () => {
  database = await makeDatabase();
  await makeSeries(database, "metrics", 5);
  await database.query(
    "SET ROLE demo_owner; SELECT sealstone.create_rollup('public.hourly', 'public.metrics', interval '1 hour', 'count(*) AS n', 'host'); RESET ROLE",
  );
  const [due] = await database.query<{ partition: string }>(
    "SELECT partition::text FROM sealstone.partition_info WHERE due ORDER BY lo LIMIT 1",
  );
  await database.query(`CALL sealstone.seal('${due?.partition}')`);
  await database.query("SELECT sealstone.refresh_rollup('public.hourly')");
  // below the watermark: something is invalid
  await database.query("INSERT INTO public.metrics SELECT now() - interval '3 days', 1, 1, ''");
  await database.query("SELECT sealstone.measure('public.metrics')");
  api = await startApp(settingsFor(database), { processMetrics: true });
  // one error, so that its counter has begun
  await api.send('{ series(id: "db.1") { id } }', {}, api.as.viewer);
  const { createToken } = await api.ask<{ createToken: { secret: string } }>(
    'mutation { createToken(input: { name: "scraper", role: VIEWER, scopes: [METRICS] }) { secret } }',
  );
  const answer = await api.rest("GET", "/metrics", { who: { token: createToken.secret } });
  expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  text = await answer.text();
});

afterAll(async () => {
  await api?.stop();
  await database?.drop();
});

/** Metric to its kind. */
const kinds = (): Map<string, string> =>
  new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", kind = ""]) => [name, kind]),
  );

/** Labels by metric, as samples have them. */
function labels(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, name = "", inside = ""] of text.matchAll(/^([a-z_]+)(?:\{(.*)\})? \S+$/gm)) {
    const names = found.get(name) ?? new Set<string>();
    for (const [, label = ""] of inside.matchAll(/(\w+)="/g)) names.add(label);
    found.set(name, names);
  }
  return found;
}

interface Use {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** Metrics that an expression reads, with the labels it selects by; throws where it cannot be parsed. */
function uses(expression: string): Use[] {
  // what Grafana puts in before Prometheus sees it
  const filled = expression.replaceAll(/\$\{?\w+\}?/g, "x");
  const found: { metric: string; labels: string[] }[] = [];
  parser.parse(filled).iterate({
    enter: (node) => {
      const piece = filled.slice(node.from, node.to);
      if (node.type.isError) throw new Error(`no PromQL at ${node.from}: ${expression}`);
      if (node.name === "VectorSelector")
        found.push({ metric: /^[a-zA-Z_:][\w:]*/.exec(piece)?.[0] ?? "", labels: [] });
      if (node.name === "LabelName" && node.node.parent?.name.endsWith("Matcher"))
        found.at(-1)?.labels.push(piece);
    },
  });
  return found;
}

describe("what /metrics says", () => {
  it("keeps Prometheus's conventions, in names, units and help", () => {
    const help = new Set([...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name));
    for (const [name, kind] of kinds()) {
      expect(name).toMatch(/^sealstone_[a-z0-9_]+$/);
      expect(help).toContain(name);
      expect(name.endsWith("_total"), name).toBe(kind === "counter");
      if (kind === "gauge") expect(name).not.toMatch(/_(?:count|sum|bucket)$/);
      expect(name).not.toMatch(/_(?:ms|milliseconds|kb|mb|percent)$/);
    }
  });

  it("is of tables, never of partitions, and holds no secret", () => {
    const [partition] = ["metrics_p"];
    expect(text).toMatch(/sealstone_series_partitions\{[^}]*state="sealed"\} 1\n/);
    expect(text).not.toContain(`series="public.${partition}`);
    for (const secret of [password, loginPassword, "sst_", "postgresql://", "sealstone_session"])
      expect(text).not.toContain(secret);
  });

  it("counts what needs attention as the graph lists it, and a zero for every other rule", async () => {
    const { buildMetricsServer } = await import("../src/http/health.js");
    const list = async (): Promise<string[]> =>
      (
        await api.ask<{ attention: { rule: string; severity: string }[] }>(
          "{ attention { rule severity } }",
        )
      ).attention
        .map((item) => `${item.rule} ${item.severity.toLowerCase()}`)
        .sort();
    // some of it comes with time alone: what is compared is a scrape between two lists that are the same
    const { scraped, listed } = await until(
      async () => {
        const before = await list();
        const server = buildMetricsServer(api.app.services);
        const answer = (await server.inject("/metrics")).body;
        await server.close();
        return { before, scraped: answer, listed: await list() };
      },
      ({ before, listed: after }) => before.join() === after.join(),
    );
    expect(listed).toContain("seal-due warning");
    for (const rule of attentionRules) {
      const lines = [
        ...scraped.matchAll(
          new RegExp(
            `^sealstone_attention_items\\{database="db",rule="${rule.id}",severity="(\\w+)"\\} (\\d+)$`,
            "gm",
          ),
        ),
      ];
      expect(lines.length, rule.id).toBeGreaterThan(0);
      for (const [, severity, count] of lines) {
        const item = `${rule.id} ${severity}`;
        expect(Number(count), item).toBe(listed.filter((one) => one === item).length);
      }
    }
  });

  it("wants a token with the scope for it, and is capped in series", async () => {
    expect((await api.rest("GET", "/metrics", { who: {} })).status).toBe(401);
    const { createToken } = await api.ask<{ createToken: { secret: string } }>(
      'mutation { createToken(input: { name: "reader", role: VIEWER, scopes: [READ] }) { secret } }',
    );
    const who = { token: createToken.secret };
    expect((await api.rest("GET", "/metrics", { who })).status).toBe(403);
    const capped = await startApp(
      { ...settingsFor(database), SEALSTONE_METRICS_SERIES: "0" },
      { users: false },
    );
    const { buildMetricsServer } = await import("../src/http/health.js");
    const server = buildMetricsServer(capped.app.services);
    const body = (await server.inject("/metrics")).body;
    await server.close();
    await capped.stop();
    expect(body).toContain('sealstone_series_left_out{database="db"} 1');
    expect(body).not.toContain("sealstone_series_size_bytes");
  });
});

describe("the alert rules", () => {
  it("are those that the attention rules make", () => {
    expect(alertsText).toBe(alertsYaml());
    const names = alerts.map((alert) => alert.alert);
    expect(new Set(names).size).toBe(names.length);
    for (const rule of attentionRules)
      expect(alerts.filter((alert) => alert.expr.includes(`rule="${rule.id}"`))).toHaveLength(1);
    for (const alert of alerts) {
      expect(alert.alert).toMatch(/^Sealstone[A-Z]\w+$/);
      expect(alert.for).toMatch(/^\d+[mh]$/);
      expect(alert.annotations.summary).not.toBe("");
      expect(alert.annotations.description).not.toBe("");
    }
  });
});

/** Prometheus's own checker, where there is one (scripts/lib/promtool.mjs looks for it). */
async function promtool(args: readonly string[], input = ""): Promise<string> {
  return await new Promise<string>((resolve, reject) => {
    const child = spawn(process.env.SEALSTONE_PROMTOOL ?? "promtool", args, {
      stdio: ["pipe", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (data: Buffer) => {
        said += data.toString();
      });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(said);
      else reject(new Error(`promtool ${args.join(" ")} ended with ${code}: ${said}`));
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}
const hasPromtool = await promtool(["--version"]).then(
  () => true,
  () => false,
);

describe.runIf(hasPromtool)("Prometheus itself", () => {
  it("takes the alert rules", async () => {
    expect(await promtool(["check", "rules", `${operations}prometheus/alerts.yml`])).toContain(
      `${alerts.length} rules found`,
    );
  });

  it("finds nothing to mend in what is exported", async () => {
    expect(await promtool(["check", "metrics"], text)).toBe("");
  });

  it("fires where something needs attention for as long as the rule says, and not before", async () => {
    const [rule] = alerts.filter((alert) => alert.expr.includes('rule="seal-due"'));
    if (rule === undefined) throw new Error("no rule for seal-due");
    const minutes = Number.parseInt(rule.for, 10) * (rule.for.endsWith("h") ? 60 : 1);
    const folder = mkdtempSync(join(tmpdir(), "sealstone-rules-"));
    const at = (minute: number, firing: boolean) => ({
      eval_time: `${minute}m`,
      alertname: rule.alert,
      exp_alerts: firing
        ? [
            {
              exp_labels: { database: "db", severity: "warning" },
              exp_annotations: Object.fromEntries(
                Object.entries(rule.annotations).map(([name, value]) => [
                  name,
                  value.replaceAll("{{ $labels.database }}", "db"),
                ]),
              ),
            },
          ]
        : [],
    });
    writeFileSync(
      join(folder, "test.yml"),
      stringify({
        rule_files: [`${operations}prometheus/alerts.yml`],
        evaluation_interval: "1m",
        tests: [
          {
            interval: "1m",
            input_series: [
              {
                series:
                  'sealstone_attention_items{database="db",rule="seal-due",severity="warning"}',
                values: `3x${minutes + 30}`,
              },
            ],
            alert_rule_test: [at(minutes - 1, false), at(minutes + 10, true)],
          },
        ],
      }),
    );
    try {
      await promtool(["test", "rules", join(folder, "test.yml")]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("the dashboard", () => {
  it("lays its panels out without overlap, each with a title, a description and a datasource to choose", () => {
    const ids = dashboard.panels.map((panel) => panel.id);
    expect(new Set(ids).size).toBe(ids.length);
    const taken = new Set<string>();
    for (const { gridPos, title, type, description, targets } of dashboard.panels) {
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.has(`${x} ${y}`), title).toBe(false);
          taken.add(`${x} ${y}`);
        }
      }
      expect(title).not.toBe("");
      if (type === "row") continue;
      expect(description, title).toMatch(/\.$/);
      expect(targets?.length, title).toBeGreaterThan(0);
      for (const target of targets ?? [])
        expect(target.datasource.uid).toMatch(/^\$\{datasource\}$/);
    }
  });
});

describe("both", () => {
  const expressions: [string, string][] = [
    ...alerts.map((alert): [string, string] => [alert.alert, alert.expr]),
    ...dashboard.panels.flatMap((panel) =>
      (panel.targets ?? []).map((target): [string, string] => [
        `${panel.title} ${target.refId}`,
        target.expr,
      ]),
    ),
    ...dashboard.templating.list.flatMap((variable): [string, string][] =>
      typeof variable.query === "string"
        ? []
        : [
            [
              `$${variable.name}`,
              variable.query.query.replace(/^label_values\((.*), \w+\)$/, "$1"),
            ],
          ],
    ),
  ];

  it.each(expressions)("%s asks for what is exported", (_name, expression) => {
    const known = kinds();
    const sampled = labels();
    const read = uses(expression);
    expect(read.length).toBeGreaterThan(0);
    for (const use of read) {
      // Prometheus's own
      if (use.metric === "up") continue;
      const base = use.metric.replace(/_(?:bucket|sum|count)$/, "");
      expect(
        known.has(use.metric) || known.get(base) === "histogram",
        `${use.metric} is not exported`,
      ).toBe(true);
      for (const label of use.labels)
        expect(sampled.get(use.metric), `${use.metric} has no label ${label}`).toContain(label);
    }
  });

  it("would be caught speaking of something else", () => {
    expect(() => uses("sum(rate(sealstone_x[5m])")).toThrow();
    expect(uses('a{b="c"} / on (d) e')).toEqual([
      { metric: "a", labels: ["b"] },
      { metric: "e", labels: [] },
    ]);
  });
});
