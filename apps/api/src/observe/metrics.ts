/** Metrics of the API itself; those of series are added from a cache when scraped. Labels come from bounded sets. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Counter({
    name: "sealstone_api_requests_total",
    help: "Requests answered, by face and status class.",
    labelNames: ["face", "status"] as const,
    registers: [this.registry],
  });
  readonly requestSeconds = new Histogram({
    name: "sealstone_api_request_duration_seconds",
    help: "Time to answer a request, by face.",
    labelNames: ["face"] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });
  readonly statementSeconds = new Histogram({
    name: "sealstone_api_statement_duration_seconds",
    help: "Time of SQL statements, by database.",
    labelNames: ["database"] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15],
    registers: [this.registry],
  });
  readonly statements = new Counter({
    name: "sealstone_api_statements_total",
    help: "SQL statements run, by database and outcome.",
    labelNames: ["database", "outcome"] as const,
    registers: [this.registry],
  });
  readonly errors = new Counter({
    name: "sealstone_api_errors_total",
    help: "Errors answered, by code.",
    labelNames: ["code"] as const,
    registers: [this.registry],
  });
  readonly sockets = new Gauge({
    name: "sealstone_api_sockets",
    help: "Open WebSockets.",
    registers: [this.registry],
  });
  readonly signIns = new Counter({
    name: "sealstone_api_sign_ins_total",
    help: "Attempts to sign in, by outcome.",
    labelNames: ["outcome"] as const,
    registers: [this.registry],
  });

  constructor(withProcess = true) {
    if (!withProcess) return;
    collectDefaultMetrics({ register: this.registry, prefix: "sealstone_api_" });
    // gauges named as counters, which Prometheus's checker refuses; the same by type stays
    for (const what of ["handles", "requests", "resources"])
      this.registry.removeSingleMetric(`sealstone_api_nodejs_active_${what}_total`);
  }

  statement(database: string, milliseconds: number, failed: boolean): void {
    this.statementSeconds.observe({ database }, milliseconds / 1000);
    this.statements.inc({ database, outcome: failed ? "failed" : "ok" });
  }
}
