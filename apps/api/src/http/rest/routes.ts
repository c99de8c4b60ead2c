/**
 * Every route of the REST face: a path, and the field of the graph it stands for. Arguments come from the
 * path, from the query string (GET; filters flattened, order as sort and direction) or from the JSON body.
 */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Under /api/v1, parameters as {name}. */
  readonly path: string;
  readonly operation: "query" | "mutation";
  /** Fields from the root, the last one answered. */
  readonly fields: readonly string[];
  /** Path parameter to argument of the first field, where the names differ. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Path parameter that goes inside the argument `input`. */
  readonly tag: string;
  /** Selection, where it is not all of the type. */
  readonly selection?: string;
  /** The answer is one of settings: its ETag is settingsVersion. */
  readonly settings?: boolean;
  readonly summary: string;
}

type Short = readonly [
  method: Route["method"],
  path: string,
  field: string,
  summary: string,
  extra?: Partial<Route>,
];

const query = (tag: string, rows: readonly Short[]): Route[] =>
  rows.map(([method, path, field, summary, extra]) => ({
    method,
    path,
    operation: "query",
    fields: field.split("."),
    tag,
    summary,
    ...extra,
  }));

const mutation = (tag: string, rows: readonly Short[]): Route[] =>
  rows.map(([method, path, field, summary, extra]) => ({
    method,
    path,
    operation: "mutation",
    fields: [field],
    tag,
    summary,
    ...extra,
  }));

const settingsOf = (fields: string): Partial<Route> => ({
  selection: `{ ${fields} settingsVersion }`,
  settings: true,
});

