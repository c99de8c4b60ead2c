/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Which entries. Conditions add up (and). */
export type AuditFilter = {
  /** Name of the mutation, or signIn, signOut. */
  action?: string | null | undefined;
  /** Name of a user or token. */
  actor?: string | null | undefined;
  /** Id of the database. */
  database?: string | null | undefined;
  /** At or after. */
  from?: string | null | undefined;
  /** With one of these outcomes. */
  outcomes?: Array<AuditOutcome> | null | undefined;
  /** Part of the target's name or the SQL, any case. */
  search?: string | null | undefined;
  /** Before. */
  to?: string | null | undefined;
};

/** How it ended. */
export type AuditOutcome =
  /** Ended with an error; nothing was lost. */
  | 'FAILED'
  /** Written before the act; still so if the API died in the middle. */
  | 'INTENT'
  /** Not allowed, and not tried. */
  | 'REFUSED'
  /** Done. */
  | 'SUCCEEDED';

/** What to do to many partitions. */
export type BulkKind =
  /** Rebuild with late rows and deletes folded in. */
  | 'RESEAL'
  /** Heap to column store. */
  | 'SEAL'
  /** Column store to heap. */
  | 'UNSEAL';

/** Compression of pages after encoding. */
export type Codec =
  /** LZ4: fast. */
  | 'LZ4'
  /** Encodings only. */
  | 'NONE'
  /** Zstandard: smaller. */
  | 'ZSTD';

/** What to make a rollup of. */
export type CreateRollupInput = {
  /** Width of a bucket for times: "1 hour". */
  bucket?: string | null | undefined;
  /** Width of a bucket for integers. */
  bucketWidth?: string | null | undefined;
  /** Group columns besides the bucket, as in GROUP BY: "host". */
  groupBy?: string | null | undefined;
  /** Name of the view, optionally with its schema. */
  name: string;
  /** Aggregates as in a SELECT list: "avg(cpu) AS cpu, max(cpu) AS cpu_max". */
  selectList: string;
  /** The source: a series, or a rollup to roll up further. */
  source: string;
  /** Zone in which days and months begin. */
  timeZone?: string;
};

/** What to make a series table of. */
export type CreateSeriesInput = {
  /** The database. */
  database: string;
  /** Width of a partition for times: "1 day", "1 month". */
  partitionInterval?: string | null | undefined;
  /** Width of a partition for integers. */
  partitionWidth?: string | null | undefined;
  /** Partitions made ahead of time, count. */
  premake?: number;
  /** Schema of the table, unquoted. */
  schema?: string;
  /** Column by which partitions are spread further. */
  spaceColumn?: string | null | undefined;
  /** How many ways, with spaceColumn. */
  spacePartitions?: number | null | undefined;
  /** Name of the table, unquoted. */
  table: string;
  /** Time column: timestamptz, timestamp, date, smallint, integer or bigint. */
  timeColumn: string;
};

/** What a new token may do. */
export type CreateTokenInput = {
  /** Database ids; absent: all. */
  databases?: Array<string> | null | undefined;
  /** Days until it expires, 1 to 3650. */
  expiresInDays?: number;
  /** Its name. */
  name: string;
  /** Its role. */
  role?: Role;
  /** Absent: all that the role allows. */
  scopes?: Array<TokenScope> | null | undefined;
};

/** State of one configured database, exactly one at a time. */
export type DatabaseState =
  /** The server refused the login or password. */
  | 'AUTHENTICATION_FAILED'
  /** Installed on the server but CREATE EXTENSION has not been run in this database. */
  | 'NOT_CREATED'
  /** The extension's files are not installed on the server. */
  | 'NOT_INSTALLED'
  /** The extension is not in shared_preload_libraries: no worker, no query timings. */
  | 'NOT_PRELOADED'
  /** The login may not use the schema sealstone or its views. */
  | 'NO_PRIVILEGE'
  /** Reachable, extension of this version, writable. */
  | 'OK'
  /** The server has no connection left for this API. */
  | 'OUT_OF_CONNECTIONS'
  /** A standby: it can be read, and nothing can be started on it. */
  | 'STANDBY'
  /** The extension is newer than this API knows. */
  | 'TOO_NEW'
  /** The extension is older than this API can use. */
  | 'TOO_OLD'
  /** No connection could be made: refused, timed out or no such host. */
  | 'UNREACHABLE'
  /** The loaded library and the SQL objects are of different versions. */
  | 'VERSION_MISMATCH';

/** What the caller expects to lose, as its dry run said. The mutation is refused with CONFLICT when it has changed meanwhile. */
export type DropExpectation = {
  /** Bytes on disk that will be freed. A difference below one part in ten is let pass, since a live partition grows. */
  bytes: string;
  /** Partitions that will be dropped, count. */
  partitions: number;
};

/** What a subscription event carries. */
export type EventType =
  /** What changed since the event before it. */
  | 'CHANGE'
  /** The whole state: replace what you have. */
  | 'SNAPSHOT';

/** How fine an invalidation is. */
export type InvalidationKind =
  /** One bucket, all groups. */
  | 'BUCKET'
  /** One bucket of one group. */
  | 'PAIR'
  /** A range of buckets. */
  | 'RANGE';

/** What a job does. */
export type JobKind =
  /** Moves rows out of the default partition. */
  | 'MIGRATE'
  /** Makes partitions ahead of time. */
  | 'PREMAKE'
  /** Refreshes a rollup. */
  | 'REFRESH'
  /** Drops what is older than the retention. */
  | 'RETENTION'
  /** Seals what is past its settle window, and reseals. */
  | 'SEAL';

/** How a run ended. */
export type JobStatus =
  /** Stopped because someone asked. */
  | 'CANCELLED'
  /** Ended with an error; nothing was lost. */
  | 'FAILED'
  /** A worker is at it. */
  | 'RUNNING'
  /** Done. */
  | 'SUCCEEDED';

/** How changes reach this API from the database. */
export type LiveSource =
  /** Postgres announces each change (LISTEN): within a second. */
  | 'LISTEN'
  /** LISTEN cannot work here (a standby, a pooler, a lost connection): asked every two seconds. */
  | 'POLL';

/** Which operations. Conditions add up (and). */
export type OperationFilter = {
  /** Requested at or after. */
  from?: string | null | undefined;
  /** Of one of these kinds. */
  kinds?: Array<OperationKind> | null | undefined;
  /** Part of the target's name, any case. */
  search?: string | null | undefined;
  /** On this series or its partitions: database.oid, or database.schema.table. */
  series?: string | null | undefined;
  /** In one of these states. */
  states?: Array<OperationState> | null | undefined;
  /** Requested before. */
  to?: string | null | undefined;
  /** Only those not part of a bulk operation. */
  topLevel?: boolean | null | undefined;
};

/** What an operation does. */
export type OperationKind =
  /** Takes cached sizes anew. */
  | 'ANALYZE_SIZES'
  /** Moves rows out of the default partition. */
  | 'MIGRATE'
  /** A kind that this API does not know; see kindText. */
  | 'OTHER'
  /** Makes partitions ahead. */
  | 'PREMAKE'
  /** Recomputes a rollup. */
  | 'REFRESH'
  /** Rebuild with late rows and deletes folded in. */
  | 'RESEAL'
  /** Drops what is older than the retention. */
  | 'RETENTION'
  /** Heap to column store. */
  | 'SEAL'
  /** Every partition past its settle window. */
  | 'SEAL_ELIGIBLE'
  /** Column store to heap. */
  | 'UNSEAL';

/** Where an operation stands. */
export type OperationState =
  /** Stopped because someone asked. */
  | 'CANCELLED'
  /** Ended with an error; nothing was lost. */
  | 'FAILED'
  /** Waits for a worker. */
  | 'QUEUED'
  /** A worker is at it. */
  | 'RUNNING'
  /** Done. */
  | 'SUCCEEDED';

/** Which partitions. Conditions add up (and). */
export type PartitionFilter = {
  /** Past the settle window and not sealed. */
  due?: boolean | null | undefined;
  /** Range ends after this: a timestamp or a whole number. */
  from?: string | null | undefined;
  /** At least this many bytes. */
  minBytes?: string | null | undefined;
  /** At least this late fraction, 0 to 1. */
  minLateFraction?: number | null | undefined;
  /** Part of the name, any case. */
  search?: string | null | undefined;
  /** In one of these states. */
  states?: Array<PartitionState> | null | undefined;
  /** Range begins before this. */
  to?: string | null | undefined;
};

/** An order of partitions; ties by oid. */
export type PartitionOrder = {
  /** By what. */
  by?: PartitionSort;
  /** Which way. */
  direction?: SortDirection;
};

/** What partitions are ordered by. */
export type PartitionSort =
  /** Bytes on disk. */
  | 'BYTES'
  /** Late fraction. */
  | 'LATE_FRACTION'
  /** By name. */
  | 'NAME'
  /** Lower bound of the range; the default partition last. */
  | 'RANGE'
  /** Bytes before / bytes now. */
  | 'RATIO'
  /** Rows, count. */
  | 'ROWS'
  /** When it was sealed. */
  | 'SEALED_AT';

/** State of a partition. */
export type PartitionState =
  /** Takes rows that no other partition does. */
  | 'DEFAULT'
  /** A foreign table or a table of another access method: not ours. */
  | 'FOREIGN'
  /** An ordinary heap, being written. */
  | 'LIVE'
  /** In the column store. */
  | 'SEALED'
  /** Split by a space key. */
  | 'SPREAD';

/** An order of queries; ties by id. */
export type QueryOrder = {
  /** By what. */
  by?: QuerySort;
  /** Which way. */
  direction?: SortDirection;
};

/** What queries are ordered by, greatest first. */
export type QuerySort =
  /** Calls, count. */
  | 'CALLS'
  /** Row groups read. */
  | 'GROUPS_READ'
  /** Most recent call. */
  | 'LAST_CALL'
  /** Slowest call. */
  | 'MAX_MS'
  /** Mean of a call. */
  | 'MEAN_MS'
  /** 95th percentile of a call. */
  | 'P95_MS'
  /** 99th percentile of a call. */
  | 'P99_MS'
  /** Time of all calls together. */
  | 'TOTAL_MS';

/** What one may do; each may do all that those before it may. */
export type Role =
  /** Changes policy, drops data, manages users. */
  | 'ADMIN'
  /** Starts work that loses no data: seal, reseal, unseal, refresh, check, run a job, cancel. */
  | 'OPERATOR'
  /** Reads. */
  | 'VIEWER';

/** Which series tables. */
export type SeriesFilter = {
  /** Only those of at least this many bytes. */
  minBytes?: string | null | undefined;
  /** Only those whose worst partition has at least this late fraction (0 to 1). */
  minLateFraction?: number | null | undefined;
  /** Only those with partitions past their settle window. */
  overdue?: boolean | null | undefined;
  /** Only those with (true) or without (false) any sealed partition. */
  sealed?: boolean | null | undefined;
  /** Part of schema.table, any case. */
  search?: string | null | undefined;
};

/** An order of series tables; ties by database and oid. */
export type SeriesOrder = {
  /** By what. */
  by?: SeriesSort;
  /** Which way. */
  direction?: SortDirection;
};

/** What series tables are ordered by. */
export type SeriesSort =
  /** Bytes on disk. */
  | 'BYTES'
  /** Late fraction over all sealed partitions. */
  | 'LATE_FRACTION'
  /** schema.table */
  | 'NAME'
  /** Newest data. */
  | 'NEWEST'
  /** Partitions, count. */
  | 'PARTITIONS'
  /** Ratio of what is sealed. */
  | 'RATIO'
  /** Rows. */
  | 'ROWS'
  /** Partitions due to be sealed, count. */
  | 'SEAL_DUE';

/** How grave. */
export type Severity =
  /** Data or answers are at risk, or nothing works: now. */
  | 'CRITICAL'
  /** Worth knowing. */
  | 'INFO'
  /** Will become a problem: today. */
  | 'WARNING';

/** Direction of an order. */
export type SortDirection =
  /** Smallest or oldest first; no value last. */
  | 'ASC'
  /** Greatest or newest first; no value last. */
  | 'DESC';

/** Kinds of action a token may be limited to. */
export type TokenScope =
  /** Changes settings: sealing, retention, jobs, rollups, series. */
  | 'CONFIGURE'
  /** Drops data. */
  | 'DROP'
  /** Manages users and tokens. */
  | 'IDENTITY'
  /** Reads /metrics. */
  | 'METRICS'
  /** Starts, cancels, retries operations. */
  | 'OPERATE'
  /** Reads. */
  | 'READ'
  /** Runs statements on the SQL page's login. */
  | 'SQL';

export type SignInMutationVariables = Exact<{
  name: string;
  password: string;
}>;


export type SignInMutation = { signIn: { viewer: { name: string, role: Role } } };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { signOut: boolean };

export type ChangePasswordMutationVariables = Exact<{
  current: string;
  new: string;
}>;


export type ChangePasswordMutation = { changePassword: boolean };

export type AuditLogQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  filter?: AuditFilter | null | undefined;
}>;


export type AuditLogQuery = { auditLog: { asOf: string, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, at: string, actor: string | null, actorKind: string, role: Role | null, action: string, face: string, database: string | null, target: string | null, arguments: unknown, sql: Array<string>, outcome: AuditOutcome, errorCode: string | null, errorMessage: string | null, operation: string | null, address: string | null, requestId: string | null, durationMs: number | null }> } | null };

export type TokensQueryVariables = Exact<{
  all: boolean;
}>;


export type TokensQuery = { tokens: Array<{ id: string, name: string, prefix: string, owner: string | null, role: Role, scopes: Array<TokenScope>, databases: Array<string> | null, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, revokedAt: string | null, active: boolean }> | null, sessions: Array<{ id: string, createdAt: string, lastUsedAt: string, expiresAt: string, address: string | null, userAgent: string | null, current: boolean }> | null };

export type TokenPartsFragment = { id: string, name: string, prefix: string, owner: string | null, role: Role, scopes: Array<TokenScope>, databases: Array<string> | null, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, revokedAt: string | null, active: boolean };

export type CreateTokenMutationVariables = Exact<{
  input: CreateTokenInput;
}>;


export type CreateTokenMutation = { createToken: { secret: string, token: { id: string, name: string, prefix: string, owner: string | null, role: Role, scopes: Array<TokenScope>, databases: Array<string> | null, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, revokedAt: string | null, active: boolean } } };

export type RevokeTokenMutationVariables = Exact<{
  id: string;
}>;


export type RevokeTokenMutation = { revokeToken: { id: string, name: string, prefix: string, owner: string | null, role: Role, scopes: Array<TokenScope>, databases: Array<string> | null, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, revokedAt: string | null, active: boolean } };

export type RevokeSessionMutationVariables = Exact<{
  id: string;
}>;


export type RevokeSessionMutation = { revokeSession: boolean };

export type UsersQueryVariables = Exact<{ [key: string]: never; }>;


export type UsersQuery = { users: Array<{ id: string, name: string, role: Role, disabled: boolean, createdAt: string, lastSignInAt: string | null, sessionCount: number, tokenCount: number }> | null };

export type UserPartsFragment = { id: string, name: string, role: Role, disabled: boolean, createdAt: string, lastSignInAt: string | null, sessionCount: number, tokenCount: number };

