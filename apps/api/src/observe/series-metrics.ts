/** What /metrics says of databases and series (by table, never by partition), read at most every fifteen seconds. */
import type { Severity } from "@sealstone/shared";
import type { Services } from "../context.js";
import type { Target } from "../db/target.js";
import { AppError } from "../errors.js";
import { attentionOf } from "../modules/attention/attention.service.js";
import {
  type AttentionFacts,
  type AttentionItemData,
  attentionRules,
} from "../modules/attention/rules.js";
import type { JobRow } from "../modules/job/sql/jobs.js";
import type { RollupRow } from "../modules/rollup/sql/rollups.js";
import type { SeriesRow } from "../modules/series/sql/series.js";

const freshMs = 15_000;

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

type Add = (
  name: string,
  help: string,
  labels: Readonly<Record<string, string>>,
  value: number | null | bigint,
) => void;

interface Family {
  readonly help: string;
  readonly samples: Sample[];
}

export class SeriesMetrics {
  readonly #services: Services;
  #text = "";
  #readAt = 0;
  #reading: Promise<string> | null = null;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Prometheus text; from the cache while it is fresh, and one reading at a time. */
  async text(): Promise<string> {
    if (Date.now() - this.#readAt < freshMs) return this.#text;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return await this.#reading;
  }

  async #read(): Promise<string> {
    const families = new Map<string, Family>();
    const add: Add = (name, help, labels, value) => {
      if (value === null) return;
      let family = families.get(name);
      if (family === undefined) {
        family = { help, samples: [] };
        families.set(name, family);
      }
      family.samples.push({ labels, value: Number(value) });
    };
    for (const db of this.#services.targets.values()) await this.#database(db, add);
    for (const { database, count } of this.#services.live.subscriberCounts()) {
      add(
        "sealstone_api_subscribers",
        "Subscribers to operations, by database.",
        { database },
        count,
      );
    }
    add(
      "sealstone_api_home_up",
      "1 while the home database can be used.",
      {},
      this.#services.home.available ? 1 : 0,
    );
    this.#text = print(families);
    this.#readAt = Date.now();
    return this.#text;
  }

  async #database(db: Target, add: Add): Promise<void> {
    const database = db.id;
    add(
      "sealstone_database_up",
      "1 while the database can be read.",
      { database },
      db.readable ? 1 : 0,
    );
    add(
      "sealstone_database_state",
      "1 for the state the database is in.",
      { database, state: db.monitor.report.state },
      1,
    );
    add(
      "sealstone_database_clock_offset_seconds",
      "The database's clock minus the API's.",
      { database },
      db.monitor.clockOffsetMs / 1000,
    );
    for (const pool of db.connections()) {
      add(
        "sealstone_api_connections",
        "Connections held, by database and login.",
        { database, login: pool.level },
        pool.total,
      );
      add(
        "sealstone_api_connections_waiting",
        "Requests that wait for a connection.",
        { database, login: pool.level },
        pool.waiting,
      );
    }
    const { facts, items } = await attentionOf(this.#services, db).catch((error: unknown) => {
      // it went away between the look and the reading: its state is said above
      if (error instanceof AppError) return { facts: null, items: null };
      throw error;
    });
    if (facts === null) return;
    this.#attention(database, items, add);
    if (!db.readable) return;
    this.#worker(database, facts, add);
    const series = facts.series ?? [];
    const rollups = facts.rollups ?? [];
    const jobs = facts.jobs ?? [];
    const limit = this.#services.config.metricsSeriesLimit;
    for (const row of series.slice(0, limit)) this.#series(database, row, add);
    for (const row of rollups.slice(0, limit)) this.#rollup(database, row, add);
    for (const row of jobs.slice(0, limit * 3)) this.#job(database, row, add);
    add(
      "sealstone_series_left_out",
      "Series left out of these metrics because of the cap.",
      { database },
      Math.max(0, series.length - limit),
    );
  }

  /** Each rule, also where it finds nothing: an alert that ends must see a zero. */
  #attention(database: string, items: readonly AttentionItemData[], add: Add): void {
    for (const rule of attentionRules) {
      const counts = new Map<Severity, number>([[rule.severity, 0]]);
      for (const item of items) {
        if (item.rule === rule.id) counts.set(item.severity, (counts.get(item.severity) ?? 0) + 1);
      }
      for (const [severity, count] of counts) {
        add(
          "sealstone_attention_items",
          "What needs attention, by rule and severity: as the console's overview and /api/v1/attention say it.",
          { database, rule: rule.id, severity: severity.toLowerCase() },
          count,
        );
      }
    }
  }

  #worker(database: string, facts: AttentionFacts, add: Add): void {
    const labels = { database };
    const { worker, disk } = facts;
    if (worker !== null) {
      add(
        "sealstone_worker_running",
        "1 while the extension's launcher runs.",
        labels,
        worker.launcherPid === null ? 0 : 1,
      );
      add("sealstone_worker_paused", "1 after pauseAll.", labels, worker.paused ? 1 : 0);
      add("sealstone_worker_helpers", "Parallel helpers at work.", labels, worker.helpers);
      add(
        "sealstone_worker_heartbeat_timestamp_seconds",
        "Last sign of life of the worker.",
        labels,
        worker.heartbeatAt === null ? null : Date.parse(worker.heartbeatAt) / 1000,
      );
    }
    if (disk !== null) {
      add(
        "sealstone_disk_free_bytes",
        "Bytes free on the disk of the data directory.",
        labels,
        disk.freeBytes,
      );
      add(
        "sealstone_disk_size_bytes",
        "Size of the disk of the data directory in bytes.",
        labels,
        disk.totalBytes,
      );
    }
  }

  #series(database: string, row: SeriesRow, add: Add): void {
    const labels = { database, series: row.qualifiedName };
    add("sealstone_series_size_bytes", "Bytes on disk: tables, TOAST, indexes.", labels, row.bytes);
    add("sealstone_series_rows", "Rows; estimated for live partitions.", labels, row.rows);
    add(
      "sealstone_series_sealed_size_bytes",
      "Bytes of sealed partitions.",
      labels,
      row.sealedBytes,
    );
    add(
      "sealstone_series_before_seal_size_bytes",
      "Bytes of the sealed partitions before they were sealed.",
      labels,
      row.bytesBefore,
    );
    add(
      "sealstone_series_partitions",
      "Partitions, by state.",
      { ...labels, state: "live" },
      row.livePartitions,
    );
    add(
      "sealstone_series_partitions",
      "Partitions, by state.",
      { ...labels, state: "sealed" },
      row.sealedPartitions,
    );
    add(
      "sealstone_series_seal_due",
      "Partitions past their settle window and not sealed.",
      labels,
      row.sealDue,
    );
    add(
      "sealstone_series_late_fraction",
      "Late fraction over all sealed partitions.",
      labels,
      row.lateFraction,
    );
    add(
      "sealstone_series_worst_late_fraction",
      "Greatest late fraction of one sealed partition.",
      labels,
      row.worstLateFraction,
    );
    add(
      "sealstone_series_default_rows",
      "Rows in the default partition, an estimate.",
      labels,
      row.defaultRows,
    );
  }

  #rollup(database: string, row: RollupRow, add: Add): void {
    const labels = { database, rollup: row.qualifiedName };
    add(
      "sealstone_rollup_pending_invalidations",
      "Invalidations no refresh has taken up.",
      labels,
      row.pending,
    );
    add(
      "sealstone_rollup_last_refresh_seconds",
      "What the last refresh took.",
      labels,
      row.lastRefreshMs === null ? null : row.lastRefreshMs / 1000,
    );
    add(
      "sealstone_rollup_triggers_enabled",
      "0 when the triggers that record invalidations are disabled.",
      labels,
      row.triggersEnabled ? 1 : 0,
    );
    const since = row.pendingSince === null ? null : Date.parse(row.pendingSince) / 1000;
    add(
      "sealstone_rollup_pending_since_timestamp_seconds",
      "Time of the oldest invalidation.",
      labels,
      since,
    );
  }

  #job(database: string, row: JobRow, add: Add): void {
    const labels = { database, kind: row.kind.toLowerCase(), relation: row.relationName };
    add("sealstone_job_failures", "Failures in a row.", labels, row.failures);
    add(
      "sealstone_job_overdue",
      "1 when it is past its time and not running.",
      labels,
      row.overdue ? 1 : 0,
    );
    add("sealstone_job_enabled", "0 when it is paused.", labels, row.enabled ? 1 : 0);
  }
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function print(families: ReadonlyMap<string, Family>): string {
  let text = "";
  for (const [name, family] of families) {
    text += `# HELP ${name} ${family.help}\n# TYPE ${name} gauge\n`;
    for (const { labels, value } of family.samples) {
      const inside = Object.entries(labels)
        .map(([key, label]) => `${key}="${escapeLabel(label)}"`)
        .join(",");
      text += `${name}${inside === "" ? "" : `{${inside}}`} ${Number.isFinite(value) ? value : "NaN"}\n`;
    }
  }
  return text;
}