export const routes: readonly Route[] = [
  ...query("databases", [
    ["GET", "/databases", "databases", "All databases with state, sums, worker"],
    ["GET", "/databases/{id}", "database", "One database"],
    ["GET", "/databases/{id}/series", "database.series", "Its series tables"],
    ["GET", "/databases/{id}/rollups", "database.rollups", "Its rollups"],
    ["GET", "/databases/{id}/jobs", "database.jobs", "Its jobs"],
    ["GET", "/databases/{id}/operations", "database.operations", "Its operations"],
    ["GET", "/databases/{id}/attention", "database.attention", "What needs attention in it"],
    ["GET", "/databases/{id}/tables", "database.tables", "Its tables and views"],
  ]),
  ...mutation("databases", [
    ["POST", "/databases/{database}/pause", "pauseAll", "Stop new work"],
    ["POST", "/databases/{database}/resume", "resumeAll", "Let work begin again"],
    ["POST", "/databases/{database}/resume-jobs", "resumeJobs", "Take over jobs after a restore"],
    ["POST", "/databases/{database}/reset-query-stats", "resetQueryStats", "Forget query timings"],
  ]),
  ...query("series", [
    ["GET", "/series", "seriesList", "Series tables of all databases"],
    ["GET", "/series/{id}", "series", "One series table"],
    [
      "GET",
      "/series/{id}/settings",
      "series",
      "Its settings, with an ETag for If-Match",
      settingsOf(
        "id sealing { enabled after afterWidth codec orderBy keepIndexes resealFraction } retention { enabled keep keepWidth }",
      ),
    ],
    ["GET", "/series/{id}/columns", "series.columns", "Its columns"],
    ["GET", "/series/{id}/partitions", "series.partitions", "Its partitions"],
    ["GET", "/series/{id}/strip", "series.strip", "Its partitions added up along the time line"],
    ["GET", "/series/{id}/rollups", "series.rollups", "Its rollups"],
    ["GET", "/series/{id}/jobs", "series.jobs", "Its jobs"],
    ["GET", "/series/{id}/operations", "series.operations", "Its operations"],
    [
      "GET",
      "/series/{id}/query-timings",
      "series.queryTimings",
      "Timings of its queries over time",
    ],
    ["GET", "/series/{id}/queries", "series.topQueries", "Its queries by cost"],
    ["GET", "/series/{id}/history", "series.history", "Its sizes and fractions over time"],
    ["GET", "/series/{id}/attention", "series.attention", "What needs attention in it"],
  ]),
  ...mutation("series", [
    ["POST", "/series", "createSeries", "Make a table a series table"],
    ["PUT", "/series/{series}/sealing", "setSealing", "Set when and how partitions are sealed"],
    ["PUT", "/series/{series}/retention", "setRetention", "Set how long data is kept"],
    [
      "POST",
      "/series/{series}/make-partitions",
      "makePartitions",
      "Make partitions between two bounds",
    ],
    ["POST", "/series/{series}/drop-partitions", "dropPartitions", "Drop partitions for good"],
    ["POST", "/series/{series}/migrate", "migrateSeries", "Move rows out of the default partition"],
    ["POST", "/series/{series}/seal-eligible", "sealEligible", "Seal all past the settle window"],
    ["POST", "/series/{series}/measure", "measureSeries", "Take sizes anew"],
    ["POST", "/series/{series}/bulk", "bulkPartitions", "Seal, reseal or unseal many partitions"],
    ["DELETE", "/series/{series}", "dropSeries", "Make it an ordinary partitioned table again"],
  ]),
  ...query("partitions", [
    ["GET", "/partitions/{id}", "partition", "One partition"],
    ["GET", "/partitions/{id}/columns", "partition.columns", "What it stores per column"],
    ["GET", "/partitions/{id}/row-groups", "partition.rowGroups", "Its row groups"],
    ["GET", "/partitions/{id}/operations", "partition.operations", "Its operations"],
    ["GET", "/partitions/{id}/history", "partition.history", "Its changes of state"],
  ]),
  ...mutation("partitions", [
    ["POST", "/partitions/{partition}/seal", "seal", "Seal it"],
    ["POST", "/partitions/{partition}/reseal", "reseal", "Rebuild it with late rows folded in"],
    ["POST", "/partitions/{partition}/unseal", "unseal", "Make it a heap again"],
    ["POST", "/partitions/{partition}/estimate", "estimateSeal", "Guess what a seal would save"],
    ["POST", "/partitions/{partition}/check", "checkPartition", "Verify all of it"],
  ]),
  ...query("rollups", [
    ["GET", "/rollups/{id}", "rollup", "One rollup"],
    ["GET", "/rollups/{id}/invalidations", "rollup.invalidations", "What is invalidated"],
    ["GET", "/rollups/{id}/jobs", "rollup.jobs", "Its jobs"],
    ["GET", "/rollups/{id}/operations", "rollup.operations", "Its operations"],
  ]),
  ...mutation("rollups", [
    ["POST", "/rollups", "createRollup", "Make a rollup"],
    ["POST", "/rollups/{rollup}/refresh", "refreshRollup", "Recompute what changed"],
    ["PUT", "/rollups/{rollup}/retention", "setRollupRetention", "Set how long buckets are kept"],
    ["DELETE", "/rollups/{rollup}", "dropRollup", "Drop it"],
  ]),
  ...query("jobs", [
    ["GET", "/jobs/{id}", "job", "One job"],
    [
      "GET",
      "/jobs/{id}/settings",
      "job",
      "Its settings, with an ETag for If-Match",
      settingsOf("id schedule enabled"),
    ],
    ["GET", "/jobs/{id}/history", "job.history", "Its last runs"],
  ]),
  ...mutation("jobs", [
    ["POST", "/jobs/{job}/run", "runJob", "Run it now"],
    ["PATCH", "/jobs/{job}", "updateJob", "Change schedule, pause, resume"],
  ]),
  ...query("operations", [
    ["GET", "/operations", "operations", "Operations of all databases, newest first"],
    ["GET", "/operations/{id}", "operation", "One operation; ?wait=SECONDS waits until it ends"],
    ["GET", "/operations/{id}/children", "operation.children", "Parts of a bulk operation"],
  ]),
  ...mutation("operations", [
    ["POST", "/operations/{operation}/cancel", "cancelOperation", "Ask it to stop"],
    ["POST", "/operations/{operation}/retry", "retryOperation", "Do it again"],
  ]),
  ...query("attention", [
    ["GET", "/attention", "attention", "What needs attention, gravest first"],
    ["GET", "/attention/rules", "attentionRules", "The rules behind it"],
  ]),
  ...mutation("sql", [
    ["POST", "/databases/{database}/sql", "runSql", "Run one statement that reads"],
    ["POST", "/databases/{database}/explain", "explainSql", "Explain one statement"],
  ]),
  ...query("identity", [
    ["GET", "/viewer", "viewer", "Who is asking"],
    ["GET", "/audit", "auditLog", "Who did what"],
    ["GET", "/tokens", "tokens", "API tokens"],
    ["GET", "/sessions", "sessions", "One's own sessions"],
    ["GET", "/users", "users", "Users"],
  ]),
  ...mutation("identity", [
    ["POST", "/session", "signIn", "Sign in: sets the session cookie"],
    ["DELETE", "/session", "signOut", "Sign out"],
    ["POST", "/password", "changePassword", "Change one's own password"],
    ["POST", "/tokens", "createToken", "Make an API token"],
    ["DELETE", "/tokens/{id}", "revokeToken", "Revoke a token"],
    ["DELETE", "/sessions/{id}", "revokeSession", "End a session"],
    ["POST", "/users", "createUser", "Make a user"],
    ["PATCH", "/users/{id}", "updateUser", "Change a user"],
    ["DELETE", "/users/{id}", "deleteUser", "Delete a user"],
  ]),
];

/** Fields of the graph without a route, and why. */
export const exceptions: Readonly<Record<string, string>> = {
  "Query.apiVersion": "in the OpenAPI document",
  "Query.asOf": "in every list",
  "Mutation.ping": "/healthz",
  "Subscription.clock": "sockets only",
  "Subscription.operationChanged": "GET /operations/{id}?wait= and polling; live by socket only",
  "Subscription.seriesChanged": "polling with ETag; live by socket only",
};