export type CreateUserMutationVariables = Exact<{
  name: string;
  password: string;
  role: Role;
}>;


export type CreateUserMutation = { createUser: { id: string, name: string, role: Role, disabled: boolean, createdAt: string, lastSignInAt: string | null, sessionCount: number, tokenCount: number } };

export type UpdateUserMutationVariables = Exact<{
  id: string;
  role?: Role | null | undefined;
  password?: string | null | undefined;
  disabled?: boolean | null | undefined;
}>;


export type UpdateUserMutation = { updateUser: { id: string, name: string, role: Role, disabled: boolean, createdAt: string, lastSignInAt: string | null, sessionCount: number, tokenCount: number } };

export type DeleteUserMutationVariables = Exact<{
  id: string;
  confirm: string;
}>;


export type DeleteUserMutation = { deleteUser: boolean };

export type OperationPartsFragment = { id: string, kind: OperationKind, kindText: string, state: OperationState, cancelRequested: boolean, parent: string | null, targetName: string | null, requestedBy: string | null, actor: string | null, job: string | null, requestedAt: string, startedAt: string | null, finishedAt: string | null, durationMs: number | null, phase: string | null, progress: number | null, rowsDone: string | null, rowsTotal: string | null, bytesDone: string | null, bytesTotal: string | null, attempt: number | null, version: string, cancellable: boolean, retryable: boolean, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, partition: { id: string } | null, rollup: { id: string, qualifiedName: string } | null, error: { sqlstate: string | null, message: string, detail: string | null, hint: string | null } | null, blockedBy: Array<{ pid: number, query: string | null }> };

export type OperationsQueryVariables = Exact<{
  database?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
  filter?: OperationFilter | null | undefined;
}>;


