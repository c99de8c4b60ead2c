/** What state a database is in, from one look at it or from why the look failed. Pure. */
import type { DatabaseState } from "@sealstone/shared";
import pg from "pg";
import { z } from "zod";

/** Versions of the SQL objects this API can use: this minor, and those named. */
export const supported = { oldest: "0.1.0", newestMinor: "0.1" } as const;

export const look = z.object({
  serverVersion: z.string(),
  serverVersionNumber: z.number(),
  standby: z.boolean(),
  now: z.string(),
  databaseName: z.string(),
  available: z.string().nullable(),
  created: z.string().nullable(),
  preloaded: z.boolean(),
  schemaUsage: z.boolean().nullable(),
  viewSelect: z.boolean().nullable(),
  libraryVersion: z.string().nullable(),
});
export type Look = z.infer<typeof look>;

export interface StateReport {
  readonly state: DatabaseState;
  readonly message: string;
  readonly remedy: string | null;
}

function parts(version: string): [number, number, number] {
  const [major = "0", minor = "0", patch = "0"] = version.split(/[.-]/);
  return [Number(major) || 0, Number(minor) || 0, Number(patch) || 0];
}

function compare(a: string, b: string): number {
  const left = parts(a);
  const right = parts(b);
  for (const i of [0, 1, 2] as const) if (left[i] !== right[i]) return left[i] - right[i];
  return 0;
}

export function judge(seen: Look): StateReport {
  if (seen.serverVersionNumber < 150_000) {
    return {
      state: "TOO_OLD",
      message: `Postgres ${seen.serverVersion} is too old: Sealstone needs 15 or later.`,
      remedy: "Upgrade Postgres to 15, 16, 17 or 18.",
    };
  }
  if (seen.created === null) {
    if (seen.available === null) {
      return {
        state: "NOT_INSTALLED",
        message: "The extension's files are not installed on this server.",
        remedy: "make install    # in extension/, on the server, with its pg_config",
      };
    }
    return {
      state: "NOT_CREATED",
      message: "The extension is installed on the server but not created in this database.",
      remedy: "CREATE EXTENSION sealstone;",
    };
  }
  if (compare(seen.created, supported.oldest) < 0) {
    return {
      state: "TOO_OLD",
      message: `The extension's SQL objects are version ${seen.created}; this API needs ${supported.oldest} or later.`,
      remedy: "ALTER EXTENSION sealstone UPDATE;",
    };
  }
  const [major, minor] = parts(seen.created);
  const [ourMajor, ourMinor] = parts(supported.newestMinor);
  if (major > ourMajor || (major === ourMajor && minor > ourMinor)) {
    return {
      state: "TOO_NEW",
      message: `The extension is version ${seen.created}; this API knows ${supported.newestMinor}.x.`,
      remedy: "Upgrade this API.",
    };
  }
  if (seen.schemaUsage !== true || seen.viewSelect === false) {
    return {
      state: "NO_PRIVILEGE",
      message: "The API's login may not use the schema sealstone or read its views.",
      remedy: "node apps/api/dist/grants.js | psql    # as a superuser, in this database",
    };
  }
  if (seen.standby) {
    return {
      state: "STANDBY",
      message: "A standby: it can be read, and nothing can be started on it.",
      remedy: null,
    };
  }
  if (!seen.preloaded) {
    return {
      state: "NOT_PRELOADED",
      message: "The library is not preloaded: no background worker and no query timings.",
      remedy:
        "ALTER SYSTEM SET shared_preload_libraries = 'sealstone';    -- keep what is there; then restart Postgres",
    };
  }
  if (seen.libraryVersion !== null && seen.libraryVersion !== seen.created) {
    return {
      state: "VERSION_MISMATCH",
      message: `The loaded library is version ${seen.libraryVersion}, the SQL objects are ${seen.created}.`,
      remedy:
        compare(seen.libraryVersion, seen.created) > 0
          ? "ALTER EXTENSION sealstone UPDATE;"
          : "Restart Postgres, so that it loads the installed library.",
    };
  }
  return { state: "OK", message: "Ready.", remedy: null };
}

export function judgeFailure(error: unknown): StateReport {
  const code =
    error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  if (error instanceof pg.DatabaseError || /^[0-9A-Z]{5}$/.test(code)) {
    if (code === "28P01" || code === "28000") {
      return {
        state: "AUTHENTICATION_FAILED",
        message: "The server refused the login or its password.",
        remedy:
          "Check the login in DATABASE_URL and pg_hba.conf; ALTER ROLE ... PASSWORD to set it anew.",
      };
    }
    if (code === "53300") {
      return {
        state: "OUT_OF_CONNECTIONS",
        message: "The server has no connection left for this API.",
        remedy: "Close idle sessions, or raise max_connections and restart Postgres.",
      };
    }
    if (code === "3D000") {
      return {
        state: "UNREACHABLE",
        message: "There is no database of this name on the server.",
        remedy: "Check the database's name in DATABASE_URL.",
      };
    }
    if (code === "57P03") {
      return {
        state: "UNREACHABLE",
        message: "The server is starting up or shutting down.",
        remedy: "Wait; it is tried again by itself.",
      };
    }
    if (code === "42501") {
      return {
        state: "NO_PRIVILEGE",
        message: "The API's login may not connect to the database or read the extension's views.",
        remedy: "node apps/api/dist/grants.js | psql    # as a superuser, in this database",
      };
    }
  }
  const reasons: Readonly<Record<string, string>> = {
    ECONNREFUSED: "Nothing listens at that address: connection refused.",
    ENOTFOUND: "There is no such host.",
    EAI_AGAIN: "The host's name cannot be resolved now.",
    ETIMEDOUT: "The connection timed out.",
    EHOSTUNREACH: "There is no route to the host.",
    ENOENT: "There is no such socket.",
  };
  return {
    state: "UNREACHABLE",
    message: reasons[code] ?? "The connection failed or was lost.",
    remedy: "Start Postgres, or check host and port in DATABASE_URL; it is tried again by itself.",
  };
}
