/**
 * Every setting, parsed once. All that is wrong is reported together; the rest of the program imports
 * the typed result and never reads process.env. A setting that holds a secret may be given as a file:
 * X_FILE names it.
 */
import { readFileSync } from "node:fs";

export type Level = "viewer" | "operator" | "admin" | "sql";

export interface DatabaseConfig {
  readonly id: string;
  /** Connection string per level; "sql" is missing when no login for the SQL page was given. */
  readonly urls: Readonly<Record<"viewer" | "operator" | "admin", string>> & {
    readonly sql?: string;
  };
}

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly databases: readonly DatabaseConfig[];
  readonly homeUrl: string;
  /** Upstream of everything that is not ours; undefined: 404. */
  readonly webUrl: string | undefined;
  /** Where people reach it, when that differs from what the request says. */
  readonly publicUrl: URL | undefined;
  readonly basePath: string;
  readonly trustedProxies: readonly string[];
  readonly insecureHttp: boolean;
  readonly production: boolean;
  readonly introspection: boolean;
  readonly documentsPath: string | undefined;
  readonly logLevel: string;
  readonly metricsPort: number | undefined;
  readonly metricsSeriesLimit: number;
  readonly statementTimeoutMs: number;
  /** How long a lock is waited for before it is LOCKED. */
  readonly lockTimeoutMs: number;
  /** Of what reads a whole partition: estimateSeal, checkPartition. */
  readonly inspectTimeoutMs: number;
  readonly sessionHours: number;
  readonly rateLimitPerMinute: number;
  readonly bodyLimitBytes: number;
  readonly requestTimeoutMs: number;
  readonly probeSeconds: number;
  readonly otlpEndpoint: string | undefined;
  /** Thresholds of the attention rules by setting name; see modules/attention/rules.ts. */
  readonly thresholds: Readonly<Record<string, number>>;
}