export type OperationsQuery = { operations: { totalCount: number, unavailable: Array<string>, asOf: string, nodes: Array<{ id: string, kind: OperationKind, kindText: string, state: OperationState, cancelRequested: boolean, parent: string | null, targetName: string | null, requestedBy: string | null, actor: string | null, job: string | null, requestedAt: string, startedAt: string | null, finishedAt: string | null, durationMs: number | null, phase: string | null, progress: number | null, rowsDone: string | null, rowsTotal: string | null, bytesDone: string | null, bytesTotal: string | null, attempt: number | null, version: string, cancellable: boolean, retryable: boolean, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, partition: { id: string } | null, rollup: { id: string, qualifiedName: string } | null, error: { sqlstate: string | null, message: string, detail: string | null, hint: string | null } | null, blockedBy: Array<{ pid: number, query: string | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type OperationDetailQueryVariables = Exact<{
  id: string;
}>;


export type OperationDetailQuery = { operation: { options: unknown, result: unknown, id: string, kind: OperationKind, kindText: string, state: OperationState, cancelRequested: boolean, parent: string | null, targetName: string | null, requestedBy: string | null, actor: string | null, job: string | null, requestedAt: string, startedAt: string | null, finishedAt: string | null, durationMs: number | null, phase: string | null, progress: number | null, rowsDone: string | null, rowsTotal: string | null, bytesDone: string | null, bytesTotal: string | null, attempt: number | null, version: string, cancellable: boolean, retryable: boolean, children: Array<{ id: string, kind: OperationKind, kindText: string, state: OperationState, cancelRequested: boolean, parent: string | null, targetName: string | null, requestedBy: string | null, actor: string | null, job: string | null, requestedAt: string, startedAt: string | null, finishedAt: string | null, durationMs: number | null, phase: string | null, progress: number | null, rowsDone: string | null, rowsTotal: string | null, bytesDone: string | null, bytesTotal: string | null, attempt: number | null, version: string, cancellable: boolean, retryable: boolean, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, partition: { id: string } | null, rollup: { id: string, qualifiedName: string } | null, error: { sqlstate: string | null, message: string, detail: string | null, hint: string | null } | null, blockedBy: Array<{ pid: number, query: string | null }> }> | null, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, partition: { id: string } | null, rollup: { id: string, qualifiedName: string } | null, error: { sqlstate: string | null, message: string, detail: string | null, hint: string | null } | null, blockedBy: Array<{ pid: number, query: string | null }> } | null };

export type OperationChangedSubscriptionVariables = Exact<{
  database?: string | null | undefined;
  series?: string | null | undefined;
  ids?: Array<string> | string | null | undefined;
}>;


export type OperationChangedSubscription = { operationChanged: { type: EventType, source: LiveSource, asOf: string, operations: Array<{ id: string, kind: OperationKind, kindText: string, state: OperationState, cancelRequested: boolean, parent: string | null, targetName: string | null, requestedBy: string | null, actor: string | null, job: string | null, requestedAt: string, startedAt: string | null, finishedAt: string | null, durationMs: number | null, phase: string | null, progress: number | null, rowsDone: string | null, rowsTotal: string | null, bytesDone: string | null, bytesTotal: string | null, attempt: number | null, version: string, cancellable: boolean, retryable: boolean, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, partition: { id: string } | null, rollup: { id: string, qualifiedName: string } | null, error: { sqlstate: string | null, message: string, detail: string | null, hint: string | null } | null, blockedBy: Array<{ pid: number, query: string | null }> }> } };

export type CancelOperationMutationVariables = Exact<{
  operation: string;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type CancelOperationMutation = { cancelOperation: { sql: Array<string>, dryRun: boolean, replayed: boolean, targets: number, operation: { id: string, kind: OperationKind, kindText: string, state: OperationState, cancelRequested: boolean, parent: string | null, targetName: string | null, requestedBy: string | null, actor: string | null, job: string | null, requestedAt: string, startedAt: string | null, finishedAt: string | null, durationMs: number | null, phase: string | null, progress: number | null, rowsDone: string | null, rowsTotal: string | null, bytesDone: string | null, bytesTotal: string | null, attempt: number | null, version: string, cancellable: boolean, retryable: boolean, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, partition: { id: string } | null, rollup: { id: string, qualifiedName: string } | null, error: { sqlstate: string | null, message: string, detail: string | null, hint: string | null } | null, blockedBy: Array<{ pid: number, query: string | null }> } | null } };

export type RetryOperationMutationVariables = Exact<{
  operation: string;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type RetryOperationMutation = { retryOperation: { sql: Array<string>, dryRun: boolean, replayed: boolean, targets: number, operation: { id: string, kind: OperationKind, kindText: string, state: OperationState, cancelRequested: boolean, parent: string | null, targetName: string | null, requestedBy: string | null, actor: string | null, job: string | null, requestedAt: string, startedAt: string | null, finishedAt: string | null, durationMs: number | null, phase: string | null, progress: number | null, rowsDone: string | null, rowsTotal: string | null, bytesDone: string | null, bytesTotal: string | null, attempt: number | null, version: string, cancellable: boolean, retryable: boolean, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, partition: { id: string } | null, rollup: { id: string, qualifiedName: string } | null, error: { sqlstate: string | null, message: string, detail: string | null, hint: string | null } | null, blockedBy: Array<{ pid: number, query: string | null }> } | null } };

export type OperationAnswerFragment = { sql: Array<string>, dryRun: boolean, replayed: boolean, targets: number, operation: { id: string, kind: OperationKind, kindText: string, state: OperationState, cancelRequested: boolean, parent: string | null, targetName: string | null, requestedBy: string | null, actor: string | null, job: string | null, requestedAt: string, startedAt: string | null, finishedAt: string | null, durationMs: number | null, phase: string | null, progress: number | null, rowsDone: string | null, rowsTotal: string | null, bytesDone: string | null, bytesTotal: string | null, attempt: number | null, version: string, cancellable: boolean, retryable: boolean, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, partition: { id: string } | null, rollup: { id: string, qualifiedName: string } | null, error: { sqlstate: string | null, message: string, detail: string | null, hint: string | null } | null, blockedBy: Array<{ pid: number, query: string | null }> } | null };

export type AttentionPartsFragment = { id: string, rule: string, severity: Severity, title: string, evidence: string, value: number | null, threshold: number | null, since: string | null, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, rollup: { id: string, qualifiedName: string } | null, job: { id: string, series: { id: string, qualifiedName: string } | null, rollup: { id: string, qualifiedName: string } | null } | null, operation: { id: string } | null, remedy: { label: string, mutation: string | null, arguments: unknown, sql: string, role: Role, destructive: boolean } | null };

export type ShellQueryVariables = Exact<{ [key: string]: never; }>;


export type ShellQuery = { viewer: { name: string, kind: string, role: Role, homeUnavailable: boolean } | null, databases: Array<{ id: string, name: string, address: string, state: DatabaseState, stateMessage: string, stateRemedy: string | null, readable: boolean, writable: boolean, serverVersion: string | null, extensionVersion: string | null, liveSource: LiveSource, worker: { preloaded: boolean, launcherPid: number | null, paused: boolean, foreignCluster: boolean, heartbeatAt: string | null } | null }> };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { name: string, kind: string, role: Role, homeUnavailable: boolean } | null };

export type OverviewQueryVariables = Exact<{
  database?: string | null | undefined;
}>;


export type OverviewQuery = { asOf: string, databases: Array<{ id: string, name: string, address: string, state: DatabaseState, stateMessage: string, stateRemedy: string | null, stateSince: string, readable: boolean, totals: { series: number, partitions: string, sealedPartitions: string, rows: string, bytes: string, sealedBytes: string, bytesBefore: string, savedBytes: string, ratio: number | null, lateFraction: number | null, sealDue: string, defaultRows: string, failingJobs: number | null, overdueJobs: number | null, pendingInvalidations: string | null, activeOperations: number | null, slowQueries: number | null } | null, worker: { preloaded: boolean, launcherPid: number | null, workerPid: number | null, helpers: number | null, maxWorkers: number | null, paused: boolean, heartbeatAt: string | null } | null, disk: { path: string, totalBytes: string, freeBytes: string } | null }>, attention: Array<{ id: string, rule: string, severity: Severity, title: string, evidence: string, value: number | null, threshold: number | null, since: string | null, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, rollup: { id: string, qualifiedName: string } | null, job: { id: string, series: { id: string, qualifiedName: string } | null, rollup: { id: string, qualifiedName: string } | null } | null, operation: { id: string } | null, remedy: { label: string, mutation: string | null, arguments: unknown, sql: string, role: Role, destructive: boolean } | null }> };

export type AttentionRulesQueryVariables = Exact<{ [key: string]: never; }>;


export type AttentionRulesQuery = { attentionRules: Array<{ id: string, severity: Severity, description: string, unit: string | null, threshold: number | null, setting: string | null }> };

export type PauseAllMutationVariables = Exact<{
  database: string;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type PauseAllMutation = { pauseAll: { sql: Array<string>, dryRun: boolean, replayed: boolean, database: { id: string, worker: { paused: boolean } | null } | null } };

export type ResumeAllMutationVariables = Exact<{
  database: string;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type ResumeAllMutation = { resumeAll: { sql: Array<string>, dryRun: boolean, replayed: boolean, database: { id: string, worker: { paused: boolean } | null } | null } };

export type ResumeJobsMutationVariables = Exact<{
  database: string;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type ResumeJobsMutation = { resumeJobs: { sql: Array<string>, dryRun: boolean, replayed: boolean, database: { id: string, worker: { paused: boolean } | null } | null } };

export type DatabaseAnswerFragment = { sql: Array<string>, dryRun: boolean, replayed: boolean, database: { id: string, worker: { paused: boolean } | null } | null };

export type PartitionDetailQueryVariables = Exact<{
  id: string;
}>;


export type PartitionDetailQuery = { partition: { schema: string, id: string, name: string, qualifiedName: string, state: PartitionState, rangeFrom: string | null, rangeTo: string | null, lo: string | null, hi: string | null, loValue: string | null, hiValue: string | null, rows: string | null, bytes: string | null, bytesBefore: string | null, ratio: number | null, lateRows: string | null, supersededRows: string | null, lateFraction: number | null, sealedAt: string | null, sealDueAt: string | null, due: boolean, codec: string | null, orderKey: Array<string>, collationStale: boolean, measuredAt: string | null, database: { id: string, name: string }, series: { id: string, qualifiedName: string, timeColumn: string, timeType: string, integerTime: boolean, sealing: { enabled: boolean, resealFraction: number } }, operations: { nodes: Array<{ id: string, kind: OperationKind, kindText: string, state: OperationState, cancelRequested: boolean, parent: string | null, targetName: string | null, requestedBy: string | null, actor: string | null, job: string | null, requestedAt: string, startedAt: string | null, finishedAt: string | null, durationMs: number | null, phase: string | null, progress: number | null, rowsDone: string | null, rowsTotal: string | null, bytesDone: string | null, bytesTotal: string | null, attempt: number | null, version: string, cancellable: boolean, retryable: boolean, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, partition: { id: string } | null, rollup: { id: string, qualifiedName: string } | null, error: { sqlstate: string | null, message: string, detail: string | null, hint: string | null } | null, blockedBy: Array<{ pid: number, query: string | null }> }> } | null, history: Array<{ at: string, state: PartitionState, lateFraction: number | null }> | null, lastOperation: { id: string, kind: OperationKind, state: OperationState, progress: number | null } | null } | null };

export type PartitionColumnsQueryVariables = Exact<{
  id: string;
}>;


export type PartitionColumnsQuery = { partition: { id: string, columns: Array<{ name: string, type: string, encodings: Array<string>, pages: string, bytes: string, rawBytes: string, ratio: number | null, nullCount: string }> | null } | null };

export type PartitionRowGroupsQueryVariables = Exact<{
  id: string;
  first: number;
  skip: number;
}>;


export type PartitionRowGroupsQuery = { partition: { id: string, rowGroups: Array<{ rowGroup: number, firstRow: string, rows: number, minTime: string | null, maxTime: string | null, firstKey: string | null, lastKey: string | null, bytes: string, superseded: number }> | null } | null };

export type SealMutationVariables = Exact<{
  partition: string;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type SealMutation = { seal: { sql: Array<string>, dryRun: boolean, replayed: boolean, targets: number, operation: { id: string, kind: OperationKind, kindText: string, state: OperationState, cancelRequested: boolean, parent: string | null, targetName: string | null, requestedBy: string | null, actor: string | null, job: string | null, requestedAt: string, startedAt: string | null, finishedAt: string | null, durationMs: number | null, phase: string | null, progress: number | null, rowsDone: string | null, rowsTotal: string | null, bytesDone: string | null, bytesTotal: string | null, attempt: number | null, version: string, cancellable: boolean, retryable: boolean, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, partition: { id: string } | null, rollup: { id: string, qualifiedName: string } | null, error: { sqlstate: string | null, message: string, detail: string | null, hint: string | null } | null, blockedBy: Array<{ pid: number, query: string | null }> } | null } };

export type ResealMutationVariables = Exact<{
  partition: string;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type ResealMutation = { reseal: { sql: Array<string>, dryRun: boolean, replayed: boolean, targets: number, operation: { id: string, kind: OperationKind, kindText: string, state: OperationState, cancelRequested: boolean, parent: string | null, targetName: string | null, requestedBy: string | null, actor: string | null, job: string | null, requestedAt: string, startedAt: string | null, finishedAt: string | null, durationMs: number | null, phase: string | null, progress: number | null, rowsDone: string | null, rowsTotal: string | null, bytesDone: string | null, bytesTotal: string | null, attempt: number | null, version: string, cancellable: boolean, retryable: boolean, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, partition: { id: string } | null, rollup: { id: string, qualifiedName: string } | null, error: { sqlstate: string | null, message: string, detail: string | null, hint: string | null } | null, blockedBy: Array<{ pid: number, query: string | null }> } | null } };

export type UnsealMutationVariables = Exact<{
  partition: string;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type UnsealMutation = { unseal: { sql: Array<string>, dryRun: boolean, replayed: boolean, targets: number, operation: { id: string, kind: OperationKind, kindText: string, state: OperationState, cancelRequested: boolean, parent: string | null, targetName: string | null, requestedBy: string | null, actor: string | null, job: string | null, requestedAt: string, startedAt: string | null, finishedAt: string | null, durationMs: number | null, phase: string | null, progress: number | null, rowsDone: string | null, rowsTotal: string | null, bytesDone: string | null, bytesTotal: string | null, attempt: number | null, version: string, cancellable: boolean, retryable: boolean, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, partition: { id: string } | null, rollup: { id: string, qualifiedName: string } | null, error: { sqlstate: string | null, message: string, detail: string | null, hint: string | null } | null, blockedBy: Array<{ pid: number, query: string | null }> } | null } };

export type BulkPartitionsMutationVariables = Exact<{
  kind: BulkKind;
  series: string;
  partitions?: Array<string> | string | null | undefined;
  filter?: PartitionFilter | null | undefined;
  expectedCount?: number | null | undefined;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type BulkPartitionsMutation = { bulkPartitions: { sql: Array<string>, dryRun: boolean, replayed: boolean, targets: number, operation: { id: string, kind: OperationKind, kindText: string, state: OperationState, cancelRequested: boolean, parent: string | null, targetName: string | null, requestedBy: string | null, actor: string | null, job: string | null, requestedAt: string, startedAt: string | null, finishedAt: string | null, durationMs: number | null, phase: string | null, progress: number | null, rowsDone: string | null, rowsTotal: string | null, bytesDone: string | null, bytesTotal: string | null, attempt: number | null, version: string, cancellable: boolean, retryable: boolean, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, partition: { id: string } | null, rollup: { id: string, qualifiedName: string } | null, error: { sqlstate: string | null, message: string, detail: string | null, hint: string | null } | null, blockedBy: Array<{ pid: number, query: string | null }> } | null } };

export type EstimateSealMutationVariables = Exact<{
  partition: string;
}>;


export type EstimateSealMutation = { estimateSeal: { sql: Array<string>, estimate: { rows: string, bytesBefore: string, bytesAfter: string, ratio: number | null, orderKey: Array<string>, sampledRows: string } | null } };

export type CheckPartitionMutationVariables = Exact<{
  partition: string;
}>;


export type CheckPartitionMutation = { checkPartition: { sql: Array<string>, sound: boolean | null, problems: Array<{ rowGroup: number | null, column: string | null, block: string | null, problem: string }> } };

export type RollupPartsFragment = { id: string, qualifiedName: string, schema: string, name: string, source: string, bucket: string | null, bucketWidth: string | null, timeZone: string | null, selectList: string, groupBy: string | null, watermark: string | null, watermarkValue: string | null, floor: string | null, floorValue: string | null, pendingPairs: string, pendingBuckets: string, pendingRanges: string, pending: string, pendingSince: string | null, materializedBuckets: string | null, rows: string | null, bytes: string | null, lastRefresh: string | null, lastRefreshMs: number | null, lastRefreshRows: string | null, lastRefreshBuckets: string | null, estimateMs: number | null, retention: string | null, retentionWidth: string | null, triggersEnabled: boolean, measuredAt: string | null, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, sourceRollup: { id: string, qualifiedName: string } | null };

export type InvalidationPartsFragment = { id: string, kind: InvalidationKind, lo: string | null, hi: string | null, loValue: string | null, hiValue: string | null, groupKey: unknown, cause: string | null, rows: string | null, createdAt: string | null };

export type SeriesRollupsQueryVariables = Exact<{
  id: string;
}>;


export type SeriesRollupsQuery = { series: { id: string, qualifiedName: string, oldest: string | null, newest: string | null, integerTime: boolean, rollups: Array<{ id: string, qualifiedName: string, schema: string, name: string, source: string, bucket: string | null, bucketWidth: string | null, timeZone: string | null, selectList: string, groupBy: string | null, watermark: string | null, watermarkValue: string | null, floor: string | null, floorValue: string | null, pendingPairs: string, pendingBuckets: string, pendingRanges: string, pending: string, pendingSince: string | null, materializedBuckets: string | null, rows: string | null, bytes: string | null, lastRefresh: string | null, lastRefreshMs: number | null, lastRefreshRows: string | null, lastRefreshBuckets: string | null, estimateMs: number | null, retention: string | null, retentionWidth: string | null, triggersEnabled: boolean, measuredAt: string | null, invalidations: { totalCount: number, nodes: Array<{ id: string, kind: InvalidationKind, lo: string | null, hi: string | null, loValue: string | null, hiValue: string | null, groupKey: unknown, cause: string | null, rows: string | null, createdAt: string | null }> } | null, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, sourceRollup: { id: string, qualifiedName: string } | null }> | null } | null };

export type RollupDetailQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type RollupDetailQuery = { rollup: { id: string, qualifiedName: string, schema: string, name: string, source: string, bucket: string | null, bucketWidth: string | null, timeZone: string | null, selectList: string, groupBy: string | null, watermark: string | null, watermarkValue: string | null, floor: string | null, floorValue: string | null, pendingPairs: string, pendingBuckets: string, pendingRanges: string, pending: string, pendingSince: string | null, materializedBuckets: string | null, rows: string | null, bytes: string | null, lastRefresh: string | null, lastRefreshMs: number | null, lastRefreshRows: string | null, lastRefreshBuckets: string | null, estimateMs: number | null, retention: string | null, retentionWidth: string | null, triggersEnabled: boolean, measuredAt: string | null, series: { oldest: string | null, newest: string | null, integerTime: boolean, id: string, qualifiedName: string } | null, jobs: Array<{ id: string, kind: JobKind, relationName: string, owner: string, schedule: string, enabled: boolean, pausedReason: string | null, nextRun: string | null, lastRun: string | null, lastFinish: string | null, lastStatus: JobStatus | null, lastError: string | null, lastDurationMs: number | null, runs: string, failures: string, running: boolean, overdue: boolean, settingsVersion: string, rollup: { id: string, qualifiedName: string } | null }> | null, invalidations: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, kind: InvalidationKind, lo: string | null, hi: string | null, loValue: string | null, hiValue: string | null, groupKey: unknown, cause: string | null, rows: string | null, createdAt: string | null }> } | null, operations: { nodes: Array<{ id: string, kind: OperationKind, kindText: string, state: OperationState, cancelRequested: boolean, parent: string | null, targetName: string | null, requestedBy: string | null, actor: string | null, job: string | null, requestedAt: string, startedAt: string | null, finishedAt: string | null, durationMs: number | null, phase: string | null, progress: number | null, rowsDone: string | null, rowsTotal: string | null, bytesDone: string | null, bytesTotal: string | null, attempt: number | null, version: string, cancellable: boolean, retryable: boolean, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, partition: { id: string } | null, rollup: { id: string, qualifiedName: string } | null, error: { sqlstate: string | null, message: string, detail: string | null, hint: string | null } | null, blockedBy: Array<{ pid: number, query: string | null }> }> } | null, database: { id: string, name: string }, sourceRollup: { id: string, qualifiedName: string } | null } | null };

export type RollupAnswerFragment = { sql: Array<string>, dryRun: boolean, replayed: boolean, rollup: { id: string } | null };

export type CreateRollupMutationVariables = Exact<{
  input: CreateRollupInput;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateRollupMutation = { createRollup: { sql: Array<string>, dryRun: boolean, replayed: boolean, rollup: { id: string } | null } };

export type RefreshRollupMutationVariables = Exact<{
  rollup: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type RefreshRollupMutation = { refreshRollup: { sql: Array<string>, dryRun: boolean, replayed: boolean, targets: number, operation: { id: string, kind: OperationKind, kindText: string, state: OperationState, cancelRequested: boolean, parent: string | null, targetName: string | null, requestedBy: string | null, actor: string | null, job: string | null, requestedAt: string, startedAt: string | null, finishedAt: string | null, durationMs: number | null, phase: string | null, progress: number | null, rowsDone: string | null, rowsTotal: string | null, bytesDone: string | null, bytesTotal: string | null, attempt: number | null, version: string, cancellable: boolean, retryable: boolean, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, partition: { id: string } | null, rollup: { id: string, qualifiedName: string } | null, error: { sqlstate: string | null, message: string, detail: string | null, hint: string | null } | null, blockedBy: Array<{ pid: number, query: string | null }> } | null } };

export type SetRollupRetentionMutationVariables = Exact<{
  rollup: string;
  keep?: string | null | undefined;
  confirm?: string | null | undefined;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type SetRollupRetentionMutation = { setRollupRetention: { sql: Array<string>, dryRun: boolean, replayed: boolean, rollup: { id: string } | null } };

export type DropRollupMutationVariables = Exact<{
  rollup: string;
  confirm?: string | null | undefined;
  expect?: DropExpectation | null | undefined;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type DropRollupMutation = { dropRollup: { sql: Array<string>, dryRun: boolean, replayed: boolean, effect: { partitions: number, rows: string, bytes: string, from: string | null, to: string | null, names: Array<string>, notRolledUp: Array<string>, dependents: Array<string> } } };

export type StripPartsFragment = { from: string | null, to: string | null, fromValue: string | null, toValue: string | null, partitions: number, resealFraction: number, asOf: string, slices: Array<{ index: number, lo: string | null, hi: string | null, loValue: string | null, hiValue: string | null, live: number, sealed: number, spread: number, foreign: number, due: number, rows: string, bytes: string, worstLateFraction: number | null, partition: string | null }> };

export type SeriesListQueryVariables = Exact<{
  database?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
  filter?: SeriesFilter | null | undefined;
  order?: SeriesOrder | null | undefined;
}>;


export type SeriesListQuery = { seriesList: { totalCount: number, unavailable: Array<string>, asOf: string, nodes: Array<{ id: string, qualifiedName: string, schema: string, name: string, timeColumn: string, timeType: string, integerTime: boolean, partitionCount: string, livePartitions: string, sealedPartitions: string, defaultRows: string, rows: string | null, bytes: string | null, sealedBytes: string | null, bytesBefore: string | null, ratio: number | null, lateFraction: number | null, worstLateFraction: number | null, sealDue: string, oldest: string | null, newest: string | null, measuredAt: string | null, database: { id: string, name: string }, sealing: { enabled: boolean, resealFraction: number }, strip: { from: string | null, to: string | null, fromValue: string | null, toValue: string | null, partitions: number, resealFraction: number, asOf: string, slices: Array<{ index: number, lo: string | null, hi: string | null, loValue: string | null, hiValue: string | null, live: number, sealed: number, spread: number, foreign: number, due: number, rows: string, bytes: string, worstLateFraction: number | null, partition: string | null }> } | null, rollups: Array<{ id: string, pending: string }> | null, queryTimings: { points: Array<{ calls: string, p95Ms: number | null }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type SeriesNamesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type SeriesNamesQuery = { seriesList: { nodes: Array<{ id: string, qualifiedName: string, database: { id: string, name: string } }> } };

export type SeriesHeadQueryVariables = Exact<{
  id: string;
}>;


export type SeriesHeadQuery = { series: { id: string, qualifiedName: string, schema: string, name: string, owner: string, timeColumn: string, timeType: string, integerTime: boolean, partitionInterval: string | null, partitionWidth: string | null, premake: number | null, spaceColumn: string | null, spacePartitions: number | null, partitionCount: string, livePartitions: string, sealedPartitions: string, hasDefault: boolean, defaultRows: string, defaultBytes: string, rows: string | null, bytes: string | null, sealedBytes: string | null, bytesBefore: string | null, ratio: number | null, lateRows: string | null, supersededRows: string | null, lateFraction: number | null, worstLateFraction: number | null, sealDue: string, oldest: string | null, newest: string | null, measuredAt: string | null, settingsVersion: string, database: { id: string, name: string, writable: boolean }, sealing: { enabled: boolean, after: string | null, afterWidth: string | null, codec: string | null, orderBy: Array<string>, keepIndexes: boolean, resealFraction: number }, retention: { enabled: boolean, keep: string | null, keepWidth: string | null }, rollups: Array<{ id: string, pending: string }> | null, attention: Array<{ id: string, rule: string, severity: Severity, title: string, evidence: string, value: number | null, threshold: number | null, since: string | null, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, rollup: { id: string, qualifiedName: string } | null, job: { id: string, series: { id: string, qualifiedName: string } | null, rollup: { id: string, qualifiedName: string } | null } | null, operation: { id: string } | null, remedy: { label: string, mutation: string | null, arguments: unknown, sql: string, role: Role, destructive: boolean } | null }> | null } | null };

export type SeriesStripQueryVariables = Exact<{
  id: string;
  buckets: number;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type SeriesStripQuery = { series: { id: string, strip: { from: string | null, to: string | null, fromValue: string | null, toValue: string | null, partitions: number, resealFraction: number, asOf: string, slices: Array<{ index: number, lo: string | null, hi: string | null, loValue: string | null, hiValue: string | null, live: number, sealed: number, spread: number, foreign: number, due: number, rows: string, bytes: string, worstLateFraction: number | null, partition: string | null }> } | null } | null };

export type PartitionRowFragment = { id: string, name: string, qualifiedName: string, state: PartitionState, rangeFrom: string | null, rangeTo: string | null, lo: string | null, hi: string | null, loValue: string | null, hiValue: string | null, rows: string | null, bytes: string | null, bytesBefore: string | null, ratio: number | null, lateRows: string | null, supersededRows: string | null, lateFraction: number | null, sealedAt: string | null, sealDueAt: string | null, due: boolean, codec: string | null, orderKey: Array<string>, collationStale: boolean, measuredAt: string | null, lastOperation: { id: string, kind: OperationKind, state: OperationState, progress: number | null } | null };

export type SeriesPartitionsQueryVariables = Exact<{
  id: string;
  first: number;
  after?: string | null | undefined;
  filter?: PartitionFilter | null | undefined;
  order?: PartitionOrder | null | undefined;
}>;


export type SeriesPartitionsQuery = { series: { id: string, partitions: { totalCount: number, totalBytes: string, asOf: string, nodes: Array<{ id: string, name: string, qualifiedName: string, state: PartitionState, rangeFrom: string | null, rangeTo: string | null, lo: string | null, hi: string | null, loValue: string | null, hiValue: string | null, rows: string | null, bytes: string | null, bytesBefore: string | null, ratio: number | null, lateRows: string | null, supersededRows: string | null, lateFraction: number | null, sealedAt: string | null, sealDueAt: string | null, due: boolean, codec: string | null, orderKey: Array<string>, collationStale: boolean, measuredAt: string | null, lastOperation: { id: string, kind: OperationKind, state: OperationState, progress: number | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type SeriesCompressionQueryVariables = Exact<{
  id: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type SeriesCompressionQuery = { series: { id: string, bytes: string | null, sealedBytes: string | null, bytesBefore: string | null, ratio: number | null, history: { resolution: string, points: Array<{ at: string, bytes: string | null, sealedBytes: string | null, bytesBefore: string | null, ratio: number | null, sealedPartitions: string | null }> } | null, partitions: { totalCount: number, nodes: Array<{ id: string, name: string, lo: string | null, hi: string | null, loValue: string | null, hiValue: string | null, bytes: string | null, bytesBefore: string | null, ratio: number | null, rows: string | null }> } | null } | null };

export type SeriesColumnBytesQueryVariables = Exact<{
  id: string;
  first: number;
}>;


export type SeriesColumnBytesQuery = { series: { id: string, partitions: { totalCount: number, nodes: Array<{ id: string, columns: Array<{ name: string, type: string, encodings: Array<string>, bytes: string, rawBytes: string, nullCount: string }> | null }> } | null } | null };

export type SeriesLateQueryVariables = Exact<{
  id: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type SeriesLateQuery = { series: { id: string, measuredAt: string | null, lateRows: string | null, supersededRows: string | null, lateFraction: number | null, worstLateFraction: number | null, sealing: { resealFraction: number }, history: { resolution: string, points: Array<{ at: string, lateFraction: number | null, worstLateFraction: number | null }> } | null, partitions: { totalCount: number, nodes: Array<{ id: string, name: string, qualifiedName: string, state: PartitionState, rangeFrom: string | null, rangeTo: string | null, lo: string | null, hi: string | null, loValue: string | null, hiValue: string | null, rows: string | null, bytes: string | null, bytesBefore: string | null, ratio: number | null, lateRows: string | null, supersededRows: string | null, lateFraction: number | null, sealedAt: string | null, sealDueAt: string | null, due: boolean, codec: string | null, orderKey: Array<string>, collationStale: boolean, measuredAt: string | null, lastOperation: { id: string, kind: OperationKind, state: OperationState, progress: number | null } | null }> } | null } | null };

export type SeriesQueriesQueryVariables = Exact<{
  id: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
  order?: QueryOrder | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type SeriesQueriesQuery = { series: { id: string, queryTimings: { stepSeconds: number, from: string, to: string, points: Array<{ at: string, calls: string, totalMs: number, meanMs: number | null, p50Ms: number | null, p95Ms: number | null, p99Ms: number | null, groupsRead: string, groupsSkipped: string }> } | null, topQueries: { totalCount: number, asOf: string, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, queryId: string, query: string, user: string | null, calls: string, totalMs: number, meanMs: number, minMs: number, maxMs: number, p50Ms: number | null, p95Ms: number | null, p99Ms: number | null, rows: string, paths: Array<string>, groupsRead: string, groupsSkipped: string, skippedFraction: number | null, partitionsRead: string | null, partitionsTotal: string | null, readsEveryPartition: boolean, lastCall: string | null }> } | null } | null };

export type JobPartsFragment = { id: string, kind: JobKind, relationName: string, owner: string, schedule: string, enabled: boolean, pausedReason: string | null, nextRun: string | null, lastRun: string | null, lastFinish: string | null, lastStatus: JobStatus | null, lastError: string | null, lastDurationMs: number | null, runs: string, failures: string, running: boolean, overdue: boolean, settingsVersion: string, rollup: { id: string, qualifiedName: string } | null };

export type SeriesJobsQueryVariables = Exact<{
  id: string;
}>;


export type SeriesJobsQuery = { series: { id: string, jobs: Array<{ id: string, kind: JobKind, relationName: string, owner: string, schedule: string, enabled: boolean, pausedReason: string | null, nextRun: string | null, lastRun: string | null, lastFinish: string | null, lastStatus: JobStatus | null, lastError: string | null, lastDurationMs: number | null, runs: string, failures: string, running: boolean, overdue: boolean, settingsVersion: string, rollup: { id: string, qualifiedName: string } | null }> | null, rollups: Array<{ id: string, jobs: Array<{ id: string, kind: JobKind, relationName: string, owner: string, schedule: string, enabled: boolean, pausedReason: string | null, nextRun: string | null, lastRun: string | null, lastFinish: string | null, lastStatus: JobStatus | null, lastError: string | null, lastDurationMs: number | null, runs: string, failures: string, running: boolean, overdue: boolean, settingsVersion: string, rollup: { id: string, qualifiedName: string } | null }> | null }> | null } | null };

export type JobHistoryQueryVariables = Exact<{
  id: string;
}>;


export type JobHistoryQuery = { job: { id: string, history: Array<{ id: string, operation: string | null, startedAt: string | null, finishedAt: string | null, status: JobStatus, error: string | null }> | null } | null };

export type SeriesColumnsQueryVariables = Exact<{
  id: string;
}>;


export type SeriesColumnsQuery = { series: { id: string, columns: Array<{ name: string, type: string, nullable: boolean, timeLike: boolean }> | null } | null };

export type ConvertibleTablesQueryVariables = Exact<{
  database: string;
  search?: string | null | undefined;
}>;


export type ConvertibleTablesQuery = { database: { id: string, tables: Array<{ id: string, schema: string, name: string, qualifiedName: string, kind: string, rows: string, bytes: string | null, columns: Array<{ name: string, type: string, nullable: boolean, timeLike: boolean }> }> | null } | null };

export type SeriesChangedSubscriptionVariables = Exact<{
  database?: string | null | undefined;
  series?: string | null | undefined;
}>;


export type SeriesChangedSubscription = { seriesChanged: { type: EventType, removed: Array<string>, source: LiveSource, series: Array<{ id: string }> } };

export type SeriesAnswerFragment = { sql: Array<string>, dryRun: boolean, replayed: boolean, partitionsMade: number | null, series: { id: string } | null };

export type DropAnswerFragment = { sql: Array<string>, dryRun: boolean, replayed: boolean, effect: { partitions: number, rows: string, bytes: string, from: string | null, to: string | null, names: Array<string>, notRolledUp: Array<string>, dependents: Array<string> } };

export type CreateSeriesMutationVariables = Exact<{
  input: CreateSeriesInput;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateSeriesMutation = { createSeries: { sql: Array<string>, dryRun: boolean, replayed: boolean, partitionsMade: number | null, series: { id: string } | null } };

export type SetSealingMutationVariables = Exact<{
  series: string;
  after?: string | null | undefined;
  codec?: Codec | null | undefined;
  orderBy?: Array<string> | string | null | undefined;
  keepIndexes?: boolean | null | undefined;
  ifVersion?: string | null | undefined;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type SetSealingMutation = { setSealing: { sql: Array<string>, dryRun: boolean, replayed: boolean, partitionsMade: number | null, series: { id: string } | null } };

export type SetRetentionMutationVariables = Exact<{
  series: string;
  keep?: string | null | undefined;
  confirm?: string | null | undefined;
  expect?: DropExpectation | null | undefined;
  ifVersion?: string | null | undefined;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type SetRetentionMutation = { setRetention: { sql: Array<string>, dryRun: boolean, replayed: boolean, effect: { partitions: number, rows: string, bytes: string, from: string | null, to: string | null, names: Array<string>, notRolledUp: Array<string>, dependents: Array<string> } } };

export type MakePartitionsMutationVariables = Exact<{
  series: string;
  lo: string;
  hi: string;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type MakePartitionsMutation = { makePartitions: { sql: Array<string>, dryRun: boolean, replayed: boolean, partitionsMade: number | null, series: { id: string } | null } };

export type DropPartitionsMutationVariables = Exact<{
  series: string;
  partitions?: Array<string> | string | null | undefined;
  before?: string | null | undefined;
  confirm?: string | null | undefined;
  expect?: DropExpectation | null | undefined;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type DropPartitionsMutation = { dropPartitions: { sql: Array<string>, dryRun: boolean, replayed: boolean, effect: { partitions: number, rows: string, bytes: string, from: string | null, to: string | null, names: Array<string>, notRolledUp: Array<string>, dependents: Array<string> } } };

export type MigrateSeriesMutationVariables = Exact<{
  series: string;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type MigrateSeriesMutation = { migrateSeries: { sql: Array<string>, dryRun: boolean, replayed: boolean, targets: number, operation: { id: string, kind: OperationKind, kindText: string, state: OperationState, cancelRequested: boolean, parent: string | null, targetName: string | null, requestedBy: string | null, actor: string | null, job: string | null, requestedAt: string, startedAt: string | null, finishedAt: string | null, durationMs: number | null, phase: string | null, progress: number | null, rowsDone: string | null, rowsTotal: string | null, bytesDone: string | null, bytesTotal: string | null, attempt: number | null, version: string, cancellable: boolean, retryable: boolean, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, partition: { id: string } | null, rollup: { id: string, qualifiedName: string } | null, error: { sqlstate: string | null, message: string, detail: string | null, hint: string | null } | null, blockedBy: Array<{ pid: number, query: string | null }> } | null } };

export type SealEligibleMutationVariables = Exact<{
  series: string;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type SealEligibleMutation = { sealEligible: { sql: Array<string>, dryRun: boolean, replayed: boolean, targets: number, operation: { id: string, kind: OperationKind, kindText: string, state: OperationState, cancelRequested: boolean, parent: string | null, targetName: string | null, requestedBy: string | null, actor: string | null, job: string | null, requestedAt: string, startedAt: string | null, finishedAt: string | null, durationMs: number | null, phase: string | null, progress: number | null, rowsDone: string | null, rowsTotal: string | null, bytesDone: string | null, bytesTotal: string | null, attempt: number | null, version: string, cancellable: boolean, retryable: boolean, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, partition: { id: string } | null, rollup: { id: string, qualifiedName: string } | null, error: { sqlstate: string | null, message: string, detail: string | null, hint: string | null } | null, blockedBy: Array<{ pid: number, query: string | null }> } | null } };

export type MeasureSeriesMutationVariables = Exact<{
  series: string;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type MeasureSeriesMutation = { measureSeries: { sql: Array<string>, dryRun: boolean, replayed: boolean, partitionsMade: number | null, series: { id: string } | null } };

export type DropSeriesMutationVariables = Exact<{
  series: string;
  confirm?: string | null | undefined;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type DropSeriesMutation = { dropSeries: { sql: Array<string>, dryRun: boolean, replayed: boolean, database: { id: string, worker: { paused: boolean } | null } | null } };

export type RunJobMutationVariables = Exact<{
  job: string;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type RunJobMutation = { runJob: { sql: Array<string>, dryRun: boolean, replayed: boolean, targets: number, operation: { id: string, kind: OperationKind, kindText: string, state: OperationState, cancelRequested: boolean, parent: string | null, targetName: string | null, requestedBy: string | null, actor: string | null, job: string | null, requestedAt: string, startedAt: string | null, finishedAt: string | null, durationMs: number | null, phase: string | null, progress: number | null, rowsDone: string | null, rowsTotal: string | null, bytesDone: string | null, bytesTotal: string | null, attempt: number | null, version: string, cancellable: boolean, retryable: boolean, database: { id: string, name: string }, series: { id: string, qualifiedName: string } | null, partition: { id: string } | null, rollup: { id: string, qualifiedName: string } | null, error: { sqlstate: string | null, message: string, detail: string | null, hint: string | null } | null, blockedBy: Array<{ pid: number, query: string | null }> } | null } };

export type UpdateJobMutationVariables = Exact<{
  job: string;
  schedule?: string | null | undefined;
  enabled?: boolean | null | undefined;
  nextRun?: string | null | undefined;
  confirm?: string | null | undefined;
  expect?: DropExpectation | null | undefined;
  ifVersion?: string | null | undefined;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type UpdateJobMutation = { updateJob: { sql: Array<string>, dryRun: boolean, replayed: boolean, job: { id: string, kind: JobKind, relationName: string, owner: string, schedule: string, enabled: boolean, pausedReason: string | null, nextRun: string | null, lastRun: string | null, lastFinish: string | null, lastStatus: JobStatus | null, lastError: string | null, lastDurationMs: number | null, runs: string, failures: string, running: boolean, overdue: boolean, settingsVersion: string, rollup: { id: string, qualifiedName: string } | null } | null, effect: { partitions: number, rows: string, bytes: string, from: string | null, to: string | null, names: Array<string>, notRolledUp: Array<string>, dependents: Array<string> } | null } };

export type ResetQueryStatsMutationVariables = Exact<{
  database: string;
  series?: string | null | undefined;
  dryRun: boolean;
  idempotencyKey?: string | null | undefined;
}>;


export type ResetQueryStatsMutation = { resetQueryStats: { sql: Array<string>, dryRun: boolean, replayed: boolean, database: { id: string, worker: { paused: boolean } | null } | null } };

export type CompletionTablesQueryVariables = Exact<{
  database: string;
}>;


export type CompletionTablesQuery = { database: { id: string, tables: Array<{ id: string, schema: string, name: string, qualifiedName: string, kind: string, isSeries: boolean, columns: Array<{ name: string, type: string }> }> | null } | null };

export type RunSqlMutationVariables = Exact<{
  database: string;
  sql: string;
  maxRows: number;
  timeoutMs: number;
}>;


export type RunSqlMutation = { runSql: { rows: Array<Array<string | null>>, truncated: boolean, durationMs: number, command: string, warnings: Array<string>, columns: Array<{ name: string, type: string, numeric: boolean, temporal: boolean }> } };

export type ExplainSqlMutationVariables = Exact<{
  database: string;
  sql: string;
  analyze: boolean;
  timeoutMs: number;
}>;


export type ExplainSqlMutation = { explainSql: { plan: unknown, text: string, executionMs: number | null, planningMs: number | null, partitionsRead: number | null, partitionsTotal: number | null, warnings: Array<string> } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const TokenPartsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment TokenParts on ApiToken {
  id
  name
  prefix
  owner
  role
  scopes
  databases
  createdAt
  expiresAt
  lastUsedAt
  revokedAt
  active
}
    `, {"fragmentName":"TokenParts"}) as unknown as TypedDocumentString<TokenPartsFragment, unknown>;
export const UserPartsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment UserParts on User {
  id
  name
  role
  disabled
  createdAt
  lastSignInAt
  sessionCount
  tokenCount
}
    `, {"fragmentName":"UserParts"}) as unknown as TypedDocumentString<UserPartsFragment, unknown>;
export const OperationPartsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment OperationParts on Operation {
  id
  kind
  kindText
  state
  cancelRequested
  parent
  targetName
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  partition {
    id
  }
  rollup {
    id
    qualifiedName
  }
  requestedBy
  actor
  job
  requestedAt
  startedAt
  finishedAt
  durationMs
  phase
  progress
  rowsDone
  rowsTotal
  bytesDone
  bytesTotal
  error {
    sqlstate
    message
    detail
    hint
  }
  blockedBy {
    pid
    query
  }
  attempt
  version
  cancellable
  retryable
}
    `, {"fragmentName":"OperationParts"}) as unknown as TypedDocumentString<OperationPartsFragment, unknown>;
export const OperationAnswerFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment OperationAnswer on OperationPayload {
  sql
  dryRun
  replayed
  targets
  operation {
    ...OperationParts
  }
}
    fragment OperationParts on Operation {
  id
  kind
  kindText
  state
  cancelRequested
  parent
  targetName
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  partition {
    id
  }
  rollup {
    id
    qualifiedName
  }
  requestedBy
  actor
  job
  requestedAt
  startedAt
  finishedAt
  durationMs
  phase
  progress
  rowsDone
  rowsTotal
  bytesDone
  bytesTotal
  error {
    sqlstate
    message
    detail
    hint
  }
  blockedBy {
    pid
    query
  }
  attempt
  version
  cancellable
  retryable
}`, {"fragmentName":"OperationAnswer"}) as unknown as TypedDocumentString<OperationAnswerFragment, unknown>;
export const AttentionPartsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment AttentionParts on AttentionItem {
  id
  rule
  severity
  title
  evidence
  value
  threshold
  since
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  rollup {
    id
    qualifiedName
  }
  job {
    id
    series {
      id
      qualifiedName
    }
    rollup {
      id
      qualifiedName
    }
  }
  operation {
    id
  }
  remedy {
    label
    mutation
    arguments
    sql
    role
    destructive
  }
}
    `, {"fragmentName":"AttentionParts"}) as unknown as TypedDocumentString<AttentionPartsFragment, unknown>;
export const DatabaseAnswerFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment DatabaseAnswer on DatabasePayload {
  sql
  dryRun
  replayed
  database {
    id
    worker {
      paused
    }
  }
}
    `, {"fragmentName":"DatabaseAnswer"}) as unknown as TypedDocumentString<DatabaseAnswerFragment, unknown>;
export const RollupPartsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment RollupParts on Rollup {
  id
  qualifiedName
  schema
  name
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  source
  sourceRollup {
    id
    qualifiedName
  }
  bucket
  bucketWidth
  timeZone
  selectList
  groupBy
  watermark
  watermarkValue
  floor
  floorValue
  pendingPairs
  pendingBuckets
  pendingRanges
  pending
  pendingSince
  materializedBuckets
  rows
  bytes
  lastRefresh
  lastRefreshMs
  lastRefreshRows
  lastRefreshBuckets
  estimateMs
  retention
  retentionWidth
  triggersEnabled
  measuredAt
}
    `, {"fragmentName":"RollupParts"}) as unknown as TypedDocumentString<RollupPartsFragment, unknown>;
export const InvalidationPartsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment InvalidationParts on Invalidation {
  id
  kind
  lo
  hi
  loValue
  hiValue
  groupKey
  cause
  rows
  createdAt
}
    `, {"fragmentName":"InvalidationParts"}) as unknown as TypedDocumentString<InvalidationPartsFragment, unknown>;
export const RollupAnswerFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment RollupAnswer on RollupPayload {
  sql
  dryRun
  replayed
  rollup {
    id
  }
}
    `, {"fragmentName":"RollupAnswer"}) as unknown as TypedDocumentString<RollupAnswerFragment, unknown>;
export const StripPartsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment StripParts on PartitionStrip {
  from
  to
  fromValue
  toValue
  partitions
  resealFraction
  asOf
  slices {
    index
    lo
    hi
    loValue
    hiValue
    live
    sealed
    spread
    foreign
    due
    rows
    bytes
    worstLateFraction
    partition
  }
}
    `, {"fragmentName":"StripParts"}) as unknown as TypedDocumentString<StripPartsFragment, unknown>;
export const PartitionRowFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment PartitionRow on Partition {
  id
  name
  qualifiedName
  state
  rangeFrom
  rangeTo
  lo
  hi
  loValue
  hiValue
  rows
  bytes
  bytesBefore
  ratio
  lateRows
  supersededRows
  lateFraction
  sealedAt
  sealDueAt
  due
  codec
  orderKey
  collationStale
  measuredAt
  lastOperation {
    id
    kind
    state
    progress
  }
}
    `, {"fragmentName":"PartitionRow"}) as unknown as TypedDocumentString<PartitionRowFragment, unknown>;
export const JobPartsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment JobParts on Job {
  id
  kind
  relationName
  owner
  schedule
  enabled
  pausedReason
  nextRun
  lastRun
  lastFinish
  lastStatus
  lastError
  lastDurationMs
  runs
  failures
  running
  overdue
  settingsVersion
  rollup {
    id
    qualifiedName
  }
}
    `, {"fragmentName":"JobParts"}) as unknown as TypedDocumentString<JobPartsFragment, unknown>;
export const SeriesAnswerFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment SeriesAnswer on SeriesPayload {
  sql
  dryRun
  replayed
  partitionsMade
  series {
    id
  }
}
    `, {"fragmentName":"SeriesAnswer"}) as unknown as TypedDocumentString<SeriesAnswerFragment, unknown>;
export const DropAnswerFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment DropAnswer on DropPayload {
  sql
  dryRun
  replayed
  effect {
    partitions
    rows
    bytes
    from
    to
    names
    notRolledUp
    dependents
  }
}
    `, {"fragmentName":"DropAnswer"}) as unknown as TypedDocumentString<DropAnswerFragment, unknown>;
export const SignInDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SignIn($name: String!, $password: String!) {
  signIn(name: $name, password: $password) {
    viewer {
      name
      role
    }
  }
}
    `, {"hash":"sha256:c95d3375c4a3835f67a02f8410ab7aa935663df7906b1b3333998286f1336e8c"}) as unknown as TypedDocumentString<SignInMutation, SignInMutationVariables>;
export const SignOutDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SignOut {
  signOut
}
    `, {"hash":"sha256:39300be1f6ff47633a8c264de2a924d5b71367b646d3bf86d82d7c51c6543956"}) as unknown as TypedDocumentString<SignOutMutation, SignOutMutationVariables>;
export const ChangePasswordDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ChangePassword($current: String!, $new: String!) {
  changePassword(current: $current, new: $new)
}
    `, {"hash":"sha256:383e47b8e8d148b9d9c72ea0e20dfeaca692145b196fe990ac3d268325460670"}) as unknown as TypedDocumentString<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const AuditLogDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AuditLog($first: Int!, $after: String, $filter: AuditFilter) {
  auditLog(first: $first, after: $after, filter: $filter) {
    asOf
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      id
      at
      actor
      actorKind
      role
      action
      face
      database
      target
      arguments
      sql
      outcome
      errorCode
      errorMessage
      operation
      address
      requestId
      durationMs
    }
  }
}
    `, {"hash":"sha256:8f847616210d920d62d407fc74adb0243f52f36cb4a421b66870911f5152f5e8"}) as unknown as TypedDocumentString<AuditLogQuery, AuditLogQueryVariables>;
export const TokensDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Tokens($all: Boolean!) {
  tokens(all: $all) {
    ...TokenParts
  }
  sessions {
    id
    createdAt
    lastUsedAt
    expiresAt
    address
    userAgent
    current
  }
}
    fragment TokenParts on ApiToken {
  id
  name
  prefix
  owner
  role
  scopes
  databases
  createdAt
  expiresAt
  lastUsedAt
  revokedAt
  active
}`, {"hash":"sha256:20ef0a0e4f28f4e852c40b474f426441ac595bf614f4ac6ba865879f3d68db94"}) as unknown as TypedDocumentString<TokensQuery, TokensQueryVariables>;
export const CreateTokenDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateToken($input: CreateTokenInput!) {
  createToken(input: $input) {
    secret
    token {
      ...TokenParts
    }
  }
}
    fragment TokenParts on ApiToken {
  id
  name
  prefix
  owner
  role
  scopes
  databases
  createdAt
  expiresAt
  lastUsedAt
  revokedAt
  active
}`, {"hash":"sha256:77e9d81bc2fb413343feb288fb56f6da714d4519fc9f2e20c00ccec77b682d9d"}) as unknown as TypedDocumentString<CreateTokenMutation, CreateTokenMutationVariables>;
export const RevokeTokenDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RevokeToken($id: ID!) {
  revokeToken(id: $id) {
    ...TokenParts
  }
}
    fragment TokenParts on ApiToken {
  id
  name
  prefix
  owner
  role
  scopes
  databases
  createdAt
  expiresAt
  lastUsedAt
  revokedAt
  active
}`, {"hash":"sha256:814029339012033a3bf3b92e8098d26572064805ca4c8f7695d26530edaca7e4"}) as unknown as TypedDocumentString<RevokeTokenMutation, RevokeTokenMutationVariables>;
export const RevokeSessionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RevokeSession($id: ID!) {
  revokeSession(id: $id)
}
    `, {"hash":"sha256:0da1f5ad6ca30b47e1cb2c8f9b833664fb3647a47c585080a1a7fa8bc04c825c"}) as unknown as TypedDocumentString<RevokeSessionMutation, RevokeSessionMutationVariables>;
export const UsersDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Users {
  users {
    ...UserParts
  }
}
    fragment UserParts on User {
  id
  name
  role
  disabled
  createdAt
  lastSignInAt
  sessionCount
  tokenCount
}`, {"hash":"sha256:e12914bd1558a8d08d0081466b7509735335817e231e6daa91bc42abac520f88"}) as unknown as TypedDocumentString<UsersQuery, UsersQueryVariables>;
export const CreateUserDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateUser($name: String!, $password: String!, $role: Role!) {
  createUser(name: $name, password: $password, role: $role) {
    ...UserParts
  }
}
    fragment UserParts on User {
  id
  name
  role
  disabled
  createdAt
  lastSignInAt
  sessionCount
  tokenCount
}`, {"hash":"sha256:6f9f52b71eb9c007ccfa2416cbdf6dc6a6986550ce8151cbb330c874e6f0e04c"}) as unknown as TypedDocumentString<CreateUserMutation, CreateUserMutationVariables>;
export const UpdateUserDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateUser($id: ID!, $role: Role, $password: String, $disabled: Boolean) {
  updateUser(id: $id, role: $role, password: $password, disabled: $disabled) {
    ...UserParts
  }
}
    fragment UserParts on User {
  id
  name
  role
  disabled
  createdAt
  lastSignInAt
  sessionCount
  tokenCount
}`, {"hash":"sha256:ba8553ef978347d841f81b81a7232f968a161d9ec338e7b0e3c34369ce4bfd8a"}) as unknown as TypedDocumentString<UpdateUserMutation, UpdateUserMutationVariables>;
export const DeleteUserDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteUser($id: ID!, $confirm: String!) {
  deleteUser(id: $id, confirm: $confirm)
}
    `, {"hash":"sha256:540d89d22391ba5f960783729c27e806c873006a3d9aae67f1b9325d9ac8c0dc"}) as unknown as TypedDocumentString<DeleteUserMutation, DeleteUserMutationVariables>;
export const OperationsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Operations($database: ID, $first: Int!, $after: String, $filter: OperationFilter) {
  operations(database: $database, first: $first, after: $after, filter: $filter) {
    nodes {
      ...OperationParts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
    unavailable
    asOf
  }
}
    fragment OperationParts on Operation {
  id
  kind
  kindText
  state
  cancelRequested
  parent
  targetName
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  partition {
    id
  }
  rollup {
    id
    qualifiedName
  }
  requestedBy
  actor
  job
  requestedAt
  startedAt
  finishedAt
  durationMs
  phase
  progress
  rowsDone
  rowsTotal
  bytesDone
  bytesTotal
  error {
    sqlstate
    message
    detail
    hint
  }
  blockedBy {
    pid
    query
  }
  attempt
  version
  cancellable
  retryable
}`, {"hash":"sha256:3891b8ea8953ad74bdc71f324cf37032675b30a072dd6749365d0e73f80b1e0f"}) as unknown as TypedDocumentString<OperationsQuery, OperationsQueryVariables>;
export const OperationDetailDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OperationDetail($id: ID!) {
  operation(id: $id) {
    ...OperationParts
    options
    result
    children {
      ...OperationParts
    }
  }
}
    fragment OperationParts on Operation {
  id
  kind
  kindText
  state
  cancelRequested
  parent
  targetName
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  partition {
    id
  }
  rollup {
    id
    qualifiedName
  }
  requestedBy
  actor
  job
  requestedAt
  startedAt
  finishedAt
  durationMs
  phase
  progress
  rowsDone
  rowsTotal
  bytesDone
  bytesTotal
  error {
    sqlstate
    message
    detail
    hint
  }
  blockedBy {
    pid
    query
  }
  attempt
  version
  cancellable
  retryable
}`, {"hash":"sha256:8d31301fac5311b0e690db50a7814035b3622b0ee6fe3a28c568feb512829c89"}) as unknown as TypedDocumentString<OperationDetailQuery, OperationDetailQueryVariables>;
export const OperationChangedDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription OperationChanged($database: ID, $series: ID, $ids: [ID!]) {
  operationChanged(database: $database, series: $series, ids: $ids) {
    type
    source
    asOf
    operations {
      ...OperationParts
    }
  }
}
    fragment OperationParts on Operation {
  id
  kind
  kindText
  state
  cancelRequested
  parent
  targetName
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  partition {
    id
  }
  rollup {
    id
    qualifiedName
  }
  requestedBy
  actor
  job
  requestedAt
  startedAt
  finishedAt
  durationMs
  phase
  progress
  rowsDone
  rowsTotal
  bytesDone
  bytesTotal
  error {
    sqlstate
    message
    detail
    hint
  }
  blockedBy {
    pid
    query
  }
  attempt
  version
  cancellable
  retryable
}`, {"hash":"sha256:f562281635165eff8bcf4c12d180ac4a1a58d9793d604025776dcc734dfde416"}) as unknown as TypedDocumentString<OperationChangedSubscription, OperationChangedSubscriptionVariables>;
export const CancelOperationDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CancelOperation($operation: ID!, $dryRun: Boolean!, $idempotencyKey: String) {
  cancelOperation(
    operation: $operation
    dryRun: $dryRun
    idempotencyKey: $idempotencyKey
  ) {
    ...OperationAnswer
  }
}
    fragment OperationParts on Operation {
  id
  kind
  kindText
  state
  cancelRequested
  parent
  targetName
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  partition {
    id
  }
  rollup {
    id
    qualifiedName
  }
  requestedBy
  actor
  job
  requestedAt
  startedAt
  finishedAt
  durationMs
  phase
  progress
  rowsDone
  rowsTotal
  bytesDone
  bytesTotal
  error {
    sqlstate
    message
    detail
    hint
  }
  blockedBy {
    pid
    query
  }
  attempt
  version
  cancellable
  retryable
}
fragment OperationAnswer on OperationPayload {
  sql
  dryRun
  replayed
  targets
  operation {
    ...OperationParts
  }
}`, {"hash":"sha256:9a4b05a64350bfa923a407b6f869f831965756847b08a65c321b069fe0a702ce"}) as unknown as TypedDocumentString<CancelOperationMutation, CancelOperationMutationVariables>;
export const RetryOperationDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RetryOperation($operation: ID!, $dryRun: Boolean!, $idempotencyKey: String) {
  retryOperation(
    operation: $operation
    dryRun: $dryRun
    idempotencyKey: $idempotencyKey
  ) {
    ...OperationAnswer
  }
}
    fragment OperationParts on Operation {
  id
  kind
  kindText
  state
  cancelRequested
  parent
  targetName
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  partition {
    id
  }
  rollup {
    id
    qualifiedName
  }
  requestedBy
  actor
  job
  requestedAt
  startedAt
  finishedAt
  durationMs
  phase
  progress
  rowsDone
  rowsTotal
  bytesDone
  bytesTotal
  error {
    sqlstate
    message
    detail
    hint
  }
  blockedBy {
    pid
    query
  }
  attempt
  version
  cancellable
  retryable
}
fragment OperationAnswer on OperationPayload {
  sql
  dryRun
  replayed
  targets
  operation {
    ...OperationParts
  }
}`, {"hash":"sha256:627d6b1b109912e2686348a53ce84caf3490061fe70ec34389b0b0466acc6f8e"}) as unknown as TypedDocumentString<RetryOperationMutation, RetryOperationMutationVariables>;
export const ShellDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Shell {
  viewer {
    name
    kind
    role
    homeUnavailable
  }
  databases {
    id
    name
    address
    state
    stateMessage
    stateRemedy
    readable
    writable
    serverVersion
    extensionVersion
    liveSource
    worker {
      preloaded
      launcherPid
      paused
      foreignCluster
      heartbeatAt
    }
  }
}
    `, {"hash":"sha256:ee1ef9819020ab669be6769982d37f8242477f9804ae53992b72162ac1e34abf"}) as unknown as TypedDocumentString<ShellQuery, ShellQueryVariables>;
export const ViewerDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Viewer {
  viewer {
    name
    kind
    role
    homeUnavailable
  }
}
    `, {"hash":"sha256:157afb7e2f79f6ee15b1008027e692bcb375ca83731d510e84a3384354acc97b"}) as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;
export const OverviewDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Overview($database: ID) {
  asOf
  databases {
    id
    name
    address
    state
    stateMessage
    stateRemedy
    stateSince
    readable
    totals {
      series
      partitions
      sealedPartitions
      rows
      bytes
      sealedBytes
      bytesBefore
      savedBytes
      ratio
      lateFraction
      sealDue
      defaultRows
      failingJobs
      overdueJobs
      pendingInvalidations
      activeOperations
      slowQueries
    }
    worker {
      preloaded
      launcherPid
      workerPid
      helpers
      maxWorkers
      paused
      heartbeatAt
    }
    disk {
      path
      totalBytes
      freeBytes
    }
  }
  attention(database: $database) {
    ...AttentionParts
  }
}
    fragment AttentionParts on AttentionItem {
  id
  rule
  severity
  title
  evidence
  value
  threshold
  since
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  rollup {
    id
    qualifiedName
  }
  job {
    id
    series {
      id
      qualifiedName
    }
    rollup {
      id
      qualifiedName
    }
  }
  operation {
    id
  }
  remedy {
    label
    mutation
    arguments
    sql
    role
    destructive
  }
}`, {"hash":"sha256:41fcd9d9ce8fca30e62bc4a216e420c0df16593cbb338e4a6befdad18cae319a"}) as unknown as TypedDocumentString<OverviewQuery, OverviewQueryVariables>;
export const AttentionRulesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AttentionRules {
  attentionRules {
    id
    severity
    description
    unit
    threshold
    setting
  }
}
    `, {"hash":"sha256:ac4baa9f3a197a3872b760aa54f8ffe862ace2c41baf927a89b6aedefb08c46b"}) as unknown as TypedDocumentString<AttentionRulesQuery, AttentionRulesQueryVariables>;
export const PauseAllDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation PauseAll($database: ID!, $dryRun: Boolean!, $idempotencyKey: String) {
  pauseAll(database: $database, dryRun: $dryRun, idempotencyKey: $idempotencyKey) {
    ...DatabaseAnswer
  }
}
    fragment DatabaseAnswer on DatabasePayload {
  sql
  dryRun
  replayed
  database {
    id
    worker {
      paused
    }
  }
}`, {"hash":"sha256:b157624ae31a7acf19171da850265dc386beaa14b98f6f7945093a6e54a07070"}) as unknown as TypedDocumentString<PauseAllMutation, PauseAllMutationVariables>;
export const ResumeAllDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ResumeAll($database: ID!, $dryRun: Boolean!, $idempotencyKey: String) {
  resumeAll(database: $database, dryRun: $dryRun, idempotencyKey: $idempotencyKey) {
    ...DatabaseAnswer
  }
}
    fragment DatabaseAnswer on DatabasePayload {
  sql
  dryRun
  replayed
  database {
    id
    worker {
      paused
    }
  }
}`, {"hash":"sha256:44315df2f3eb3e943c55a3f37a56ff3153abfe33e97267fb645ca9775f43c787"}) as unknown as TypedDocumentString<ResumeAllMutation, ResumeAllMutationVariables>;
export const ResumeJobsDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ResumeJobs($database: ID!, $dryRun: Boolean!, $idempotencyKey: String) {
  resumeJobs(
    database: $database
    dryRun: $dryRun
    idempotencyKey: $idempotencyKey
  ) {
    ...DatabaseAnswer
  }
}
    fragment DatabaseAnswer on DatabasePayload {
  sql
  dryRun
  replayed
  database {
    id
    worker {
      paused
    }
  }
}`, {"hash":"sha256:16c5fd680f679965dab0ad7381be24fac7588ec42eb3a873f16e014a13ca4152"}) as unknown as TypedDocumentString<ResumeJobsMutation, ResumeJobsMutationVariables>;
export const PartitionDetailDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PartitionDetail($id: ID!) {
  partition(id: $id) {
    ...PartitionRow
    schema
    database {
      id
      name
    }
    series {
      id
      qualifiedName
      timeColumn
      timeType
      integerTime
      sealing {
        enabled
        resealFraction
      }
    }
    operations(first: 20) {
      nodes {
        ...OperationParts
      }
    }
    history {
      at
      state
      lateFraction
    }
  }
}
    fragment OperationParts on Operation {
  id
  kind
  kindText
  state
  cancelRequested
  parent
  targetName
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  partition {
    id
  }
  rollup {
    id
    qualifiedName
  }
  requestedBy
  actor
  job
  requestedAt
  startedAt
  finishedAt
  durationMs
  phase
  progress
  rowsDone
  rowsTotal
  bytesDone
  bytesTotal
  error {
    sqlstate
    message
    detail
    hint
  }
  blockedBy {
    pid
    query
  }
  attempt
  version
  cancellable
  retryable
}
fragment PartitionRow on Partition {
  id
  name
  qualifiedName
  state
  rangeFrom
  rangeTo
  lo
  hi
  loValue
  hiValue
  rows
  bytes
  bytesBefore
  ratio
  lateRows
  supersededRows
  lateFraction
  sealedAt
  sealDueAt
  due
  codec
  orderKey
  collationStale
  measuredAt
  lastOperation {
    id
    kind
    state
    progress
  }
}`, {"hash":"sha256:f36f79f4c16a388466e97b21a1bbc792283a819208f06c336c544c16b3948c3d"}) as unknown as TypedDocumentString<PartitionDetailQuery, PartitionDetailQueryVariables>;
export const PartitionColumnsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PartitionColumns($id: ID!) {
  partition(id: $id) {
    id
    columns {
      name
      type
      encodings
      pages
      bytes
      rawBytes
      ratio
      nullCount
    }
  }
}
    `, {"hash":"sha256:1ad44519a54fef53afb5dc3fe0efd8ca8e8573df57722915816d3e358f144465"}) as unknown as TypedDocumentString<PartitionColumnsQuery, PartitionColumnsQueryVariables>;
export const PartitionRowGroupsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PartitionRowGroups($id: ID!, $first: Int!, $skip: Int!) {
  partition(id: $id) {
    id
    rowGroups(first: $first, skip: $skip) {
      rowGroup
      firstRow
      rows
      minTime
      maxTime
      firstKey
      lastKey
      bytes
      superseded
    }
  }
}
    `, {"hash":"sha256:1e95695a296d333b874b7b2ac73d30f375ce6de7a30876f4ae3476c7f14c67dc"}) as unknown as TypedDocumentString<PartitionRowGroupsQuery, PartitionRowGroupsQueryVariables>;
export const SealDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation Seal($partition: ID!, $dryRun: Boolean!, $idempotencyKey: String) {
  seal(partition: $partition, dryRun: $dryRun, idempotencyKey: $idempotencyKey) {
    ...OperationAnswer
  }
}
    fragment OperationParts on Operation {
  id
  kind
  kindText
  state
  cancelRequested
  parent
  targetName
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  partition {
    id
  }
  rollup {
    id
    qualifiedName
  }
  requestedBy
  actor
  job
  requestedAt
  startedAt
  finishedAt
  durationMs
  phase
  progress
  rowsDone
  rowsTotal
  bytesDone
  bytesTotal
  error {
    sqlstate
    message
    detail
    hint
  }
  blockedBy {
    pid
    query
  }
  attempt
  version
  cancellable
  retryable
}
fragment OperationAnswer on OperationPayload {
  sql
  dryRun
  replayed
  targets
  operation {
    ...OperationParts
  }
}`, {"hash":"sha256:77a060d13247aadd9f0a7d27037ba3b6186170aad95e8016d52457c68220389a"}) as unknown as TypedDocumentString<SealMutation, SealMutationVariables>;
export const ResealDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation Reseal($partition: ID!, $dryRun: Boolean!, $idempotencyKey: String) {
  reseal(partition: $partition, dryRun: $dryRun, idempotencyKey: $idempotencyKey) {
    ...OperationAnswer
  }
}
    fragment OperationParts on Operation {
  id
  kind
  kindText
  state
  cancelRequested
  parent
  targetName
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  partition {
    id
  }
  rollup {
    id
    qualifiedName
  }
  requestedBy
  actor
  job
  requestedAt
  startedAt
  finishedAt
  durationMs
  phase
  progress
  rowsDone
  rowsTotal
  bytesDone
  bytesTotal
  error {
    sqlstate
    message
    detail
    hint
  }
  blockedBy {
    pid
    query
  }
  attempt
  version
  cancellable
  retryable
}
fragment OperationAnswer on OperationPayload {
  sql
  dryRun
  replayed
  targets
  operation {
    ...OperationParts
  }
}`, {"hash":"sha256:52f3949a107e4e231f1f78e203e1b7d20085d8a4cb62259fabc684ddd4f670de"}) as unknown as TypedDocumentString<ResealMutation, ResealMutationVariables>;
export const UnsealDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation Unseal($partition: ID!, $dryRun: Boolean!, $idempotencyKey: String) {
  unseal(partition: $partition, dryRun: $dryRun, idempotencyKey: $idempotencyKey) {
    ...OperationAnswer
  }
}
    fragment OperationParts on Operation {
  id
  kind
  kindText
  state
  cancelRequested
  parent
  targetName
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  partition {
    id
  }
  rollup {
    id
    qualifiedName
  }
  requestedBy
  actor
  job
  requestedAt
  startedAt
  finishedAt
  durationMs
  phase
  progress
  rowsDone
  rowsTotal
  bytesDone
  bytesTotal
  error {
    sqlstate
    message
    detail
    hint
  }
  blockedBy {
    pid
    query
  }
  attempt
  version
  cancellable
  retryable
}
fragment OperationAnswer on OperationPayload {
  sql
  dryRun
  replayed
  targets
  operation {
    ...OperationParts
  }
}`, {"hash":"sha256:d0d4b59d629152bfa573f12bc69085b2a9eb69790ec604724ee6e6e2d90dce69"}) as unknown as TypedDocumentString<UnsealMutation, UnsealMutationVariables>;
export const BulkPartitionsDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation BulkPartitions($kind: BulkKind!, $series: ID!, $partitions: [ID!], $filter: PartitionFilter, $expectedCount: Int, $dryRun: Boolean!, $idempotencyKey: String) {
  bulkPartitions(
    kind: $kind
    series: $series
    partitions: $partitions
    filter: $filter
    expectedCount: $expectedCount
    dryRun: $dryRun
    idempotencyKey: $idempotencyKey
  ) {
    ...OperationAnswer
  }
}
    fragment OperationParts on Operation {
  id
  kind
  kindText
  state
  cancelRequested
  parent
  targetName
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  partition {
    id
  }
  rollup {
    id
    qualifiedName
  }
  requestedBy
  actor
  job
  requestedAt
  startedAt
  finishedAt
  durationMs
  phase
  progress
  rowsDone
  rowsTotal
  bytesDone
  bytesTotal
  error {
    sqlstate
    message
    detail
    hint
  }
  blockedBy {
    pid
    query
  }
  attempt
  version
  cancellable
  retryable
}
fragment OperationAnswer on OperationPayload {
  sql
  dryRun
  replayed
  targets
  operation {
    ...OperationParts
  }
}`, {"hash":"sha256:1c35078603b51eeb9d375b816a8f91f040aee92d042764de03147978aa30e389"}) as unknown as TypedDocumentString<BulkPartitionsMutation, BulkPartitionsMutationVariables>;
export const EstimateSealDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation EstimateSeal($partition: ID!) {
  estimateSeal(partition: $partition) {
    sql
    estimate {
      rows
      bytesBefore
      bytesAfter
      ratio
      orderKey
      sampledRows
    }
  }
}
    `, {"hash":"sha256:4dd3f893efd12ce751590d632fa2ff8f6440b023f14947d4294daca046653633"}) as unknown as TypedDocumentString<EstimateSealMutation, EstimateSealMutationVariables>;
export const CheckPartitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CheckPartition($partition: ID!) {
  checkPartition(partition: $partition) {
    sql
    sound
    problems {
      rowGroup
      column
      block
      problem
    }
  }
}
    `, {"hash":"sha256:42b43b061ead08682a0060382b2d1ecd767d8509f6d1e917e78255934ec2b5b8"}) as unknown as TypedDocumentString<CheckPartitionMutation, CheckPartitionMutationVariables>;
export const SeriesRollupsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query SeriesRollups($id: ID!) {
  series(id: $id) {
    id
    qualifiedName
    oldest
    newest
    integerTime
    rollups {
      ...RollupParts
      invalidations(first: 400) {
        totalCount
        nodes {
          ...InvalidationParts
        }
      }
    }
  }
}
    fragment RollupParts on Rollup {
  id
  qualifiedName
  schema
  name
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  source
  sourceRollup {
    id
    qualifiedName
  }
  bucket
  bucketWidth
  timeZone
  selectList
  groupBy
  watermark
  watermarkValue
  floor
  floorValue
  pendingPairs
  pendingBuckets
  pendingRanges
  pending
  pendingSince
  materializedBuckets
  rows
  bytes
  lastRefresh
  lastRefreshMs
  lastRefreshRows
  lastRefreshBuckets
  estimateMs
  retention
  retentionWidth
  triggersEnabled
  measuredAt
}
fragment InvalidationParts on Invalidation {
  id
  kind
  lo
  hi
  loValue
  hiValue
  groupKey
  cause
  rows
  createdAt
}`, {"hash":"sha256:fbf642d72212b6dc6b325a5c9144975e9606ff51adb8bec5e80698ee388ef248"}) as unknown as TypedDocumentString<SeriesRollupsQuery, SeriesRollupsQueryVariables>;
export const RollupDetailDocument = /*#__PURE__*/ new TypedDocumentString(`
    query RollupDetail($id: ID!, $after: String) {
  rollup(id: $id) {
    ...RollupParts
    series {
      oldest
      newest
      integerTime
    }
    jobs {
      ...JobParts
    }
    invalidations(first: 500, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        ...InvalidationParts
      }
    }
    operations(first: 20) {
      nodes {
        ...OperationParts
      }
    }
  }
}
    fragment OperationParts on Operation {
  id
  kind
  kindText
  state
  cancelRequested
  parent
  targetName
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  partition {
    id
  }
  rollup {
    id
    qualifiedName
  }
  requestedBy
  actor
  job
  requestedAt
  startedAt
  finishedAt
  durationMs
  phase
  progress
  rowsDone
  rowsTotal
  bytesDone
  bytesTotal
  error {
    sqlstate
    message
    detail
    hint
  }
  blockedBy {
    pid
    query
  }
  attempt
  version
  cancellable
  retryable
}
fragment RollupParts on Rollup {
  id
  qualifiedName
  schema
  name
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  source
  sourceRollup {
    id
    qualifiedName
  }
  bucket
  bucketWidth
  timeZone
  selectList
  groupBy
  watermark
  watermarkValue
  floor
  floorValue
  pendingPairs
  pendingBuckets
  pendingRanges
  pending
  pendingSince
  materializedBuckets
  rows
  bytes
  lastRefresh
  lastRefreshMs
  lastRefreshRows
  lastRefreshBuckets
  estimateMs
  retention
  retentionWidth
  triggersEnabled
  measuredAt
}
fragment InvalidationParts on Invalidation {
  id
  kind
  lo
  hi
  loValue
  hiValue
  groupKey
  cause
  rows
  createdAt
}
fragment JobParts on Job {
  id
  kind
  relationName
  owner
  schedule
  enabled
  pausedReason
  nextRun
  lastRun
  lastFinish
  lastStatus
  lastError
  lastDurationMs
  runs
  failures
  running
  overdue
  settingsVersion
  rollup {
    id
    qualifiedName
  }
}`, {"hash":"sha256:216c59d8a9cb5761728871d6d0356067a79cd386c4ff2a82fa9302d9379f080d"}) as unknown as TypedDocumentString<RollupDetailQuery, RollupDetailQueryVariables>;
export const CreateRollupDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateRollup($input: CreateRollupInput!, $dryRun: Boolean!, $idempotencyKey: String) {
  createRollup(input: $input, dryRun: $dryRun, idempotencyKey: $idempotencyKey) {
    ...RollupAnswer
  }
}
    fragment RollupAnswer on RollupPayload {
  sql
  dryRun
  replayed
  rollup {
    id
  }
}`, {"hash":"sha256:e0c384a128a16a541552e79d2355e4a2592698d53d591f383a30b43f2def2cb9"}) as unknown as TypedDocumentString<CreateRollupMutation, CreateRollupMutationVariables>;
export const RefreshRollupDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RefreshRollup($rollup: ID!, $from: String, $to: String, $dryRun: Boolean!, $idempotencyKey: String) {
  refreshRollup(
    rollup: $rollup
    from: $from
    to: $to
    dryRun: $dryRun
    idempotencyKey: $idempotencyKey
  ) {
    ...OperationAnswer
  }
}
    fragment OperationParts on Operation {
  id
  kind
  kindText
  state
  cancelRequested
  parent
  targetName
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  partition {
    id
  }
  rollup {
    id
    qualifiedName
  }
  requestedBy
  actor
  job
  requestedAt
  startedAt
  finishedAt
  durationMs
  phase
  progress
  rowsDone
  rowsTotal
  bytesDone
  bytesTotal
  error {
    sqlstate
    message
    detail
    hint
  }
  blockedBy {
    pid
    query
  }
  attempt
  version
  cancellable
  retryable
}
fragment OperationAnswer on OperationPayload {
  sql
  dryRun
  replayed
  targets
  operation {
    ...OperationParts
  }
}`, {"hash":"sha256:321b7fa0bf7f5a1498827ecdf422f5f69bad07bb7505ee570f7d9086167706f8"}) as unknown as TypedDocumentString<RefreshRollupMutation, RefreshRollupMutationVariables>;
export const SetRollupRetentionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SetRollupRetention($rollup: ID!, $keep: String, $confirm: String, $dryRun: Boolean!, $idempotencyKey: String) {
  setRollupRetention(
    rollup: $rollup
    keep: $keep
    confirm: $confirm
    dryRun: $dryRun
    idempotencyKey: $idempotencyKey
  ) {
    ...RollupAnswer
  }
}
    fragment RollupAnswer on RollupPayload {
  sql
  dryRun
  replayed
  rollup {
    id
  }
}`, {"hash":"sha256:c7c2c910f48da1d03a7d14cbb64cf2f5fcb2a94dbd69a1556c6383eaff7aa3ec"}) as unknown as TypedDocumentString<SetRollupRetentionMutation, SetRollupRetentionMutationVariables>;
export const DropRollupDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DropRollup($rollup: ID!, $confirm: String, $expect: DropExpectation, $dryRun: Boolean!, $idempotencyKey: String) {
  dropRollup(
    rollup: $rollup
    confirm: $confirm
    expect: $expect
    dryRun: $dryRun
    idempotencyKey: $idempotencyKey
  ) {
    ...DropAnswer
  }
}
    fragment DropAnswer on DropPayload {
  sql
  dryRun
  replayed
  effect {
    partitions
    rows
    bytes
    from
    to
    names
    notRolledUp
    dependents
  }
}`, {"hash":"sha256:e614d6f32caf4809875f3570c1d426cfc970800b519079f4e1d013d68f8c9457"}) as unknown as TypedDocumentString<DropRollupMutation, DropRollupMutationVariables>;
export const SeriesListDocument = /*#__PURE__*/ new TypedDocumentString(`
    query SeriesList($database: ID, $first: Int!, $after: String, $filter: SeriesFilter, $order: SeriesOrder) {
  seriesList(
    database: $database
    first: $first
    after: $after
    filter: $filter
    order: $order
  ) {
    nodes {
      id
      qualifiedName
      schema
      name
      database {
        id
        name
      }
      timeColumn
      timeType
      integerTime
      partitionCount
      livePartitions
      sealedPartitions
      defaultRows
      rows
      bytes
      sealedBytes
      bytesBefore
      ratio
      lateFraction
      worstLateFraction
      sealDue
      oldest
      newest
      measuredAt
      sealing {
        enabled
        resealFraction
      }
      strip(buckets: 60, withRows: true) {
        ...StripParts
      }
      rollups {
        id
        pending
      }
      queryTimings(points: 1) {
        points {
          calls
          p95Ms
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
    unavailable
    asOf
  }
}
    fragment StripParts on PartitionStrip {
  from
  to
  fromValue
  toValue
  partitions
  resealFraction
  asOf
  slices {
    index
    lo
    hi
    loValue
    hiValue
    live
    sealed
    spread
    foreign
    due
    rows
    bytes
    worstLateFraction
    partition
  }
}`, {"hash":"sha256:13428e529b212cfcde51b0ad0ac3e7387834afcfb0ccb6c6c684b1c727eaae88"}) as unknown as TypedDocumentString<SeriesListQuery, SeriesListQueryVariables>;
export const SeriesNamesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query SeriesNames($search: String) {
  seriesList(first: 50, filter: {search: $search}) {
    nodes {
      id
      qualifiedName
      database {
        id
        name
      }
    }
  }
}
    `, {"hash":"sha256:cd9510c5bfe9182dff778922f07aa4b95451aef588f9fcc36c0213c87f4fd353"}) as unknown as TypedDocumentString<SeriesNamesQuery, SeriesNamesQueryVariables>;
export const SeriesHeadDocument = /*#__PURE__*/ new TypedDocumentString(`
    query SeriesHead($id: ID!) {
  series(id: $id) {
    id
    qualifiedName
    schema
    name
    owner
    database {
      id
      name
      writable
    }
    timeColumn
    timeType
    integerTime
    partitionInterval
    partitionWidth
    premake
    spaceColumn
    spacePartitions
    partitionCount
    livePartitions
    sealedPartitions
    hasDefault
    defaultRows
    defaultBytes
    rows
    bytes
    sealedBytes
    bytesBefore
    ratio
    lateRows
    supersededRows
    lateFraction
    worstLateFraction
    sealDue
    oldest
    newest
    measuredAt
    settingsVersion
    sealing {
      enabled
      after
      afterWidth
      codec
      orderBy
      keepIndexes
      resealFraction
    }
    retention {
      enabled
      keep
      keepWidth
    }
    rollups {
      id
      pending
    }
    attention {
      ...AttentionParts
    }
  }
}
    fragment AttentionParts on AttentionItem {
  id
  rule
  severity
  title
  evidence
  value
  threshold
  since
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  rollup {
    id
    qualifiedName
  }
  job {
    id
    series {
      id
      qualifiedName
    }
    rollup {
      id
      qualifiedName
    }
  }
  operation {
    id
  }
  remedy {
    label
    mutation
    arguments
    sql
    role
    destructive
  }
}`, {"hash":"sha256:cbf0e95b34fcbcd1a49992bc6ecb1e58661715dbf8b8f97731dcbf96ca221f25"}) as unknown as TypedDocumentString<SeriesHeadQuery, SeriesHeadQueryVariables>;
export const SeriesStripDocument = /*#__PURE__*/ new TypedDocumentString(`
    query SeriesStrip($id: ID!, $buckets: Int!, $from: String, $to: String) {
  series(id: $id) {
    id
    strip(buckets: $buckets, from: $from, to: $to) {
      ...StripParts
    }
  }
}
    fragment StripParts on PartitionStrip {
  from
  to
  fromValue
  toValue
  partitions
  resealFraction
  asOf
  slices {
    index
    lo
    hi
    loValue
    hiValue
    live
    sealed
    spread
    foreign
    due
    rows
    bytes
    worstLateFraction
    partition
  }
}`, {"hash":"sha256:74f088bae2892841f49bd69aef2513fd9336e2e8dd738718c08c748af19368e5"}) as unknown as TypedDocumentString<SeriesStripQuery, SeriesStripQueryVariables>;
export const SeriesPartitionsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query SeriesPartitions($id: ID!, $first: Int!, $after: String, $filter: PartitionFilter, $order: PartitionOrder) {
  series(id: $id) {
    id
    partitions(first: $first, after: $after, filter: $filter, order: $order) {
      nodes {
        ...PartitionRow
      }
      pageInfo {
        hasNextPage
        endCursor
      }
      totalCount
      totalBytes
      asOf
    }
  }
}
    fragment PartitionRow on Partition {
  id
  name
  qualifiedName
  state
  rangeFrom
  rangeTo
  lo
  hi
  loValue
  hiValue
  rows
  bytes
  bytesBefore
  ratio
  lateRows
  supersededRows
  lateFraction
  sealedAt
  sealDueAt
  due
  codec
  orderKey
  collationStale
  measuredAt
  lastOperation {
    id
    kind
    state
    progress
  }
}`, {"hash":"sha256:347c7491d100e6336efcf454f6cb9ae6029fab74b02b72815d07fc2e91c909d7"}) as unknown as TypedDocumentString<SeriesPartitionsQuery, SeriesPartitionsQueryVariables>;
export const SeriesCompressionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query SeriesCompression($id: ID!, $from: DateTime, $to: DateTime) {
  series(id: $id) {
    id
    bytes
    sealedBytes
    bytesBefore
    ratio
    history(from: $from, to: $to) {
      resolution
      points {
        at
        bytes
        sealedBytes
        bytesBefore
        ratio
        sealedPartitions
      }
    }
    partitions(
      first: 400
      filter: {states: [SEALED]}
      order: {by: RANGE, direction: DESC}
    ) {
      totalCount
      nodes {
        id
        name
        lo
        hi
        loValue
        hiValue
        bytes
        bytesBefore
        ratio
        rows
      }
    }
  }
}
    `, {"hash":"sha256:70a01ffbe09f11a3c470414cb061e4f4cd3ebb82c1892ec0ac8777342dfd87c2"}) as unknown as TypedDocumentString<SeriesCompressionQuery, SeriesCompressionQueryVariables>;
export const SeriesColumnBytesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query SeriesColumnBytes($id: ID!, $first: Int!) {
  series(id: $id) {
    id
    partitions(
      first: $first
      filter: {states: [SEALED]}
      order: {by: RANGE, direction: DESC}
    ) {
      totalCount
      nodes {
        id
        columns {
          name
          type
          encodings
          bytes
          rawBytes
          nullCount
        }
      }
    }
  }
}
    `, {"hash":"sha256:840505a65277f13e7329a3a2b59e98d562f595f47891009397887daf8ab7b035"}) as unknown as TypedDocumentString<SeriesColumnBytesQuery, SeriesColumnBytesQueryVariables>;
export const SeriesLateDocument = /*#__PURE__*/ new TypedDocumentString(`
    query SeriesLate($id: ID!, $from: DateTime, $to: DateTime) {
  series(id: $id) {
    id
    measuredAt
    lateRows
    supersededRows
    lateFraction
    worstLateFraction
    sealing {
      resealFraction
    }
    history(from: $from, to: $to) {
      resolution
      points {
        at
        lateFraction
        worstLateFraction
      }
    }
    partitions(
      first: 400
      filter: {states: [SEALED], minLateFraction: 0.0000001}
      order: {by: LATE_FRACTION, direction: DESC}
    ) {
      totalCount
      nodes {
        ...PartitionRow
      }
    }
  }
}
    fragment PartitionRow on Partition {
  id
  name
  qualifiedName
  state
  rangeFrom
  rangeTo
  lo
  hi
  loValue
  hiValue
  rows
  bytes
  bytesBefore
  ratio
  lateRows
  supersededRows
  lateFraction
  sealedAt
  sealDueAt
  due
  codec
  orderKey
  collationStale
  measuredAt
  lastOperation {
    id
    kind
    state
    progress
  }
}`, {"hash":"sha256:1738c83663091c149653d5ec25d9cd8eeab40a52b9abe1053a949c28929c40e5"}) as unknown as TypedDocumentString<SeriesLateQuery, SeriesLateQueryVariables>;
export const SeriesQueriesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query SeriesQueries($id: ID!, $from: DateTime, $to: DateTime, $order: QueryOrder, $first: Int!, $after: String) {
  series(id: $id) {
    id
    queryTimings(from: $from, to: $to, points: 180) {
      stepSeconds
      from
      to
      points {
        at
        calls
        totalMs
        meanMs
        p50Ms
        p95Ms
        p99Ms
        groupsRead
        groupsSkipped
      }
    }
    topQueries(first: $first, after: $after, order: $order) {
      totalCount
      asOf
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        id
        queryId
        query
        user
        calls
        totalMs
        meanMs
        minMs
        maxMs
        p50Ms
        p95Ms
        p99Ms
        rows
        paths
        groupsRead
        groupsSkipped
        skippedFraction
        partitionsRead
        partitionsTotal
        readsEveryPartition
        lastCall
      }
    }
  }
}
    `, {"hash":"sha256:20f3315a305d83267a1993257adb085236e1aa563d263e80dee58d17f14425a1"}) as unknown as TypedDocumentString<SeriesQueriesQuery, SeriesQueriesQueryVariables>;
export const SeriesJobsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query SeriesJobs($id: ID!) {
  series(id: $id) {
    id
    jobs {
      ...JobParts
    }
    rollups {
      id
      jobs {
        ...JobParts
      }
    }
  }
}
    fragment JobParts on Job {
  id
  kind
  relationName
  owner
  schedule
  enabled
  pausedReason
  nextRun
  lastRun
  lastFinish
  lastStatus
  lastError
  lastDurationMs
  runs
  failures
  running
  overdue
  settingsVersion
  rollup {
    id
    qualifiedName
  }
}`, {"hash":"sha256:3c6d4c1c4b9e11699bc5b328db7360f2d9fb635804ae0dd097042780d894d44d"}) as unknown as TypedDocumentString<SeriesJobsQuery, SeriesJobsQueryVariables>;
export const JobHistoryDocument = /*#__PURE__*/ new TypedDocumentString(`
    query JobHistory($id: ID!) {
  job(id: $id) {
    id
    history(first: 30) {
      id
      operation
      startedAt
      finishedAt
      status
      error
    }
  }
}
    `, {"hash":"sha256:17f7bff2293b8f7b3f5c31a50a57bbddef70a7952bcc02414a6a61aeee1b5c92"}) as unknown as TypedDocumentString<JobHistoryQuery, JobHistoryQueryVariables>;
export const SeriesColumnsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query SeriesColumns($id: ID!) {
  series(id: $id) {
    id
    columns {
      name
      type
      nullable
      timeLike
    }
  }
}
    `, {"hash":"sha256:ec08200c8c904c2eda20fa3aa724c3f1bc099d76baeea30cc15bce86095938a7"}) as unknown as TypedDocumentString<SeriesColumnsQuery, SeriesColumnsQueryVariables>;
export const ConvertibleTablesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ConvertibleTables($database: ID!, $search: String) {
  database(id: $database) {
    id
    tables(search: $search, convertible: true) {
      id
      schema
      name
      qualifiedName
      kind
      rows
      bytes
      columns {
        name
        type
        nullable
        timeLike
      }
    }
  }
}
    `, {"hash":"sha256:f7308ea06b72c6f9e5d7d0fd00e176edbc7b3cd5338ebc2580b7dcccabacdcde"}) as unknown as TypedDocumentString<ConvertibleTablesQuery, ConvertibleTablesQueryVariables>;
export const SeriesChangedDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription SeriesChanged($database: ID, $series: ID) {
  seriesChanged(database: $database, series: $series) {
    type
    removed
    source
    series {
      id
    }
  }
}
    `, {"hash":"sha256:a0d410c66129138a4558d84893d7942943315d93c679b2784a33633853287ce4"}) as unknown as TypedDocumentString<SeriesChangedSubscription, SeriesChangedSubscriptionVariables>;
export const CreateSeriesDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateSeries($input: CreateSeriesInput!, $dryRun: Boolean!, $idempotencyKey: String) {
  createSeries(input: $input, dryRun: $dryRun, idempotencyKey: $idempotencyKey) {
    ...SeriesAnswer
  }
}
    fragment SeriesAnswer on SeriesPayload {
  sql
  dryRun
  replayed
  partitionsMade
  series {
    id
  }
}`, {"hash":"sha256:0b4bc3450565f862dcdbc2ec7de617442cc091a3a11df20cad3c182172bf2dec"}) as unknown as TypedDocumentString<CreateSeriesMutation, CreateSeriesMutationVariables>;
export const SetSealingDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SetSealing($series: ID!, $after: String, $codec: Codec, $orderBy: [String!], $keepIndexes: Boolean, $ifVersion: String, $dryRun: Boolean!, $idempotencyKey: String) {
  setSealing(
    series: $series
    after: $after
    codec: $codec
    orderBy: $orderBy
    keepIndexes: $keepIndexes
    ifVersion: $ifVersion
    dryRun: $dryRun
    idempotencyKey: $idempotencyKey
  ) {
    ...SeriesAnswer
  }
}
    fragment SeriesAnswer on SeriesPayload {
  sql
  dryRun
  replayed
  partitionsMade
  series {
    id
  }
}`, {"hash":"sha256:b8fa58e9f8707f5b3424d2bb0806809559193005efde5e9b0980cced9ea3feea"}) as unknown as TypedDocumentString<SetSealingMutation, SetSealingMutationVariables>;
export const SetRetentionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SetRetention($series: ID!, $keep: String, $confirm: String, $expect: DropExpectation, $ifVersion: String, $dryRun: Boolean!, $idempotencyKey: String) {
  setRetention(
    series: $series
    keep: $keep
    confirm: $confirm
    expect: $expect
    ifVersion: $ifVersion
    dryRun: $dryRun
    idempotencyKey: $idempotencyKey
  ) {
    ...DropAnswer
  }
}
    fragment DropAnswer on DropPayload {
  sql
  dryRun
  replayed
  effect {
    partitions
    rows
    bytes
    from
    to
    names
    notRolledUp
    dependents
  }
}`, {"hash":"sha256:b7be68341ce253444064bf525a7e9a5dc69890e5ef69d67f5748a2e5127dfe5e"}) as unknown as TypedDocumentString<SetRetentionMutation, SetRetentionMutationVariables>;
export const MakePartitionsDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation MakePartitions($series: ID!, $lo: String!, $hi: String!, $dryRun: Boolean!, $idempotencyKey: String) {
  makePartitions(
    series: $series
    lo: $lo
    hi: $hi
    dryRun: $dryRun
    idempotencyKey: $idempotencyKey
  ) {
    ...SeriesAnswer
  }
}
    fragment SeriesAnswer on SeriesPayload {
  sql
  dryRun
  replayed
  partitionsMade
  series {
    id
  }
}`, {"hash":"sha256:1964628c10ab4bbb74b43da0dde23cba366090938377066fdb6025393f7548e2"}) as unknown as TypedDocumentString<MakePartitionsMutation, MakePartitionsMutationVariables>;
export const DropPartitionsDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DropPartitions($series: ID!, $partitions: [ID!], $before: String, $confirm: String, $expect: DropExpectation, $dryRun: Boolean!, $idempotencyKey: String) {
  dropPartitions(
    series: $series
    partitions: $partitions
    before: $before
    confirm: $confirm
    expect: $expect
    dryRun: $dryRun
    idempotencyKey: $idempotencyKey
  ) {
    ...DropAnswer
  }
}
    fragment DropAnswer on DropPayload {
  sql
  dryRun
  replayed
  effect {
    partitions
    rows
    bytes
    from
    to
    names
    notRolledUp
    dependents
  }
}`, {"hash":"sha256:05e7cddf95012df24920ea6504d9e0a71a4d8db02c4ce4864b22dc861759829d"}) as unknown as TypedDocumentString<DropPartitionsMutation, DropPartitionsMutationVariables>;
export const MigrateSeriesDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation MigrateSeries($series: ID!, $dryRun: Boolean!, $idempotencyKey: String) {
  migrateSeries(series: $series, dryRun: $dryRun, idempotencyKey: $idempotencyKey) {
    ...OperationAnswer
  }
}
    fragment OperationParts on Operation {
  id
  kind
  kindText
  state
  cancelRequested
  parent
  targetName
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  partition {
    id
  }
  rollup {
    id
    qualifiedName
  }
  requestedBy
  actor
  job
  requestedAt
  startedAt
  finishedAt
  durationMs
  phase
  progress
  rowsDone
  rowsTotal
  bytesDone
  bytesTotal
  error {
    sqlstate
    message
    detail
    hint
  }
  blockedBy {
    pid
    query
  }
  attempt
  version
  cancellable
  retryable
}
fragment OperationAnswer on OperationPayload {
  sql
  dryRun
  replayed
  targets
  operation {
    ...OperationParts
  }
}`, {"hash":"sha256:9943c591071abfd6d4ade1a0281e7fbcc589baef00e8c70c3935d52fd32cdef3"}) as unknown as TypedDocumentString<MigrateSeriesMutation, MigrateSeriesMutationVariables>;
export const SealEligibleDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SealEligible($series: ID!, $dryRun: Boolean!, $idempotencyKey: String) {
  sealEligible(series: $series, dryRun: $dryRun, idempotencyKey: $idempotencyKey) {
    ...OperationAnswer
  }
}
    fragment OperationParts on Operation {
  id
  kind
  kindText
  state
  cancelRequested
  parent
  targetName
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  partition {
    id
  }
  rollup {
    id
    qualifiedName
  }
  requestedBy
  actor
  job
  requestedAt
  startedAt
  finishedAt
  durationMs
  phase
  progress
  rowsDone
  rowsTotal
  bytesDone
  bytesTotal
  error {
    sqlstate
    message
    detail
    hint
  }
  blockedBy {
    pid
    query
  }
  attempt
  version
  cancellable
  retryable
}
fragment OperationAnswer on OperationPayload {
  sql
  dryRun
  replayed
  targets
  operation {
    ...OperationParts
  }
}`, {"hash":"sha256:61c1e9475e46f1cdbf7423e6f60af56f753e0b3a39233b04c7a2dbd9bde0df5b"}) as unknown as TypedDocumentString<SealEligibleMutation, SealEligibleMutationVariables>;
export const MeasureSeriesDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation MeasureSeries($series: ID!, $dryRun: Boolean!, $idempotencyKey: String) {
  measureSeries(series: $series, dryRun: $dryRun, idempotencyKey: $idempotencyKey) {
    ...SeriesAnswer
  }
}
    fragment SeriesAnswer on SeriesPayload {
  sql
  dryRun
  replayed
  partitionsMade
  series {
    id
  }
}`, {"hash":"sha256:6546ed4c03b8346932fad9b234a5682e4699023873f5b48b2947248d3614e5df"}) as unknown as TypedDocumentString<MeasureSeriesMutation, MeasureSeriesMutationVariables>;
export const DropSeriesDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DropSeries($series: ID!, $confirm: String, $dryRun: Boolean!, $idempotencyKey: String) {
  dropSeries(
    series: $series
    confirm: $confirm
    dryRun: $dryRun
    idempotencyKey: $idempotencyKey
  ) {
    ...DatabaseAnswer
  }
}
    fragment DatabaseAnswer on DatabasePayload {
  sql
  dryRun
  replayed
  database {
    id
    worker {
      paused
    }
  }
}`, {"hash":"sha256:797033952b0de9741739eca0d86a2ce3cd47fa4e154f7304c8e594b931ff6d77"}) as unknown as TypedDocumentString<DropSeriesMutation, DropSeriesMutationVariables>;
export const RunJobDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RunJob($job: ID!, $dryRun: Boolean!, $idempotencyKey: String) {
  runJob(job: $job, dryRun: $dryRun, idempotencyKey: $idempotencyKey) {
    ...OperationAnswer
  }
}
    fragment OperationParts on Operation {
  id
  kind
  kindText
  state
  cancelRequested
  parent
  targetName
  database {
    id
    name
  }
  series {
    id
    qualifiedName
  }
  partition {
    id
  }
  rollup {
    id
    qualifiedName
  }
  requestedBy
  actor
  job
  requestedAt
  startedAt
  finishedAt
  durationMs
  phase
  progress
  rowsDone
  rowsTotal
  bytesDone
  bytesTotal
  error {
    sqlstate
    message
    detail
    hint
  }
  blockedBy {
    pid
    query
  }
  attempt
  version
  cancellable
  retryable
}
fragment OperationAnswer on OperationPayload {
  sql
  dryRun
  replayed
  targets
  operation {
    ...OperationParts
  }
}`, {"hash":"sha256:031243e734a3ff864edb41334ba964a960cd381856b4349d11876c97e53e52f3"}) as unknown as TypedDocumentString<RunJobMutation, RunJobMutationVariables>;
export const UpdateJobDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateJob($job: ID!, $schedule: Interval, $enabled: Boolean, $nextRun: DateTime, $confirm: String, $expect: DropExpectation, $ifVersion: String, $dryRun: Boolean!, $idempotencyKey: String) {
  updateJob(
    job: $job
    schedule: $schedule
    enabled: $enabled
    nextRun: $nextRun
    confirm: $confirm
    expect: $expect
    ifVersion: $ifVersion
    dryRun: $dryRun
    idempotencyKey: $idempotencyKey
  ) {
    sql
    dryRun
    replayed
    job {
      ...JobParts
    }
    effect {
      partitions
      rows
      bytes
      from
      to
      names
      notRolledUp
      dependents
    }
  }
}
    fragment JobParts on Job {
  id
  kind
  relationName
  owner
  schedule
  enabled
  pausedReason
  nextRun
  lastRun
  lastFinish
  lastStatus
  lastError
  lastDurationMs
  runs
  failures
  running
  overdue
  settingsVersion
  rollup {
    id
    qualifiedName
  }
}`, {"hash":"sha256:a7fceb9d7ba4ae3a227f5aef450df09e42f0da1ef997671e5e2cd0d4bbbe35a1"}) as unknown as TypedDocumentString<UpdateJobMutation, UpdateJobMutationVariables>;
export const ResetQueryStatsDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ResetQueryStats($database: ID!, $series: ID, $dryRun: Boolean!, $idempotencyKey: String) {
  resetQueryStats(
    database: $database
    series: $series
    dryRun: $dryRun
    idempotencyKey: $idempotencyKey
  ) {
    ...DatabaseAnswer
  }
}
    fragment DatabaseAnswer on DatabasePayload {
  sql
  dryRun
  replayed
  database {
    id
    worker {
      paused
    }
  }
}`, {"hash":"sha256:a652367ad64a8f036f24c5f87b27e5bab42cca26a2baaff71d5099b13a4f5212"}) as unknown as TypedDocumentString<ResetQueryStatsMutation, ResetQueryStatsMutationVariables>;
export const CompletionTablesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query CompletionTables($database: ID!) {
  database(id: $database) {
    id
    tables(first: 1000) {
      id
      schema
      name
      qualifiedName
      kind
      isSeries
      columns {
        name
        type
      }
    }
  }
}
    `, {"hash":"sha256:4361e9f2c326d92a9bea9bfcb991c060b4dd94c4dca3d522c1e5541252a2060f"}) as unknown as TypedDocumentString<CompletionTablesQuery, CompletionTablesQueryVariables>;
export const RunSqlDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RunSql($database: ID!, $sql: String!, $maxRows: Int!, $timeoutMs: Int!) {
  runSql(database: $database, sql: $sql, maxRows: $maxRows, timeoutMs: $timeoutMs) {
    columns {
      name
      type
      numeric
      temporal
    }
    rows
    truncated
    durationMs
    command
    warnings
  }
}
    `, {"hash":"sha256:b3fedff603613daa200ee196905d5dcf132a79523fb0f22ac972e48f8f62a4f5"}) as unknown as TypedDocumentString<RunSqlMutation, RunSqlMutationVariables>;
export const ExplainSqlDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ExplainSql($database: ID!, $sql: String!, $analyze: Boolean!, $timeoutMs: Int!) {
  explainSql(
    database: $database
    sql: $sql
    analyze: $analyze
    timeoutMs: $timeoutMs
  ) {
    plan
    text
    executionMs
    planningMs
    partitionsRead
    partitionsTotal
    warnings
  }
}
    `, {"hash":"sha256:515e59904c61647e687436aeffdf454393d312c91b88b91201f75be9dd7977e7"}) as unknown as TypedDocumentString<ExplainSqlMutation, ExplainSqlMutationVariables>;