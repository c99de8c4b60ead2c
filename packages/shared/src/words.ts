/** The words of the product, once, so that every page, document and message uses the same. */
import type {
  AuditOutcome,
  DatabaseState,
  InvalidationKind,
  JobKind,
  JobStatus,
  OperationKind,
  OperationState,
  PartitionState,
  Role,
  Severity,
  TokenScope,
} from "./generated/graphql.js";

export const partitionStateWords: Readonly<Record<PartitionState, string>> = {
  LIVE: "live",
  SEALED: "sealed",
  SPREAD: "spread",
  DEFAULT: "default",
  FOREIGN: "foreign",
};

export const operationKindWords: Readonly<Record<OperationKind, string>> = {
  SEAL: "seal",
  RESEAL: "reseal",
  UNSEAL: "unseal",
  SEAL_ELIGIBLE: "seal all that are due",
  REFRESH: "refresh",
  MIGRATE: "migrate",
  PREMAKE: "make partitions ahead",
  RETENTION: "retention",
  ANALYZE_SIZES: "measure",
  OTHER: "other",
};

export const operationStateWords: Readonly<Record<OperationState, string>> = {
  QUEUED: "queued",
  RUNNING: "running",
  SUCCEEDED: "succeeded",
  FAILED: "failed",
  CANCELLED: "cancelled",
};

/** Has an operation in this state ended? */
export function operationEnded(state: OperationState): boolean {
  return state === "SUCCEEDED" || state === "FAILED" || state === "CANCELLED";
}

export const jobKindWords: Readonly<Record<JobKind, string>> = {
  PREMAKE: "make partitions ahead",
  MIGRATE: "migrate",
  RETENTION: "retention",
  SEAL: "seal",
  REFRESH: "refresh",
};

export const jobStatusWords: Readonly<Record<JobStatus, string>> = {
  SUCCEEDED: "succeeded",
  FAILED: "failed",
  CANCELLED: "cancelled",
  RUNNING: "running",
};

export const invalidationKindWords: Readonly<Record<InvalidationKind, string>> = {
  PAIR: "pair",
  BUCKET: "bucket",
  RANGE: "range",
};

export const databaseStateWords: Readonly<Record<DatabaseState, string>> = {
  OK: "ok",
  UNREACHABLE: "unreachable",
  AUTHENTICATION_FAILED: "authentication failed",
  NOT_INSTALLED: "not installed",
  NOT_PRELOADED: "not preloaded",
  NOT_CREATED: "not created",
  VERSION_MISMATCH: "library and SQL differ",
  TOO_OLD: "too old",
  TOO_NEW: "too new",
  NO_PRIVILEGE: "no privilege",
  STANDBY: "standby",
  OUT_OF_CONNECTIONS: "out of connections",
};

export const severityWords: Readonly<Record<Severity, string>> = {
  CRITICAL: "critical",
  WARNING: "warning",
  INFO: "info",
};

/** Gravest first. */
export const severityRank: Readonly<Record<Severity, number>> = {
  CRITICAL: 0,
  WARNING: 1,
  INFO: 2,
};

export const roleWords: Readonly<Record<Role, string>> = {
  VIEWER: "viewer",
  OPERATOR: "operator",
  ADMIN: "admin",
};

/** Least first; a role may do all that those before it may. */
export const roleRank: Readonly<Record<Role, number>> = { VIEWER: 0, OPERATOR: 1, ADMIN: 2 };

export function roleAtLeast(role: Role, least: Role): boolean {
  return roleRank[role] >= roleRank[least];
}

/** Kinds of action each role allows. */
export const roleScopes: Readonly<Record<Role, readonly TokenScope[]>> = {
  VIEWER: ["READ", "SQL", "METRICS"],
  OPERATOR: ["READ", "SQL", "METRICS", "OPERATE"],
  ADMIN: ["READ", "SQL", "METRICS", "OPERATE", "CONFIGURE", "DROP", "IDENTITY"],
};

export const auditOutcomeWords: Readonly<Record<AuditOutcome, string>> = {
  INTENT: "begun",
  SUCCEEDED: "succeeded",
  FAILED: "failed",
  REFUSED: "refused",
};
