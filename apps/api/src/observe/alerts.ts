/**
 * Alert rules for Prometheus, made from the attention rules, so that what wakes someone is what the console
 * shows, at the same thresholds; and a few about the API itself. `npm run generate` writes them to
 * docs/operations/prometheus/alerts.yml.
 */
import { attentionRules } from "../modules/attention/rules.js";

interface Alert {
  readonly name: string;
  readonly expression: string;
  readonly after: string;
  /** Absent where the metric itself carries one. */
  readonly severity?: "critical" | "warning" | "info";
  readonly summary: string;
  readonly description: string;
}

const ownAlerts: readonly Alert[] = [
  {
    name: "SealstoneApiDown",
    expression: 'up{job="sealstone"} == 0',
    after: "2m",
    severity: "critical",
    summary: "The Sealstone API does not answer",
    description: "Prometheus cannot scrape it: see its log, or whether it runs.",
  },
  {
    name: "SealstoneHomeDown",
    expression: "sealstone_api_home_up == 0",
    after: "1m",
    severity: "critical",
    summary: "The database with users and audit log cannot be reached",
    description: "The console reads only: no sign-in, no changes.",
  },
  {
    name: "SealstoneApiFaults",
    expression: 'sum(increase(sealstone_api_errors_total{code="INTERNAL"}[10m])) > 0',
    after: "0m",
    severity: "warning",
    summary: "Faults of the Sealstone API",
    description: "Its log has each by request id.",
  },
  {
    name: "SealstoneApiSlow",
    expression:
      'histogram_quantile(0.95, sum by (le) (rate(sealstone_api_request_duration_seconds_bucket{face=~"graphql|rest"}[5m]))) > 2',
    after: "10m",
    severity: "warning",
    summary: "The Sealstone API answers slowly",
    description: "The 95th percentile is over two seconds.",
  },
  {
    name: "SealstoneApiWaitsForConnections",
    expression: "max by (database, login) (sealstone_api_connections_waiting) > 0",
    after: "5m",
    severity: "warning",
    summary: "Requests wait for a connection to {{ $labels.database }}",
    description: "The API holds at most eight for each database: something is slow, or asks much.",
  },
];

function pascal(id: string): string {
  return id
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

export const alerts: readonly Alert[] = [
  ...attentionRules.map((rule) => ({
    name: `Sealstone${pascal(rule.id)}`,
    expression: `sum by (database, severity) (sealstone_attention_items{rule="${rule.id}"}) > 0`,
    after: rule.alertAfter,
    summary: `{{ $labels.database }}: ${rule.id.replaceAll("-", " ")}`,
    description: `${rule.description}${
      rule.setting === null ? "" : ` Threshold: ${rule.setting} of the API.`
    } Evidence and remedy: the console's overview, or GET /api/v1/databases/{{ $labels.database }}/attention.`,
  })),
  ...ownAlerts,
];

export function alertsYaml(): string {
  const lines = [
    "# Made by `npm run generate` from apps/api/src/observe/alerts.ts and the attention rules: change those.",
    "groups:",
    "  - name: sealstone",
    "    rules:",
  ];
  for (const alert of alerts) {
    lines.push(
      `      - alert: ${alert.name}`,
      `        expr: ${JSON.stringify(alert.expression)}`,
      `        for: ${alert.after}`,
      ...(alert.severity === undefined
        ? []
        : ["        labels:", `          severity: ${alert.severity}`]),
      "        annotations:",
      `          summary: ${JSON.stringify(alert.summary)}`,
      `          description: ${JSON.stringify(alert.description)}`,
    );
  }
  return `${lines.join("\n")}\n`;
}
