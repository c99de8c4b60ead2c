/** What /metrics says of databases and series (by table, never by partition), read at most every fifteen seconds. */
import type { Services } from "../context.js";
import type { Target } from "../db/target.js";
import { AppError } from "../errors.js";
import { allJobs, type JobRow } from "../modules/job/sql/jobs.js";
import { allRollups, type RollupRow } from "../modules/rollup/sql/rollups.js";
import { allSeries, type SeriesRow } from "../modules/series/sql/series.js";

const freshMs = 15_000;

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Family {
  readonly help: string;
  readonly samples: Sample[];
}

async function orEmpty<T>(read: Promise<T[]>): Promise<T[]> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
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
    const add = (
      name: string,
      help: string,
      labels: Readonly<Record<string, string>>,
      value: number | null | bigint,
    ): void => {
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

  async #database(
    db: Target,
    add: (
      name: string,
      help: string,
      labels: Readonly<Record<string, string>>,
      value: number | null | bigint,
    ) => void,
  ): Promise<void> {
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
    if (!db.readable) return;
    const reader = db.reader();
    const [series, jobs, rollups] = await Promise.all([
      orEmpty(allSeries(reader)),
      orEmpty(allJobs(reader)),
      orEmpty(allRollups(reader)),
    ]);
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

  #series(
    database: string,
    row: SeriesRow,
    add: (
      name: string,
      help: string,
      labels: Readonly<Record<string, string>>,
      value: number | null | bigint,
    ) => void,
  ): void {
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

  #rollup(
    database: string,
    row: RollupRow,
    add: (
      name: string,
      help: string,
      labels: Readonly<Record<string, string>>,
      value: number | null | bigint,
    ) => void,
  ): void {
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

  #job(
    database: string,
    row: JobRow,
    add: (
      name: string,
      help: string,
      labels: Readonly<Record<string, string>>,
      value: number | null | bigint,
    ) => void,
  ): void {
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