export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length} problem(s):\n${problems.map((p) => `  - ${p}`).join("\n")}`,
    );
    this.name = "ConfigError";
    this.problems = problems;
  }
}

type Env = Readonly<Record<string, string | undefined>>;

class Reader {
  readonly problems: string[] = [];
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
  }

  text(name: string): string | undefined {
    const value = this.#env[name];
    if (value !== undefined && value !== "") return value;
    const file = this.#env[`${name}_FILE`];
    if (file === undefined || file === "") return undefined;
    try {
      return readFileSync(file, "utf8").trim();
    } catch {
      this.problems.push(`${name}_FILE names a file that cannot be read: ${file}`);
      return undefined;
    }
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (!Number.isInteger(number) || number < min || number > max) {
      this.problems.push(`${name} must be a whole number from ${min} to ${max}, not "${value}"`);
      return fallback;
    }
    return number;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (["1", "true", "yes", "on"].includes(value)) return true;
    if (["0", "false", "no", "off"].includes(value)) return false;
    this.problems.push(`${name} must be 1 or 0, not "${value}"`);
    return fallback;
  }

  /** A URL; its text is never repeated in a problem where it may hold a password. */
  url(name: string, protocols: readonly string[]): string | undefined {
    const value = this.text(name);
    return value === undefined ? undefined : this.checkUrl(name, value, protocols);
  }

  checkUrl(name: string, value: string, protocols: readonly string[]): string | undefined {
    try {
      if (protocols.includes(new URL(value).protocol)) return value;
    } catch {
      // reported below
    }
    this.problems.push(
      `${name} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`,
    );
    return undefined;
  }

  names(): string[] {
    return Object.keys(this.#env);
  }
}

const postgres = ["postgres:", "postgresql:"] as const;
const idPattern = /^[a-z0-9][a-z0-9_-]{0,62}$/;

function idFromUrl(url: string): string {
  const name = decodeURIComponent(new URL(url).pathname.slice(1)).toLowerCase();
  const id = name.replaceAll(/[^a-z0-9_-]/g, "-").replace(/^[^a-z0-9]+/, "");
  return id === "" ? "main" : id.slice(0, 63);
}

function readSingle(reader: Reader): DatabaseConfig[] {
  const viewer = reader.url("DATABASE_URL", postgres);
  const operator = reader.url("SEALSTONE_OPERATOR_URL", postgres);
  const admin = reader.url("SEALSTONE_ADMIN_URL", postgres);
  const sql = reader.url("SEALSTONE_SQL_URL", postgres);
  if (viewer === undefined) {
    if (reader.text("DATABASE_URL") === undefined) {
      reader.problems.push("DATABASE_URL or SEALSTONE_DATABASES must say which database to serve");
    }
    return [];
  }
  const id = reader.text("SEALSTONE_DATABASE_ID") ?? idFromUrl(viewer);
  if (!idPattern.test(id)) {
    reader.problems.push(
      `SEALSTONE_DATABASE_ID must be lower-case letters, digits, - and _, not "${id}"`,
    );
  }
  return [makeDatabase(id, viewer, operator, admin, sql)];
}

function makeDatabase(
  id: string,
  viewer: string,
  operator: string | undefined,
  admin: string | undefined,
  sql: string | undefined,
): DatabaseConfig {
  return {
    id,
    urls: {
      viewer,
      operator: operator ?? admin ?? viewer,
      admin: admin ?? operator ?? viewer,
      ...(sql === undefined ? {} : { sql }),
    },
  };
}

function readSeveral(reader: Reader, text: string): DatabaseConfig[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    reader.problems.push(
      'SEALSTONE_DATABASES must be a JSON object: {"id": "postgresql://...", ...}',
    );
    return [];
  }
  const databases: DatabaseConfig[] = [];
  for (const [id, value] of Object.entries(parsed)) {
    const where = `SEALSTONE_DATABASES.${id}`;
    if (!idPattern.test(id))
      reader.problems.push(`${where}: ids are lower-case letters, digits, - and _`);
    const urls: Record<string, unknown> =
      typeof value === "string" ? { url: value } : { ...Object(value) };
    const known = ["url", "operatorUrl", "adminUrl", "sqlUrl"];
    for (const key of Object.keys(urls)) {
      if (!known.includes(key))
        reader.problems.push(`${where}.${key} is not known; known are ${known.join(", ")}`);
    }
    const read = (key: string): string | undefined => {
      const url = urls[key];
      if (url === undefined) return undefined;
      return reader.checkUrl(`${where}.${key}`, String(url), postgres);
    };
    const viewer = read("url");
    if (viewer === undefined) {
      if (urls.url === undefined) reader.problems.push(`${where}.url is missing`);
      continue;
    }
    databases.push(makeDatabase(id, viewer, read("operatorUrl"), read("adminUrl"), read("sqlUrl")));
  }
  if (databases.length === 0 && reader.problems.length === 0) {
    reader.problems.push("SEALSTONE_DATABASES names no database");
  }
  return databases;
}

function readThresholds(reader: Reader): Record<string, number> {
  const thresholds: Record<string, number> = {};
  for (const name of reader.names()) {
    if (!name.startsWith("SEALSTONE_ATTENTION_")) continue;
    const value = Number(reader.text(name));
    if (!Number.isFinite(value) || value < 0)
      reader.problems.push(`${name} must be a number of 0 or more`);
    else thresholds[name] = value;
  }
  return thresholds;
}

export function loadConfig(env: Env): Config {
  const reader = new Reader(env);
  const several = reader.text("SEALSTONE_DATABASES");
  const databases = several === undefined ? readSingle(reader) : readSeveral(reader, several);
  const home = reader.url("SEALSTONE_HOME_URL", postgres) ?? databases[0]?.urls.admin;
  const publicUrl = reader.url("SEALSTONE_PUBLIC_URL", ["http:", "https:"]);
  const basePath = (reader.text("SEALSTONE_BASE_PATH") ?? "").replace(/\/+$/, "");
  if (basePath !== "" && !/^(?:\/[A-Za-z0-9._~-]+)+$/.test(basePath)) {
    reader.problems.push(`SEALSTONE_BASE_PATH must look like /path, not "${basePath}"`);
  }
  const logLevel = reader.text("LOG_LEVEL") ?? "info";
  if (!["fatal", "error", "warn", "info", "debug", "trace", "silent"].includes(logLevel)) {
    reader.problems.push(
      `LOG_LEVEL must be one of fatal error warn info debug trace silent, not "${logLevel}"`,
    );
  }
  const production = (reader.text("NODE_ENV") ?? "production") === "production";
  const config: Config = {
    host: reader.text("HOST") ?? "127.0.0.1",
    port: reader.integer("PORT", 4000, 0, 65_535),
    databases,
    homeUrl: home ?? "",
    webUrl: reader.url("SEALSTONE_WEB_URL", ["http:", "https:"]),
    publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl),
    basePath,
    trustedProxies: (reader.text("SEALSTONE_TRUSTED_PROXIES") ?? "")
      .split(",")
      .map((p) => p.trim())
      .filter((p) => p !== ""),
    insecureHttp: reader.flag("SEALSTONE_INSECURE_HTTP", false),
    production,
    introspection: reader.flag("SEALSTONE_INTROSPECTION", !production),
    documentsPath: reader.text("SEALSTONE_DOCUMENTS"),
    logLevel,
    metricsPort:
      reader.text("SEALSTONE_METRICS_PORT") === undefined
        ? undefined
        : reader.integer("SEALSTONE_METRICS_PORT", 9464, 0, 65_535),
    metricsSeriesLimit: reader.integer("SEALSTONE_METRICS_SERIES", 500, 0, 100_000),
    statementTimeoutMs: reader.integer("SEALSTONE_STATEMENT_TIMEOUT_MS", 15_000, 100, 600_000),
    lockTimeoutMs: reader.integer("SEALSTONE_LOCK_TIMEOUT_MS", 3_000, 10, 600_000),
    inspectTimeoutMs: reader.integer("SEALSTONE_INSPECT_TIMEOUT_MS", 600_000, 100, 86_400_000),
    sessionHours: reader.integer("SEALSTONE_SESSION_HOURS", 12, 1, 8_760),
    rateLimitPerMinute: reader.integer("SEALSTONE_RATE_LIMIT", 3_000, 1, 1_000_000),
    bodyLimitBytes: reader.integer("SEALSTONE_BODY_LIMIT", 1_048_576, 1_024, 104_857_600),
    requestTimeoutMs: reader.integer("SEALSTONE_REQUEST_TIMEOUT_MS", 30_000, 1_000, 600_000),
    probeSeconds: reader.integer("SEALSTONE_PROBE_SECONDS", 5, 1, 300),
    otlpEndpoint: reader.url("OTEL_EXPORTER_OTLP_ENDPOINT", ["http:", "https:"]),
    thresholds: readThresholds(reader),
  };
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return config;
}
