// Generated from apps/api/schema.graphql. Do not edit.
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { DatabaseModel, SeriesModel, PartitionModel, RollupModel, JobModel, OperationModel, AttentionModel, UserModel, SeriesConnectionModel, PartitionConnectionModel, OperationConnectionModel, InvalidationConnectionModel, QueryStatConnectionModel } from '../modules/models.js';
import type { Context } from '../context.js';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A 64-bit integer as text, so that no digit is lost: "9007199254740993". */
  BigInt: { input: bigint; output: bigint; }
  /**
   * A point in time as RFC 3339 text in UTC with six digits of a second: "2026-11-30T15:04:05.000000Z".
   * A bound may also be "-infinity" or "infinity". Never parse it into a Date where exactness matters.
   */
  DateTime: { input: string; output: string; }
  /** A Postgres interval as text, as Postgres prints it: "7 days", "1 mon", "01:00:00". */
  Interval: { input: string; output: string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
};

/** An API token, without its secret. */
export type ApiToken = {
  /** In force now. */
  active: Scalars['Boolean']['output'];
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** Database ids; NULL: all. */
  databases: Maybe<Array<Scalars['ID']['output']>>;
  /** When it ends by itself; NULL: never. */
  expiresAt: Maybe<Scalars['DateTime']['output']>;
  /** Its id. */
  id: Scalars['ID']['output'];
  /** When it was last used; NULL: never. */
  lastUsedAt: Maybe<Scalars['DateTime']['output']>;
  /** Its name. */
  name: Scalars['String']['output'];
  /** Name of its maker. */
  owner: Maybe<Scalars['String']['output']>;
  /** Its first characters, to tell tokens apart. */
  prefix: Scalars['String']['output'];
  /** When it was revoked; NULL: it was not. */
  revokedAt: Maybe<Scalars['DateTime']['output']>;
  /** Role, never above the maker's now. */
  role: Role;
  /** Kinds of action allowed. */
  scopes: Array<TokenScope>;
};

/** One thing that needs attention. */
export type AttentionItem = {
  /** The database it is in. */
  database: Database;
  /** The figures behind it, one sentence. */
  evidence: Scalars['String']['output'];
  /** Stable while the cause lasts. */
  id: Scalars['ID']['output'];
  /** The job it concerns. */
  job: Maybe<Job>;
  /** The operation it concerns. */
  operation: Maybe<Operation>;
  /** What mends it; NULL when that is not one statement. */
  remedy: Maybe<Remedy>;
  /** The rollup it concerns. */
  rollup: Maybe<Rollup>;
  /** The rule that found it. */
  rule: Scalars['String']['output'];
  /** The series it concerns. */
  series: Maybe<Series>;
  /** How grave. */
  severity: Severity;
  /** Since when, where known. */
  since: Maybe<Scalars['DateTime']['output']>;
  /** The threshold it passed. */
  threshold: Maybe<Scalars['Float']['output']>;
  /** What is wrong, one sentence. */
  title: Scalars['String']['output'];
  /** What was measured, in the unit of the rule; NULL for yes-or-no rules. */
  value: Maybe<Scalars['Float']['output']>;
};

/** A rule. */
export type AttentionRule = {
  /** What it looks at, one sentence. */
  description: Scalars['String']['output'];
  /** Its id. */
  id: Scalars['String']['output'];
  /** Setting that changes the threshold. */
  setting: Maybe<Scalars['String']['output']>;
  /** How grave. */
  severity: Severity;
  /** The threshold in force; NULL for yes-or-no rules. */
  threshold: Maybe<Scalars['Float']['output']>;
  /** Unit of its threshold: fraction, rows, partitions, seconds, milliseconds, count. */
  unit: Maybe<Scalars['String']['output']>;
};

/** A page of the audit log. */
export type AuditConnection = {
  /** Clock of the server that was read, when it was read. */
  asOf: Scalars['DateTime']['output'];
  /** The items of this page, in order. */
  nodes: Array<AuditEntry>;
  /** Where this page stands. */
  pageInfo: PageInfo;
};

/** One act. */
export type AuditEntry = {
  /** Name of the mutation, or signIn, signOut. */
  action: Scalars['String']['output'];
  /** Name of the user or token; NULL when nobody was signed in. */
  actor: Maybe<Scalars['String']['output']>;
  /** user, token or anonymous. */
  actorKind: Scalars['String']['output'];
  /** Address it came from. */
  address: Maybe<Scalars['String']['output']>;
  /** Arguments, secrets left out. */
  arguments: Maybe<Scalars['JSON']['output']>;
  /** When. */
  at: Scalars['DateTime']['output'];
  /** Database id; NULL when it concerns none. */
  database: Maybe<Scalars['ID']['output']>;
  /** From intent to outcome, milliseconds. */
  durationMs: Maybe<Scalars['Float']['output']>;
  /** Code of the failure. */
  errorCode: Maybe<Scalars['String']['output']>;
  /** Why it failed or was refused, one sentence. */
  errorMessage: Maybe<Scalars['String']['output']>;
  /** graphql, rest or command line. */
  face: Scalars['String']['output'];
  /** Its id. */
  id: Scalars['ID']['output'];
  /** The operation that came of it: database.id */
  operation: Maybe<Scalars['ID']['output']>;
  /** How it ended. */
  outcome: AuditOutcome;
  /** Request id, as in the logs. */
  requestId: Maybe<Scalars['String']['output']>;
  /** Role at the time. */
  role: Maybe<Role>;
  /** The exact SQL. */
  sql: Array<Scalars['String']['output']>;
  /** What it acted on, by name. */
  target: Maybe<Scalars['String']['output']>;
};

/** Which entries. Conditions add up (and). */
export type AuditFilter = {
  /** Name of the mutation, or signIn, signOut. */
  action?: InputMaybe<Scalars['String']['input']>;
  /** Name of a user or token. */
  actor?: InputMaybe<Scalars['String']['input']>;
  /** Id of the database. */
  database?: InputMaybe<Scalars['ID']['input']>;
  /** At or after. */
  from?: InputMaybe<Scalars['DateTime']['input']>;
  /** With one of these outcomes. */
  outcomes?: InputMaybe<Array<AuditOutcome>>;
  /** Part of the target's name or the SQL, any case. */
  search?: InputMaybe<Scalars['String']['input']>;
  /** Before. */
  to?: InputMaybe<Scalars['DateTime']['input']>;
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

/** A session that holds what an operation waits for. */
export type BlockingSession = {
  /** Process id on the database server. */
  pid: Scalars['Int']['output'];
  /** Its query, as far as the login may see it. */
  query: Maybe<Scalars['String']['output']>;
};

/** What to do to many partitions. */
export type BulkKind =
  /** Rebuild with late rows and deletes folded in. */
  | 'RESEAL'
  /** Heap to column store. */
  | 'SEAL'
  /** Column store to heap. */
  | 'UNSEAL';

/** Answer of checkPartition. */
export type CheckPartitionPayload = {
  /** True when nothing was done. */
  dryRun: Scalars['Boolean']['output'];
  /** What was found, at most 1000. */
  problems: Array<CheckProblem>;
  /** True when nothing was found; NULL in a dry run. */
  sound: Maybe<Scalars['Boolean']['output']>;
  /** The exact SQL, one statement an element. */
  sql: Array<Scalars['String']['output']>;
};

/** Something wrong inside a sealed partition. */
export type CheckProblem = {
  /** Block of the file. */
  block: Maybe<Scalars['BigInt']['output']>;
  /** Column; NULL when it concerns all. */
  column: Maybe<Scalars['String']['output']>;
  /** What is wrong, one sentence. */
  problem: Scalars['String']['output'];
  /** Number of the row group; NULL when it concerns the whole. */
  rowGroup: Maybe<Scalars['Int']['output']>;
};

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
  bucket?: InputMaybe<Scalars['Interval']['input']>;
  /** Width of a bucket for integers. */
  bucketWidth?: InputMaybe<Scalars['BigInt']['input']>;
  /** Group columns besides the bucket, as in GROUP BY: "host". */
  groupBy?: InputMaybe<Scalars['String']['input']>;
  /** Name of the view, optionally with its schema. */
  name: Scalars['String']['input'];
  /** Aggregates as in a SELECT list: "avg(cpu) AS cpu, max(cpu) AS cpu_max". */
  selectList: Scalars['String']['input'];
  /** The source: a series, or a rollup to roll up further. */
  source: Scalars['ID']['input'];
  /** Zone in which days and months begin. */
  timeZone?: Scalars['String']['input'];
};

/** What to make a series table of. */
export type CreateSeriesInput = {
  /** The database. */
  database: Scalars['ID']['input'];
  /** Width of a partition for times: "1 day", "1 month". */
  partitionInterval?: InputMaybe<Scalars['Interval']['input']>;
  /** Width of a partition for integers. */
  partitionWidth?: InputMaybe<Scalars['BigInt']['input']>;
  /** Partitions made ahead of time, count. */
  premake?: Scalars['Int']['input'];
  /** Schema of the table, unquoted. */
  schema?: Scalars['String']['input'];
  /** Column by which partitions are spread further. */
  spaceColumn?: InputMaybe<Scalars['String']['input']>;
  /** How many ways, with spaceColumn. */
  spacePartitions?: InputMaybe<Scalars['Int']['input']>;
  /** Name of the table, unquoted. */
  table: Scalars['String']['input'];
  /** Time column: timestamptz, timestamp, date, smallint, integer or bigint. */
  timeColumn: Scalars['String']['input'];
};

/** What a new token may do. */
export type CreateTokenInput = {
  /** Database ids; absent: all. */
  databases?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Days until it expires, 1 to 3650. */
  expiresInDays?: Scalars['Int']['input'];
  /** Its name. */
  name: Scalars['String']['input'];
  /** Its role. */
  role?: Role;
  /** Absent: all that the role allows. */
  scopes?: InputMaybe<Array<TokenScope>>;
};

/** A new token. */
export type CreateTokenPayload = {
  /** The secret: shown once. */
  secret: Scalars['String']['output'];
  /** The token, without its secret. */
  token: ApiToken;
};

/** One database with Sealstone, as this API sees it. What is read from it is NULL, with an error beside it, while that cannot be read. */
export type Database = {
  /** Host and port, without credentials. */
  address: Scalars['String']['output'];
  /** The database server's clock; NULL when it cannot be reached. */
  asOf: Maybe<Scalars['DateTime']['output']>;
  /** What needs attention, gravest first. */
  attention: Maybe<Array<AttentionItem>>;
  /** Disk of the data directory; NULL without the privilege (pg_monitor). */
  disk: Maybe<Disk>;
  /** Version of the extension's SQL objects; NULL where it is not created. */
  extensionVersion: Maybe<Scalars['String']['output']>;
  /** Id as in the configuration. */
  id: Scalars['ID']['output'];
  /** Standing policies, by id. */
  jobs: Maybe<Array<Job>>;
  /** Version of the loaded library; NULL where it is not preloaded. */
  libraryVersion: Maybe<Scalars['String']['output']>;
  /** How changes reach the API. */
  liveSource: LiveSource;
  /** Name of the database on its server. */
  name: Scalars['String']['output'];
  /** Operations, newest first unless ordered otherwise. */
  operations: Maybe<OperationConnection>;
  /** True when series and partitions can be read (OK, NOT_PRELOADED, STANDBY). */
  readable: Scalars['Boolean']['output'];
  /** Rollups of all series, by name. */
  rollups: Maybe<Array<Rollup>>;
  /** Series tables, filtered and ordered, a page at a time. */
  series: Maybe<SeriesConnection>;
  /** Postgres's version, e.g. "17.2"; NULL while never reached. */
  serverVersion: Maybe<Scalars['String']['output']>;
  /** What state it is in. */
  state: DatabaseState;
  /** The state as a sentence. */
  stateMessage: Scalars['String']['output'];
  /** The command or statement that mends it; NULL when there is nothing to mend. */
  stateRemedy: Maybe<Scalars['String']['output']>;
  /** Since when it has been in this state. */
  stateSince: Scalars['DateTime']['output'];
  /** Tables and views by name, with columns: for completion, and to choose one to make a series of. Names only: who may read them is decided when they are read. */
  tables: Maybe<Array<TableInfo>>;
  /** Sums over all series tables. */
  totals: Maybe<DatabaseTotals>;
  /** The extension's background workers. */
  worker: Maybe<Worker>;
  /** True when work can be started. */
  writable: Scalars['Boolean']['output'];
};


/** One database with Sealstone, as this API sees it. What is read from it is NULL, with an error beside it, while that cannot be read. */
export type DatabaseOperationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<OperationFilter>;
  first?: Scalars['Int']['input'];
};


/** One database with Sealstone, as this API sees it. What is read from it is NULL, with an error beside it, while that cannot be read. */
export type DatabaseSeriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<SeriesFilter>;
  first?: Scalars['Int']['input'];
  order?: InputMaybe<SeriesOrder>;
};


/** One database with Sealstone, as this API sees it. What is read from it is NULL, with an error beside it, while that cannot be read. */
export type DatabaseTablesArgs = {
  convertible?: Scalars['Boolean']['input'];
  first?: Scalars['Int']['input'];
  search?: InputMaybe<Scalars['String']['input']>;
};

/** Answer of a mutation on a whole database. */
export type DatabasePayload = {
  /** The database afterwards; NULL in a dry run. */
  database: Maybe<Database>;
  /** True when nothing was done. */
  dryRun: Scalars['Boolean']['output'];
  /** True when this is the first answer to the same idempotency key. */
  replayed: Scalars['Boolean']['output'];
  /** The exact SQL, one statement an element. */
  sql: Array<Scalars['String']['output']>;
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

/** Sums over the series tables of a database. */
export type DatabaseTotals = {
  /** Operations queued or running, count. */
  activeOperations: Maybe<Scalars['Int']['output']>;
  /** Bytes on disk of all series: tables, TOAST, indexes. */
  bytes: Scalars['BigInt']['output'];
  /** Bytes of the same partitions before they were sealed. */
  bytesBefore: Scalars['BigInt']['output'];
  /** Rows in default partitions, estimate, count. */
  defaultRows: Scalars['BigInt']['output'];
  /** Jobs whose last run failed, count; NULL where the jobs cannot be read. */
  failingJobs: Maybe<Scalars['Int']['output']>;
  /** (late + superseded rows) / rows in column stores, 0 to 1 and above; NULL when nothing is sealed. */
  lateFraction: Maybe<Scalars['Float']['output']>;
  /** Jobs past their time and not running, count. */
  overdueJobs: Maybe<Scalars['Int']['output']>;
  /** Partitions, count, defaults not counted. */
  partitions: Scalars['BigInt']['output'];
  /** Invalidations not yet refreshed over all rollups (pairs + buckets + ranges), count. */
  pendingInvalidations: Maybe<Scalars['BigInt']['output']>;
  /** Bytes before / bytes now of what is sealed; NULL when nothing is. */
  ratio: Maybe<Scalars['Float']['output']>;
  /** Rows, count; estimated for live partitions. */
  rows: Scalars['BigInt']['output'];
  /** Bytes saved by sealing. */
  savedBytes: Scalars['BigInt']['output'];
  /** Partitions past their settle window and not sealed, count. */
  sealDue: Scalars['BigInt']['output'];
  /** Bytes of sealed partitions now. */
  sealedBytes: Scalars['BigInt']['output'];
  /** Sealed partitions, count. */
  sealedPartitions: Scalars['BigInt']['output'];
  /** Series tables, count. */
  series: Scalars['Int']['output'];
  /** Queries whose p95 is over the threshold of the attention rule, count. */
  slowQueries: Maybe<Scalars['Int']['output']>;
};

/** Disk that holds the data directory. */
export type Disk = {
  /** Bytes free for the server. */
  freeBytes: Scalars['BigInt']['output'];
  /** Path on the server. */
  path: Scalars['String']['output'];
  /** Size of the file system in bytes. */
  totalBytes: Scalars['BigInt']['output'];
};

/** What a mutation that drops data will take with it, from its dry run; give partitions and bytes back as `expect`. */
export type DropEffect = {
  /** Bytes on disk freed: tables, TOAST and indexes. */
  bytes: Scalars['BigInt']['output'];
  /** Objects that depend on what is dropped (views, foreign keys), each as a sentence; the drop is refused while there are any. */
  dependents: Array<Scalars['String']['output']>;
  /** Earliest bound dropped; NULL when nothing is dropped or the series is keyed by integers. */
  from: Maybe<Scalars['DateTime']['output']>;
  /** Names of the first 100 partitions dropped, oldest first, qualified and quoted. */
  names: Array<Scalars['String']['output']>;
  /** Rollups of this series that have not yet taken up all of what would be dropped, each as a sentence. */
  notRolledUp: Array<Scalars['String']['output']>;
  /** Partitions dropped, count. */
  partitions: Scalars['Int']['output'];
  /** Rows dropped, count; exact for sealed partitions, an estimate for live ones. */
  rows: Scalars['BigInt']['output'];
  /** Latest bound dropped; NULL when nothing is dropped or the series is keyed by integers. */
  to: Maybe<Scalars['DateTime']['output']>;
};

/** What the caller expects to lose, as its dry run said. The mutation is refused with CONFLICT when it has changed meanwhile. */
export type DropExpectation = {
  /** Bytes on disk that will be freed. A difference below one part in ten is let pass, since a live partition grows. */
  bytes: Scalars['BigInt']['input'];
  /** Partitions that will be dropped, count. */
  partitions: Scalars['Int']['input'];
};

/** Answer of a mutation that drops data, now or by policy. */
export type DropPayload = {
  /** True when nothing was done. */
  dryRun: Scalars['Boolean']['output'];
  /** What is or was dropped. */
  effect: DropEffect;
  /** True when this is the first answer to the same idempotency key. */
  replayed: Scalars['Boolean']['output'];
  /** The series afterwards; NULL in a dry run. */
  series: Maybe<Series>;
  /** The exact SQL, one statement an element. */
  sql: Array<Scalars['String']['output']>;
};

/** Answer of estimateSeal. */
export type EstimateSealPayload = {
  /** True when nothing was done. */
  dryRun: Scalars['Boolean']['output'];
  /** NULL in a dry run. */
  estimate: Maybe<SealEstimate>;
  /** The exact SQL, one statement an element. */
  sql: Array<Scalars['String']['output']>;
};

/** What a subscription event carries. */
export type EventType =
  /** What changed since the event before it. */
  | 'CHANGE'
  /** The whole state: replace what you have. */
  | 'SNAPSHOT';

/** What a write touched below the watermark and no refresh has taken up yet. Reads of the rollup are right all the same. */
export type Invalidation = {
  /** What made it: insert, update, delete, truncate, attach, detach, drop. */
  cause: Maybe<Scalars['String']['output']>;
  /** When it was made. */
  createdAt: Maybe<Scalars['DateTime']['output']>;
  /** Group column to text; NULL unless a pair, and where the API's viewer login may not SELECT from the rollup: its values are data. */
  groupKey: Maybe<Scalars['JSON']['output']>;
  /** End of it, exclusive. */
  hi: Maybe<Scalars['DateTime']['output']>;
  /** Upper bound for integers, exclusive; NULL for times. */
  hiValue: Maybe<Scalars['BigInt']['output']>;
  /** Its id. */
  id: Scalars['BigInt']['output'];
  /** Its kind. */
  kind: InvalidationKind;
  /** Start of what is invalid; NULL for integers. */
  lo: Maybe<Scalars['DateTime']['output']>;
  /** Lower bound for integers, inclusive; NULL for times. */
  loValue: Maybe<Scalars['BigInt']['output']>;
  /** Rows written, count. */
  rows: Maybe<Scalars['BigInt']['output']>;
};

/** A page of invalidations. */
export type InvalidationConnection = {
  /** Clock of the server that was read, when it was read. */
  asOf: Scalars['DateTime']['output'];
  /** The items of this page, in order. */
  nodes: Array<Invalidation>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** All that match, count. */
  totalCount: Scalars['Int']['output'];
};

/** How fine an invalidation is. */
export type InvalidationKind =
  /** One bucket, all groups. */
  | 'BUCKET'
  /** One bucket of one group. */
  | 'PAIR'
  /** A range of buckets. */
  | 'RANGE';

/** A standing policy that makes operations on a schedule. */
export type Job = {
  /** The database it is in. */
  database: Database;
  /** False: paused. */
  enabled: Scalars['Boolean']['output'];
  /** Failures in a row, count. */
  failures: Scalars['BigInt']['output'];
  /** Last runs, newest first. */
  history: Maybe<Array<JobRun>>;
  /** database.id */
  id: Scalars['ID']['output'];
  /** Its kind. */
  kind: JobKind;
  /** What the last run took, milliseconds. */
  lastDurationMs: Maybe<Scalars['Float']['output']>;
  /** Why the last run failed; NULL when it did not. */
  lastError: Maybe<Scalars['String']['output']>;
  /** When the last run ended. */
  lastFinish: Maybe<Scalars['DateTime']['output']>;
  /** Start and end of the last run. */
  lastRun: Maybe<Scalars['DateTime']['output']>;
  /** How the last run ended; NULL before the first. */
  lastStatus: Maybe<JobStatus>;
  /** When it runs next; NULL: never. */
  nextRun: Maybe<Scalars['DateTime']['output']>;
  /** Is it past its time and not running. */
  overdue: Scalars['Boolean']['output'];
  /** Role it runs as. */
  owner: Scalars['String']['output'];
  /** Why it does not run, as a sentence; NULL when it does. */
  pausedReason: Maybe<Scalars['String']['output']>;
  /** schema.name of what it works on. */
  relationName: Scalars['String']['output'];
  /** The rollup; NULL for a series' job. */
  rollup: Maybe<Rollup>;
  /** Is it running now. */
  running: Scalars['Boolean']['output'];
  /** Runs ever, count. */
  runs: Scalars['BigInt']['output'];
  /** Time between runs. */
  schedule: Scalars['Interval']['output'];
  /** The series; NULL for a rollup's job. */
  series: Maybe<Series>;
  /** Changes whenever schedule or enabled do; give it as ifVersion. */
  settingsVersion: Scalars['String']['output'];
};


/** A standing policy that makes operations on a schedule. */
export type JobHistoryArgs = {
  first?: Scalars['Int']['input'];
};

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

/** Answer of updateJob. */
export type JobPayload = {
  /** True when nothing was done. */
  dryRun: Scalars['Boolean']['output'];
  /** What enabling it would drop; NULL unless a retention job is being enabled. */
  effect: Maybe<DropEffect>;
  /** The job afterwards; NULL in a dry run. */
  job: Maybe<Job>;
  /** True when this is the first answer to the same idempotency key. */
  replayed: Scalars['Boolean']['output'];
  /** The exact SQL, one statement an element. */
  sql: Array<Scalars['String']['output']>;
};

/** One run of a job. */
export type JobRun = {
  /** Why it failed; NULL when it did not. */
  error: Maybe<Scalars['String']['output']>;
  /** When it ended; NULL before that. */
  finishedAt: Maybe<Scalars['DateTime']['output']>;
  /** Its id. */
  id: Scalars['BigInt']['output'];
  /** The operation that did the work; NULL when there was nothing to do. */
  operation: Maybe<Scalars['ID']['output']>;
  /** When it began; NULL before that. */
  startedAt: Maybe<Scalars['DateTime']['output']>;
  /** How it ended. */
  status: JobStatus;
};

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

/** Everything that changes something. Each is written to the audit log before it is done. */
export type Mutation = {
  /** Seals, reseals or unseals many partitions of one series as one operation with children. Operator. */
  bulkPartitions: OperationPayload;
  /** Asks an operation to stop; work not yet committed is undone. Operator. */
  cancelOperation: OperationPayload;
  /** Changes one's own password; ends one's other sessions. */
  changePassword: Scalars['Boolean']['output'];
  /** Reads a whole sealed partition and verifies every checksum, order, minimum and maximum. Operator. */
  checkPartition: CheckPartitionPayload;
  /** Makes a rollup: per-bucket partial states under a view that is never stale. Admin. */
  createRollup: RollupPayload;
  /** Makes a table a series table. Moves no row: a table with rows becomes the default partition, to be migrated in batches. Admin. */
  createSeries: SeriesPayload;
  /** Makes an API token. The token itself is in this answer and never again. It never exceeds its maker's rights. */
  createToken: CreateTokenPayload;
  /** Makes a user. Admin. */
  createUser: User;
  /** Deletes a user with sessions and tokens; the audit log keeps the name. Admin. */
  deleteUser: Scalars['Boolean']['output'];
  /** Drops partitions for good: those named, or all whose range ends at or before `before`. Admin. */
  dropPartitions: DropPayload;
  /** Drops a rollup with its states. Admin. */
  dropRollup: DropPayload;
  /** Makes it an ordinary partitioned table again: policies, jobs and catalog row go, the data stays. Refused while anything is sealed. Admin. */
  dropSeries: DatabasePayload;
  /** Guesses by sampling what sealing a partition would save; seals nothing. Operator. */
  estimateSeal: EstimateSealPayload;
  /** The plan of one statement, as Postgres's JSON, with what it says in plain words. Any role. */
  explainSql: SqlPlan;
  /** Makes the partitions between two bounds that do not exist yet. Admin. */
  makePartitions: SeriesPayload;
  /** Takes the series' cached sizes anew. Operator. */
  measureSeries: SeriesPayload;
  /** Moves the rows of the default partition into real partitions, in batches. Operator. */
  migrateSeries: OperationPayload;
  /** Stops new work of every job and operation of one database at once; what is running goes on to its end. Operator. */
  pauseAll: DatabasePayload;
  /** Does nothing and answers true; for checking that mutations reach the server. */
  ping: Scalars['Boolean']['output'];
  /** Recomputes what changed, in a range or everywhere. Operator. */
  refreshRollup: OperationPayload;
  /** Rebuilds one sealed partition with late rows and deletes folded in. Operator. */
  reseal: OperationPayload;
  /** Forgets the query timings of one series, or of all. Admin. */
  resetQueryStats: DatabasePayload;
  /** Lets work begin again after pauseAll. Operator. */
  resumeAll: DatabasePayload;
  /** After a restore or a clone: lets the jobs of this database run on this cluster. Admin. */
  resumeJobs: DatabasePayload;
  /** Makes a new operation with the kind, target and options of one that has ended. Operator. */
  retryOperation: OperationPayload;
  /** Ends a session: one's own, or as admin anybody's. */
  revokeSession: Scalars['Boolean']['output'];
  /** Revokes a token: one's own, or as admin anybody's. Open sockets close within five seconds. */
  revokeToken: ApiToken;
  /** Runs a job now, apart from its schedule. Operator. */
  runJob: OperationPayload;
  /**
   * Runs one statement on a login that owns nothing and can write nothing, through a cursor, bounded in rows, bytes and time. Any role.
   * Without such a login configured for the database: UNSUPPORTED.
   */
  runSql: SqlResult;
  /** Seals one partition: heap to column store. Operator. */
  seal: OperationPayload;
  /** Seals every partition past the settle window. Operator. */
  sealEligible: OperationPayload;
  /** Sets how long data is kept; `keep` NULL keeps it for ever. Drops data by policy, so `confirm` and `expect` are required unless keep is NULL. Admin. */
  setRetention: DropPayload;
  /** Sets how long buckets are kept, apart from the raw data; `keep` NULL keeps them for ever. Admin. */
  setRollupRetention: RollupPayload;
  /** Sets when and how partitions are sealed; `after` NULL switches automatic sealing off. Admin. */
  setSealing: SeriesPayload;
  /** Signs in with name and password; sets the session cookie. Rate-limited by name and by address. */
  signIn: SignInPayload;
  /** Ends the session; its sockets close within five seconds. */
  signOut: Scalars['Boolean']['output'];
  /** Makes one sealed partition a heap again. Operator. */
  unseal: OperationPayload;
  /** Changes a job. An argument left out stays as it is. Admin. */
  updateJob: JobPayload;
  /** Changes a user. An argument left out stays as it is. Ends the user's sessions when role falls, password changes or it is disabled. Admin. */
  updateUser: User;
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationBulkPartitionsArgs = {
  dryRun?: Scalars['Boolean']['input'];
  expectedCount?: InputMaybe<Scalars['Int']['input']>;
  filter?: InputMaybe<PartitionFilter>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  kind: BulkKind;
  partitions?: InputMaybe<Array<Scalars['ID']['input']>>;
  series: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationCancelOperationArgs = {
  dryRun?: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  operation: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationChangePasswordArgs = {
  current: Scalars['String']['input'];
  new: Scalars['String']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationCheckPartitionArgs = {
  dryRun?: Scalars['Boolean']['input'];
  partition: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationCreateRollupArgs = {
  dryRun?: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  input: CreateRollupInput;
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationCreateSeriesArgs = {
  dryRun?: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  input: CreateSeriesInput;
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationCreateTokenArgs = {
  input: CreateTokenInput;
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationCreateUserArgs = {
  name: Scalars['String']['input'];
  password: Scalars['String']['input'];
  role: Role;
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationDeleteUserArgs = {
  confirm: Scalars['String']['input'];
  id: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationDropPartitionsArgs = {
  before?: InputMaybe<Scalars['String']['input']>;
  confirm?: InputMaybe<Scalars['String']['input']>;
  dryRun?: Scalars['Boolean']['input'];
  expect?: InputMaybe<DropExpectation>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  partitions?: InputMaybe<Array<Scalars['ID']['input']>>;
  series: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationDropRollupArgs = {
  confirm?: InputMaybe<Scalars['String']['input']>;
  dryRun?: Scalars['Boolean']['input'];
  expect?: InputMaybe<DropExpectation>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  rollup: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationDropSeriesArgs = {
  confirm?: InputMaybe<Scalars['String']['input']>;
  dryRun?: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  series: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationEstimateSealArgs = {
  dryRun?: Scalars['Boolean']['input'];
  partition: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationExplainSqlArgs = {
  analyze?: Scalars['Boolean']['input'];
  database: Scalars['ID']['input'];
  sql: Scalars['String']['input'];
  timeoutMs?: Scalars['Int']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationMakePartitionsArgs = {
  dryRun?: Scalars['Boolean']['input'];
  hi: Scalars['String']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  lo: Scalars['String']['input'];
  series: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationMeasureSeriesArgs = {
  dryRun?: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  series: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationMigrateSeriesArgs = {
  batches?: InputMaybe<Scalars['Int']['input']>;
  dryRun?: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  series: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationPauseAllArgs = {
  database: Scalars['ID']['input'];
  dryRun?: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationRefreshRollupArgs = {
  dryRun?: Scalars['Boolean']['input'];
  from?: InputMaybe<Scalars['String']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  rollup: Scalars['ID']['input'];
  to?: InputMaybe<Scalars['String']['input']>;
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationResealArgs = {
  dryRun?: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  partition: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationResetQueryStatsArgs = {
  database: Scalars['ID']['input'];
  dryRun?: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  series?: InputMaybe<Scalars['ID']['input']>;
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationResumeAllArgs = {
  database: Scalars['ID']['input'];
  dryRun?: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationResumeJobsArgs = {
  database: Scalars['ID']['input'];
  dryRun?: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationRetryOperationArgs = {
  dryRun?: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  operation: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationRevokeSessionArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationRevokeTokenArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationRunJobArgs = {
  dryRun?: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  job: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationRunSqlArgs = {
  database: Scalars['ID']['input'];
  maxRows?: Scalars['Int']['input'];
  sql: Scalars['String']['input'];
  timeoutMs?: Scalars['Int']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationSealArgs = {
  dryRun?: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  partition: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationSealEligibleArgs = {
  dryRun?: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  series: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationSetRetentionArgs = {
  confirm?: InputMaybe<Scalars['String']['input']>;
  dryRun?: Scalars['Boolean']['input'];
  expect?: InputMaybe<DropExpectation>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  ifVersion?: InputMaybe<Scalars['String']['input']>;
  keep?: InputMaybe<Scalars['String']['input']>;
  series: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationSetRollupRetentionArgs = {
  confirm?: InputMaybe<Scalars['String']['input']>;
  dryRun?: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  keep?: InputMaybe<Scalars['String']['input']>;
  rollup: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationSetSealingArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  codec?: InputMaybe<Codec>;
  dryRun?: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  ifVersion?: InputMaybe<Scalars['String']['input']>;
  keepIndexes?: InputMaybe<Scalars['Boolean']['input']>;
  orderBy?: InputMaybe<Array<Scalars['String']['input']>>;
  series: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationSignInArgs = {
  name: Scalars['String']['input'];
  password: Scalars['String']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationUnsealArgs = {
  dryRun?: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  partition: Scalars['ID']['input'];
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationUpdateJobArgs = {
  confirm?: InputMaybe<Scalars['String']['input']>;
  dryRun?: Scalars['Boolean']['input'];
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  expect?: InputMaybe<DropExpectation>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  ifVersion?: InputMaybe<Scalars['String']['input']>;
  job: Scalars['ID']['input'];
  nextRun?: InputMaybe<Scalars['DateTime']['input']>;
  schedule?: InputMaybe<Scalars['Interval']['input']>;
};


/** Everything that changes something. Each is written to the audit log before it is done. */
export type MutationUpdateUserArgs = {
  disabled?: InputMaybe<Scalars['Boolean']['input']>;
  id: Scalars['ID']['input'];
  password?: InputMaybe<Scalars['String']['input']>;
  role?: InputMaybe<Role>;
};

/** One requested piece of work, with its progress and outcome. */
export type Operation = {
  /** Person or token that asked, where it came through the console or the API. */
  actor: Maybe<Scalars['String']['output']>;
  /** Attempts so far, count. */
  attempt: Maybe<Scalars['Int']['output']>;
  /** Sessions it waits for now; empty when none. */
  blockedBy: Array<BlockingSession>;
  /** Bytes. */
  bytesDone: Maybe<Scalars['BigInt']['output']>;
  /** Bytes it will have worked through, an estimate. */
  bytesTotal: Maybe<Scalars['BigInt']['output']>;
  /** A cancel was asked for and has not taken effect yet. */
  cancelRequested: Scalars['Boolean']['output'];
  /** Can it be cancelled now. */
  cancellable: Scalars['Boolean']['output'];
  /** Parts of a bulk operation, oldest first, at most 1000. */
  children: Maybe<Array<Operation>>;
  /** The database it is in. */
  database: Database;
  /** From start to end, or to now while it runs, milliseconds; NULL before it starts. */
  durationMs: Maybe<Scalars['Float']['output']>;
  /** Why it failed; NULL unless failed or cancelled. */
  error: Maybe<OperationError>;
  /** When it ended; NULL before that. */
  finishedAt: Maybe<Scalars['DateTime']['output']>;
  /** database.id */
  id: Scalars['ID']['output'];
  /** The job that made it: database.id; NULL when a person did. */
  job: Maybe<Scalars['ID']['output']>;
  /** Its kind. */
  kind: OperationKind;
  /** The kind as the extension names it. */
  kindText: Scalars['String']['output'];
  /** What it was asked with. */
  options: Maybe<Scalars['JSON']['output']>;
  /** The bulk operation it is part of. */
  parent: Maybe<Scalars['ID']['output']>;
  /** What it works on, when that is a partition that still exists. */
  partition: Maybe<Partition>;
  /** What it is at, in a word or two. */
  phase: Maybe<Scalars['String']['output']>;
  /** 0 to 1, seen before commit; NULL while unknown. */
  progress: Maybe<Scalars['Float']['output']>;
  /** When it was asked for. */
  requestedAt: Scalars['DateTime']['output'];
  /** Database role that asked. */
  requestedBy: Maybe<Scalars['String']['output']>;
  /** What came of it. */
  result: Maybe<Scalars['JSON']['output']>;
  /** Can it be retried now. */
  retryable: Scalars['Boolean']['output'];
  /** The rollup it works on, when it is a refresh. */
  rollup: Maybe<Rollup>;
  /** Rows, count. */
  rowsDone: Maybe<Scalars['BigInt']['output']>;
  /** Rows it will have worked through, an estimate, count. */
  rowsTotal: Maybe<Scalars['BigInt']['output']>;
  /** The series it works on. */
  series: Maybe<Series>;
  /** When it began; NULL before that. */
  startedAt: Maybe<Scalars['DateTime']['output']>;
  /** Its state. */
  state: OperationState;
  /** schema.name of what it works on, also when that is gone. */
  targetName: Maybe<Scalars['String']['output']>;
  /** Grows with each change. */
  version: Scalars['BigInt']['output'];
};

/** A page of operations. */
export type OperationConnection = {
  /** Clock of the server that was read, when it was read. */
  asOf: Scalars['DateTime']['output'];
  /** The items of this page, in order. */
  nodes: Array<Operation>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** All that match the filter, count. */
  totalCount: Scalars['Int']['output'];
  /** Ids of databases that could not be read. */
  unavailable: Array<Scalars['ID']['output']>;
};

/** Why an operation failed. */
export type OperationError = {
  /** More about it; NULL when there is none. */
  detail: Maybe<Scalars['String']['output']>;
  /** What to do; NULL when there is none. */
  hint: Maybe<Scalars['String']['output']>;
  /** One sentence. */
  message: Scalars['String']['output'];
  /** SQLSTATE, five characters. */
  sqlstate: Maybe<Scalars['String']['output']>;
};

/** Operations as they change. */
export type OperationEvent = {
  /** Clock of the server that was read, when it was read. */
  asOf: Scalars['DateTime']['output'];
  /** In a snapshot: all queued and running, and those that ended in the last ten minutes (or all asked for by id). In a change: those that changed, in order. */
  operations: Array<Operation>;
  /** How changes reach the API. */
  source: LiveSource;
  /** Its type. */
  type: EventType;
};

/** Which operations. Conditions add up (and). */
export type OperationFilter = {
  /** Requested at or after. */
  from?: InputMaybe<Scalars['DateTime']['input']>;
  /** Of one of these kinds. */
  kinds?: InputMaybe<Array<OperationKind>>;
  /** Part of the target's name, any case. */
  search?: InputMaybe<Scalars['String']['input']>;
  /** On this series or its partitions: database.oid, or database.schema.table. */
  series?: InputMaybe<Scalars['ID']['input']>;
  /** In one of these states. */
  states?: InputMaybe<Array<OperationState>>;
  /** Requested before. */
  to?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only those not part of a bulk operation. */
  topLevel?: InputMaybe<Scalars['Boolean']['input']>;
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

/** Answer of a mutation that starts work. */
export type OperationPayload = {
  /** True when nothing was done. */
  dryRun: Scalars['Boolean']['output'];
  /** The operation; NULL in a dry run. */
  operation: Maybe<Operation>;
  /** True when this is the first answer to the same idempotency key. */
  replayed: Scalars['Boolean']['output'];
  /** The exact SQL, one statement an element. */
  sql: Array<Scalars['String']['output']>;
  /** Partitions or rollups concerned, count. */
  targets: Scalars['Int']['output'];
};

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

/** Where a page of a list stands. */
export type PageInfo = {
  /** Opaque. Give it as `after` for the next page, with the same filter and order. NULL on an empty page. */
  endCursor: Maybe<Scalars['String']['output']>;
  /** True when there is more after endCursor. */
  hasNextPage: Scalars['Boolean']['output'];
};

/** One leaf of a series table. */
export type Partition = {
  /** Bytes on disk: table, TOAST, indexes. NULL: not yet measured. */
  bytes: Maybe<Scalars['BigInt']['output']>;
  /** Bytes before it was sealed; NULL when not sealed. */
  bytesBefore: Maybe<Scalars['BigInt']['output']>;
  /** Compression after encoding; NULL when not sealed. */
  codec: Maybe<Scalars['String']['output']>;
  /** A collation changed under it: skipping on that column is off until it is resealed. */
  collationStale: Scalars['Boolean']['output'];
  /** What is stored per column, from headers alone; empty when not sealed. Opens the partition: on a page of more than one, at most 1000 are opened in one statement. */
  columns: Maybe<Array<PartitionColumn>>;
  /** The database it is in. */
  database: Database;
  /** Past the settle window and not sealed. */
  due: Scalars['Boolean']['output'];
  /** Upper bound in time, exclusive. */
  hi: Maybe<Scalars['DateTime']['output']>;
  /** Upper bound of an integer series. */
  hiValue: Maybe<Scalars['BigInt']['output']>;
  /** Its changes of state and of late fraction by a hundredth, oldest first, at most 1000. */
  history: Maybe<Array<PartitionHistoryPoint>>;
  /** database.oid */
  id: Scalars['ID']['output'];
  /** The last operation on it. */
  lastOperation: Maybe<Operation>;
  /** (late + superseded) / rows in the column store, 0 to 1 and above. */
  lateFraction: Maybe<Scalars['Float']['output']>;
  /** Rows inserted after the seal, count. */
  lateRows: Maybe<Scalars['BigInt']['output']>;
  /** Lower bound in time, inclusive; NULL for integers and the default. */
  lo: Maybe<Scalars['DateTime']['output']>;
  /** Lower bound of an integer series; NULL for MINVALUE and for times. */
  loValue: Maybe<Scalars['BigInt']['output']>;
  /** When sizes were last taken. */
  measuredAt: Maybe<Scalars['DateTime']['output']>;
  /** Name, unquoted. */
  name: Scalars['String']['output'];
  /** Operations on this partition, newest first. */
  operations: Maybe<OperationConnection>;
  /** Columns it is sorted by; empty when not sealed. */
  orderKey: Array<Scalars['String']['output']>;
  /** schema.name, quoted where needed. */
  qualifiedName: Scalars['String']['output'];
  /** Lower bound as Postgres prints it, MINVALUE included; NULL for the default partition. */
  rangeFrom: Maybe<Scalars['String']['output']>;
  /** Upper bound as Postgres prints it, MAXVALUE included. */
  rangeTo: Maybe<Scalars['String']['output']>;
  /** bytesBefore / bytes; NULL when not sealed. */
  ratio: Maybe<Scalars['Float']['output']>;
  /** Its row groups, from headers alone; empty when not sealed. Opens the partition. */
  rowGroups: Maybe<Array<RowGroup>>;
  /** Rows, count; exact when sealed, else an estimate. NULL: not yet measured. */
  rows: Maybe<Scalars['BigInt']['output']>;
  /** Schema, unquoted. */
  schema: Scalars['String']['output'];
  /** When its settle window ends; NULL without automatic sealing. */
  sealDueAt: Maybe<Scalars['DateTime']['output']>;
  /** When it was last sealed or resealed; NULL when it is not sealed. */
  sealedAt: Maybe<Scalars['DateTime']['output']>;
  /** The series table it belongs to. */
  series: Series;
  /** Its state. */
  state: PartitionState;
  /** Sealed rows since updated, deleted or locked, count. */
  supersededRows: Maybe<Scalars['BigInt']['output']>;
};


/** One leaf of a series table. */
export type PartitionOperationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


/** One leaf of a series table. */
export type PartitionRowGroupsArgs = {
  first?: Scalars['Int']['input'];
  skip?: Scalars['Int']['input'];
};

/** What a sealed partition stores for one column. */
export type PartitionColumn = {
  /** Bytes stored. */
  bytes: Scalars['BigInt']['output'];
  /** Encodings, most used first. */
  encodings: Array<Scalars['String']['output']>;
  /** Its name. */
  name: Scalars['String']['output'];
  /** NULLs, count. */
  nullCount: Scalars['BigInt']['output'];
  /** Column pages, count. */
  pages: Scalars['BigInt']['output'];
  /** rawBytes / bytes; NULL for an empty column. */
  ratio: Maybe<Scalars['Float']['output']>;
  /** Bytes decoded. */
  rawBytes: Scalars['BigInt']['output'];
  /** Type as Postgres prints it. */
  type: Scalars['String']['output'];
};

/** A page of partitions. */
export type PartitionConnection = {
  /** Clock of the server that was read, when it was read. */
  asOf: Scalars['DateTime']['output'];
  /** The items of this page, in order. */
  nodes: Array<Partition>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** Bytes of all that match. */
  totalBytes: Scalars['BigInt']['output'];
  /** All that match the filter, count. */
  totalCount: Scalars['Int']['output'];
};

/** Which partitions. Conditions add up (and). */
export type PartitionFilter = {
  /** Past the settle window and not sealed. */
  due?: InputMaybe<Scalars['Boolean']['input']>;
  /** Range ends after this: a timestamp or a whole number. */
  from?: InputMaybe<Scalars['String']['input']>;
  /** At least this many bytes. */
  minBytes?: InputMaybe<Scalars['BigInt']['input']>;
  /** At least this late fraction, 0 to 1. */
  minLateFraction?: InputMaybe<Scalars['Float']['input']>;
  /** Part of the name, any case. */
  search?: InputMaybe<Scalars['String']['input']>;
  /** In one of these states. */
  states?: InputMaybe<Array<PartitionState>>;
  /** Range begins before this. */
  to?: InputMaybe<Scalars['String']['input']>;
};

/** A change in a partition's life. */
export type PartitionHistoryPoint = {
  /** When. */
  at: Scalars['DateTime']['output'];
  /** 0 to 1 and above. */
  lateFraction: Maybe<Scalars['Float']['output']>;
  /** Its state. */
  state: PartitionState;
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

/** Partitions along the time line. */
export type PartitionStrip = {
  /** The database server's clock. */
  asOf: Scalars['DateTime']['output'];
  /** Range drawn; NULL for integers. */
  from: Maybe<Scalars['DateTime']['output']>;
  /** Range drawn, for integers; NULL for times. */
  fromValue: Maybe<Scalars['BigInt']['output']>;
  /** Partitions in all slices, count. */
  partitions: Scalars['Int']['output'];
  /** Late fraction past which a partition is resealed, 0 to 1. */
  resealFraction: Scalars['Float']['output'];
  /** Slices that have partitions, in order. A partition is counted in the slice of its lower bound. */
  slices: Array<StripSlice>;
  /** End of the range, exclusive. */
  to: Maybe<Scalars['DateTime']['output']>;
  /** End of the range for integers, exclusive; NULL for times. */
  toValue: Maybe<Scalars['BigInt']['output']>;
};

/** Everything that can be asked. Every part of an answer that comes from a database fails alone when that database does. */
export type Query = {
  /** Version of this API, as in its package. */
  apiVersion: Scalars['String']['output'];
  /** The server's clock now. */
  asOf: Scalars['DateTime']['output'];
  /** What needs attention in one or all databases, gravest first. */
  attention: Array<AttentionItem>;
  /** The rules behind it, with their thresholds. */
  attentionRules: Array<AttentionRule>;
  /** Who did what, newest first. Viewers and operators see their own entries; admins all. */
  auditLog: Maybe<AuditConnection>;
  /** One database by its id. */
  database: Maybe<Database>;
  /** Every database this API is configured for, in the order of its configuration, also those that cannot be reached. */
  databases: Array<Database>;
  /** One job. */
  job: Maybe<Job>;
  /** One operation. */
  operation: Maybe<Operation>;
  /** Operations of one or all databases, newest first. */
  operations: OperationConnection;
  /** One partition. */
  partition: Maybe<Partition>;
  /** One rollup. */
  rollup: Maybe<Rollup>;
  /** One series table. */
  series: Maybe<Series>;
  /** Series tables of one or all databases. A database that cannot be read is left out and named in `unavailable`. */
  seriesList: SeriesConnection;
  /** One's own sessions that are still open, newest first. */
  sessions: Maybe<Array<Session>>;
  /** API tokens: one's own, or with `all` (admin) everybody's; newest first. */
  tokens: Maybe<Array<ApiToken>>;
  /** Users of the console, by name. Admin. */
  users: Maybe<Array<User>>;
  /** Who is asking; NULL when not signed in. */
  viewer: Maybe<Viewer>;
};


/** Everything that can be asked. Every part of an answer that comes from a database fails alone when that database does. */
export type QueryAttentionArgs = {
  database?: InputMaybe<Scalars['ID']['input']>;
};


/** Everything that can be asked. Every part of an answer that comes from a database fails alone when that database does. */
export type QueryAuditLogArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<AuditFilter>;
  first?: Scalars['Int']['input'];
};


/** Everything that can be asked. Every part of an answer that comes from a database fails alone when that database does. */
export type QueryDatabaseArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be asked. Every part of an answer that comes from a database fails alone when that database does. */
export type QueryJobArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be asked. Every part of an answer that comes from a database fails alone when that database does. */
export type QueryOperationArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be asked. Every part of an answer that comes from a database fails alone when that database does. */
export type QueryOperationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  database?: InputMaybe<Scalars['ID']['input']>;
  filter?: InputMaybe<OperationFilter>;
  first?: Scalars['Int']['input'];
};


/** Everything that can be asked. Every part of an answer that comes from a database fails alone when that database does. */
export type QueryPartitionArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be asked. Every part of an answer that comes from a database fails alone when that database does. */
export type QueryRollupArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be asked. Every part of an answer that comes from a database fails alone when that database does. */
export type QuerySeriesArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be asked. Every part of an answer that comes from a database fails alone when that database does. */
export type QuerySeriesListArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  database?: InputMaybe<Scalars['ID']['input']>;
  filter?: InputMaybe<SeriesFilter>;
  first?: Scalars['Int']['input'];
  order?: InputMaybe<SeriesOrder>;
};


/** Everything that can be asked. Every part of an answer that comes from a database fails alone when that database does. */
export type QueryTokensArgs = {
  all?: Scalars['Boolean']['input'];
};

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

/** One query (normalized) on one series, added up since the last reset. */
export type QueryStat = {
  /** Count. */
  calls: Scalars['BigInt']['output'];
  /** Row groups read, count. */
  groupsRead: Scalars['BigInt']['output'];
  /** Row groups skipped, count. */
  groupsSkipped: Scalars['BigInt']['output'];
  /** database.series oid.query id.user oid */
  id: Scalars['ID']['output'];
  /** When it was last called. */
  lastCall: Maybe<Scalars['DateTime']['output']>;
  /** Slowest call, milliseconds. */
  maxMs: Scalars['Float']['output'];
  /** Mean of a call, milliseconds. */
  meanMs: Scalars['Float']['output'];
  /** Fastest call, milliseconds. */
  minMs: Scalars['Float']['output'];
  /** Median of a call, milliseconds. */
  p50Ms: Maybe<Scalars['Float']['output']>;
  /** 95th percentile of a call, milliseconds. */
  p95Ms: Maybe<Scalars['Float']['output']>;
  /** 99th percentile of a call, milliseconds. */
  p99Ms: Maybe<Scalars['Float']['output']>;
  /** Partitions read by the last call, count. */
  partitionsRead: Maybe<Scalars['BigInt']['output']>;
  /** Partitions of the series at the last call, count. */
  partitionsTotal: Maybe<Scalars['BigInt']['output']>;
  /** Read paths taken: column scan, seek, aggregate, last point, heap. */
  paths: Array<Scalars['String']['output']>;
  /** Normalized text; <insufficient privilege> where the login may not see it, <text not known> where it was prepared before counting began. */
  query: Scalars['String']['output'];
  /** Id of the query as pg_stat_statements has it. */
  queryId: Scalars['BigInt']['output'];
  /** True when the last call read every partition (of more than one). */
  readsEveryPartition: Scalars['Boolean']['output'];
  /** Rows returned, count. */
  rows: Scalars['BigInt']['output'];
  /** groupsSkipped / (read + skipped), 0 to 1; NULL when there were none. */
  skippedFraction: Maybe<Scalars['Float']['output']>;
  /** Milliseconds. */
  totalMs: Scalars['Float']['output'];
  /** Role that ran it; NULL when it is gone. */
  user: Maybe<Scalars['String']['output']>;
};

/** A page of queries. */
export type QueryStatConnection = {
  /** Clock of the server that was read, when it was read. */
  asOf: Scalars['DateTime']['output'];
  /** The items of this page, in order. */
  nodes: Array<QueryStat>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** All that match the filter, count. */
  totalCount: Scalars['Int']['output'];
};

/** Timings of one step. Where minutes are merged: calls add up, percentiles are the greatest of the minutes. */
export type QueryTimingPoint = {
  /** Start of the step. */
  at: Scalars['DateTime']['output'];
  /** Count. */
  calls: Scalars['BigInt']['output'];
  /** Row groups read, count. */
  groupsRead: Scalars['BigInt']['output'];
  /** Row groups skipped, count. */
  groupsSkipped: Scalars['BigInt']['output'];
  /** Mean of a call, milliseconds. */
  meanMs: Maybe<Scalars['Float']['output']>;
  /** Median of a call, milliseconds. */
  p50Ms: Maybe<Scalars['Float']['output']>;
  /** 95th percentile of a call, milliseconds. */
  p95Ms: Maybe<Scalars['Float']['output']>;
  /** 99th percentile of a call, milliseconds. */
  p99Ms: Maybe<Scalars['Float']['output']>;
  /** Rows returned, count. */
  rows: Scalars['BigInt']['output'];
  /** Milliseconds of all calls together. */
  totalMs: Scalars['Float']['output'];
};

/** Timings of a series' queries over time. */
export type QueryTimings = {
  /** Start of the range, inclusive. */
  from: Scalars['DateTime']['output'];
  /** In order of time. A minute without calls is a gap. */
  points: Array<QueryTimingPoint>;
  /** Seconds that one point covers. */
  stepSeconds: Scalars['Int']['output'];
  /** End of the range, exclusive. */
  to: Scalars['DateTime']['output'];
};

/** What mends it. */
export type Remedy = {
  /** Its arguments. */
  arguments: Maybe<Scalars['JSON']['output']>;
  /** True when it drops data and must be confirmed. */
  destructive: Scalars['Boolean']['output'];
  /** Words on the button. */
  label: Scalars['String']['output'];
  /** Name of the mutation; NULL when it must be done on the server. */
  mutation: Maybe<Scalars['String']['output']>;
  /** Least role that may press it. */
  role: Role;
  /** The SQL or command. */
  sql: Scalars['String']['output'];
};

/** How long data is kept. */
export type RetentionSettings = {
  /** Is anything ever dropped by policy. */
  enabled: Scalars['Boolean']['output'];
  /** Age at which a partition is dropped; NULL for integers or when kept for ever. */
  keep: Maybe<Scalars['Interval']['output']>;
  /** Distance from the newest value at which a partition is dropped; NULL for times. */
  keepWidth: Maybe<Scalars['BigInt']['output']>;
};

/** What one may do; each may do all that those before it may. */
export type Role =
  /** Changes policy, drops data, manages users. */
  | 'ADMIN'
  /** Starts work that loses no data: seal, reseal, unseal, refresh, check, run a job, cancel. */
  | 'OPERATOR'
  /** Reads. */
  | 'VIEWER';

/** A rollup: partial states per bucket (and group), under a view. */
export type Rollup = {
  /** Width of a bucket in time; NULL for integers. */
  bucket: Maybe<Scalars['Interval']['output']>;
  /** Width of a bucket in units of an integer time column. */
  bucketWidth: Maybe<Scalars['BigInt']['output']>;
  /** Bytes on disk. */
  bytes: Maybe<Scalars['BigInt']['output']>;
  /** The database it is in. */
  database: Database;
  /** Guess of what the next refresh takes, milliseconds. */
  estimateMs: Maybe<Scalars['Float']['output']>;
  /** Raw data below this is no longer complete: nothing below is recomputed. */
  floor: Maybe<Scalars['DateTime']['output']>;
  /** The floor of an integer rollup; NULL for times. */
  floorValue: Maybe<Scalars['BigInt']['output']>;
  /** Its group columns besides the bucket; NULL without. */
  groupBy: Maybe<Scalars['String']['output']>;
  /** database.oid of the view */
  id: Scalars['ID']['output'];
  /** What is invalidated, oldest bucket first. */
  invalidations: Maybe<InvalidationConnection>;
  /** Its refresh job. */
  jobs: Maybe<Array<Job>>;
  /** When it was last refreshed; NULL: never. */
  lastRefresh: Maybe<Scalars['DateTime']['output']>;
  /** Buckets it wrote, count. */
  lastRefreshBuckets: Maybe<Scalars['BigInt']['output']>;
  /** What the last refresh took, milliseconds. */
  lastRefreshMs: Maybe<Scalars['Float']['output']>;
  /** Rows it read, count. */
  lastRefreshRows: Maybe<Scalars['BigInt']['output']>;
  /** Buckets materialized, count. */
  materializedBuckets: Maybe<Scalars['BigInt']['output']>;
  /** When sizes were last taken; NULL: not yet. */
  measuredAt: Maybe<Scalars['DateTime']['output']>;
  /** Name of the view, unquoted. */
  name: Scalars['String']['output'];
  /** Operations on it, newest first. */
  operations: Maybe<OperationConnection>;
  /** All three added up, count. */
  pending: Scalars['BigInt']['output'];
  /** Invalidated whole buckets, count. */
  pendingBuckets: Scalars['BigInt']['output'];
  /** Invalidated (bucket, group) pairs, count. */
  pendingPairs: Scalars['BigInt']['output'];
  /** Invalidated ranges, count. */
  pendingRanges: Scalars['BigInt']['output'];
  /** Oldest invalidation not yet refreshed. */
  pendingSince: Maybe<Scalars['DateTime']['output']>;
  /** schema.name, quoted where needed. */
  qualifiedName: Scalars['String']['output'];
  /** How long buckets are kept; NULL: for ever, or integers. */
  retention: Maybe<Scalars['Interval']['output']>;
  /** How long buckets are kept, for integers; NULL for times. */
  retentionWidth: Maybe<Scalars['BigInt']['output']>;
  /** Rows stored, count. */
  rows: Maybe<Scalars['BigInt']['output']>;
  /** Schema of the view, unquoted. */
  schema: Scalars['String']['output'];
  /** Its aggregates. */
  selectList: Scalars['String']['output'];
  /** The raw series at the bottom. */
  series: Maybe<Series>;
  /** schema.name of what it reads: the series, or another rollup. */
  source: Scalars['String']['output'];
  /** The rollup it reads, when it reads one. */
  sourceRollup: Maybe<Rollup>;
  /** Zone in which days and months begin. */
  timeZone: Maybe<Scalars['String']['output']>;
  /** False when someone disabled the triggers that record invalidations: the rollup may miss changes. */
  triggersEnabled: Scalars['Boolean']['output'];
  /** Start of the bucket still filling: what lies before is materialized; NULL for integers or before the first refresh. */
  watermark: Maybe<Scalars['DateTime']['output']>;
  /** The watermark of an integer rollup; NULL for times. */
  watermarkValue: Maybe<Scalars['BigInt']['output']>;
};


/** A rollup: partial states per bucket (and group), under a view. */
export type RollupInvalidationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
  from?: InputMaybe<Scalars['String']['input']>;
  to?: InputMaybe<Scalars['String']['input']>;
};


/** A rollup: partial states per bucket (and group), under a view. */
export type RollupOperationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};

/** Answer of a mutation on a rollup. */
export type RollupPayload = {
  /** True when nothing was done. */
  dryRun: Scalars['Boolean']['output'];
  /** True when this is the first answer to the same idempotency key. */
  replayed: Scalars['Boolean']['output'];
  /** The rollup afterwards; NULL in a dry run. */
  rollup: Maybe<Rollup>;
  /** The exact SQL, one statement an element. */
  sql: Array<Scalars['String']['output']>;
};

/** One row group of a sealed partition. */
export type RowGroup = {
  /** Bytes stored. */
  bytes: Scalars['BigInt']['output'];
  /** First and last order key as text. */
  firstKey: Maybe<Scalars['String']['output']>;
  /** Number of its first row. */
  firstRow: Scalars['BigInt']['output'];
  /** Last order key as text. */
  lastKey: Maybe<Scalars['String']['output']>;
  /** Greatest time as text; NULL when all are NULL. */
  maxTime: Maybe<Scalars['String']['output']>;
  /** Least and greatest time as text of the time column's type; NULL when all are. */
  minTime: Maybe<Scalars['String']['output']>;
  /** Number from 0. */
  rowGroup: Scalars['Int']['output'];
  /** Rows, count. */
  rows: Scalars['Int']['output'];
  /** Superseded rows, count. */
  superseded: Scalars['Int']['output'];
};

/** A sampled guess of what a seal would give. */
export type SealEstimate = {
  /** Bytes once sealed, a guess. */
  bytesAfter: Scalars['BigInt']['output'];
  /** Bytes now. */
  bytesBefore: Scalars['BigInt']['output'];
  /** Order key that would be used. */
  orderKey: Array<Scalars['String']['output']>;
  /** bytesBefore / bytesAfter. */
  ratio: Maybe<Scalars['Float']['output']>;
  /** Rows, count. */
  rows: Scalars['BigInt']['output'];
  /** Rows sampled, count. */
  sampledRows: Scalars['BigInt']['output'];
};

/** When and how partitions are sealed. */
export type SealingSettings = {
  /** Settle window: how long after its range ends a partition is sealed; NULL for integers or when off. */
  after: Maybe<Scalars['Interval']['output']>;
  /** Settle window of a series keyed by integers; NULL otherwise. */
  afterWidth: Maybe<Scalars['BigInt']['output']>;
  /** Compression after encoding. */
  codec: Maybe<Scalars['String']['output']>;
  /** Is automatic sealing on. */
  enabled: Scalars['Boolean']['output'];
  /** Are non-unique indexes kept over sealed rows. */
  keepIndexes: Scalars['Boolean']['output'];
  /** Order key set, empty: chosen by the extension. */
  orderBy: Array<Scalars['String']['output']>;
  /** Late fraction past which a partition is resealed by itself, 0 to 1. */
  resealFraction: Scalars['Float']['output'];
};

/** A series table: a partitioned table registered with Sealstone. What is read apart from its own row is NULL, with an error beside it, while that cannot be read. */
export type Series = {
  /** What needs attention in this series, gravest first. */
  attention: Maybe<Array<AttentionItem>>;
  /** Bytes on disk now: tables, TOAST and indexes. NULL: not yet measured. */
  bytes: Maybe<Scalars['BigInt']['output']>;
  /** Bytes of the same partitions before they were sealed. */
  bytesBefore: Maybe<Scalars['BigInt']['output']>;
  /** Columns of the table in order. */
  columns: Maybe<Array<TableColumn>>;
  /** The database it is in. */
  database: Database;
  /** Bytes of the default partition. */
  defaultBytes: Scalars['BigInt']['output'];
  /** Rows in the default partition, estimate, count. */
  defaultRows: Scalars['BigInt']['output'];
  /** Has it a default partition, which takes rows that no other does. */
  hasDefault: Scalars['Boolean']['output'];
  /** Sizes, ratio and late fraction over time. */
  history: Maybe<SeriesHistory>;
  /** database.oid */
  id: Scalars['ID']['output'];
  /** True when the time column is an integer: bounds are in loValue and hiValue, windows are whole numbers. */
  integerTime: Scalars['Boolean']['output'];
  /** Jobs of this series, by kind. */
  jobs: Maybe<Array<Job>>;
  /** (late + superseded) / rows in column stores over all sealed partitions, 0 to 1 and above; NULL when nothing is sealed. */
  lateFraction: Maybe<Scalars['Float']['output']>;
  /** Late rows over all sealed partitions, count. */
  lateRows: Maybe<Scalars['BigInt']['output']>;
  /** Leaves that are ordinary heaps, count. */
  livePartitions: Scalars['BigInt']['output'];
  /** When sizes were last taken; NULL: not yet. */
  measuredAt: Maybe<Scalars['DateTime']['output']>;
  /** Name, unquoted. */
  name: Scalars['String']['output'];
  /** Highest bound of a partition with rows; NULL for integers or when empty. */
  newest: Maybe<Scalars['DateTime']['output']>;
  /** Lowest bound of a partition with rows; NULL for integers or when empty. */
  oldest: Maybe<Scalars['DateTime']['output']>;
  /** Operations on this series and its partitions, newest first. */
  operations: Maybe<OperationConnection>;
  /** Owning role. */
  owner: Scalars['String']['output'];
  /** Leaves, count, the default not counted. */
  partitionCount: Scalars['BigInt']['output'];
  /** Width of a partition in time; NULL for integers. */
  partitionInterval: Maybe<Scalars['Interval']['output']>;
  /** Width of a partition in units of the time column; NULL for times. */
  partitionWidth: Maybe<Scalars['BigInt']['output']>;
  /** Partitions, filtered and ordered, a page at a time. */
  partitions: Maybe<PartitionConnection>;
  /** Partitions made ahead, count. */
  premake: Maybe<Scalars['Int']['output']>;
  /** schema.name, quoted where needed; what `confirm` wants. */
  qualifiedName: Scalars['String']['output'];
  /** Timings of all queries of this series over time. */
  queryTimings: Maybe<QueryTimings>;
  /** bytesBefore / sealedBytes; NULL when nothing is sealed. */
  ratio: Maybe<Scalars['Float']['output']>;
  /** How long data is kept. */
  retention: RetentionSettings;
  /** Rollups whose raw data this is, directly or through another rollup, by name. */
  rollups: Maybe<Array<Rollup>>;
  /** Rows, count; exact for sealed partitions, an estimate for live ones. NULL: not yet measured. */
  rows: Maybe<Scalars['BigInt']['output']>;
  /** Schema, unquoted. */
  schema: Scalars['String']['output'];
  /** Partitions past the settle window and not sealed, count. */
  sealDue: Scalars['BigInt']['output'];
  /** Bytes of sealed partitions now. */
  sealedBytes: Maybe<Scalars['BigInt']['output']>;
  /** Leaves that are sealed, count. */
  sealedPartitions: Scalars['BigInt']['output'];
  /** How it is sealed. */
  sealing: SealingSettings;
  /** Changes whenever a setting does; give it as ifVersion. */
  settingsVersion: Scalars['String']['output'];
  /** Column it is spread by; NULL without. */
  spaceColumn: Maybe<Scalars['String']['output']>;
  /** How many ways it is spread; NULL without. */
  spacePartitions: Maybe<Scalars['Int']['output']>;
  /** Partitions added up along the time line, for drawing; exact at every zoom. */
  strip: Maybe<PartitionStrip>;
  /** Superseded rows over all sealed partitions, count. */
  supersededRows: Maybe<Scalars['BigInt']['output']>;
  /** Time column. */
  timeColumn: Scalars['String']['output'];
  /** Its type as Postgres prints it. */
  timeType: Scalars['String']['output'];
  /** Queries by what they cost, since the last reset. */
  topQueries: Maybe<QueryStatConnection>;
  /** The greatest late fraction of one sealed partition. */
  worstLateFraction: Maybe<Scalars['Float']['output']>;
};


/** A series table: a partitioned table registered with Sealstone. What is read apart from its own row is NULL, with an error beside it, while that cannot be read. */
export type SeriesHistoryArgs = {
  from?: InputMaybe<Scalars['DateTime']['input']>;
  points?: Scalars['Int']['input'];
  to?: InputMaybe<Scalars['DateTime']['input']>;
};


/** A series table: a partitioned table registered with Sealstone. What is read apart from its own row is NULL, with an error beside it, while that cannot be read. */
export type SeriesOperationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<OperationFilter>;
  first?: Scalars['Int']['input'];
};


/** A series table: a partitioned table registered with Sealstone. What is read apart from its own row is NULL, with an error beside it, while that cannot be read. */
export type SeriesPartitionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<PartitionFilter>;
  first?: Scalars['Int']['input'];
  order?: InputMaybe<PartitionOrder>;
};


/** A series table: a partitioned table registered with Sealstone. What is read apart from its own row is NULL, with an error beside it, while that cannot be read. */
export type SeriesQueryTimingsArgs = {
  from?: InputMaybe<Scalars['DateTime']['input']>;
  points?: Scalars['Int']['input'];
  to?: InputMaybe<Scalars['DateTime']['input']>;
};


/** A series table: a partitioned table registered with Sealstone. What is read apart from its own row is NULL, with an error beside it, while that cannot be read. */
export type SeriesStripArgs = {
  buckets?: Scalars['Int']['input'];
  from?: InputMaybe<Scalars['String']['input']>;
  to?: InputMaybe<Scalars['String']['input']>;
  withRows?: Scalars['Boolean']['input'];
};


/** A series table: a partitioned table registered with Sealstone. What is read apart from its own row is NULL, with an error beside it, while that cannot be read. */
export type SeriesTopQueriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
  order?: InputMaybe<QueryOrder>;
};

/** A page of series tables. */
export type SeriesConnection = {
  /** The API server's clock. */
  asOf: Scalars['DateTime']['output'];
  /** The items of this page, in order. */
  nodes: Array<Series>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** All that match the filter, count. */
  totalCount: Scalars['Int']['output'];
  /** Ids of databases that could not be read. */
  unavailable: Array<Scalars['ID']['output']>;
};

/** A change of series tables. */
export type SeriesEvent = {
  /** Clock of the server that was read, when it was read. */
  asOf: Scalars['DateTime']['output'];
  /** Ids that are gone. */
  removed: Array<Scalars['ID']['output']>;
  /** All of them in a snapshot, those that changed in a change. */
  series: Array<Series>;
  /** How changes reach the API. */
  source: LiveSource;
  /** Its type. */
  type: EventType;
};

/** Which series tables. */
export type SeriesFilter = {
  /** Only those of at least this many bytes. */
  minBytes?: InputMaybe<Scalars['BigInt']['input']>;
  /** Only those whose worst partition has at least this late fraction (0 to 1). */
  minLateFraction?: InputMaybe<Scalars['Float']['input']>;
  /** Only those with partitions past their settle window. */
  overdue?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only those with (true) or without (false) any sealed partition. */
  sealed?: InputMaybe<Scalars['Boolean']['input']>;
  /** Part of schema.table, any case. */
  search?: InputMaybe<Scalars['String']['input']>;
};

/** Samples of a series over time. */
export type SeriesHistory = {
  /** In order of time. A gap in the samples is a gap here. */
  points: Array<SeriesHistoryPoint>;
  /** minute or hour. */
  resolution: Scalars['String']['output'];
};

/** One sample. */
export type SeriesHistoryPoint = {
  /** When. */
  at: Scalars['DateTime']['output'];
  /** Bytes on disk. */
  bytes: Maybe<Scalars['BigInt']['output']>;
  /** Bytes of the same before they were sealed. */
  bytesBefore: Maybe<Scalars['BigInt']['output']>;
  /** 0 to 1 and above. */
  lateFraction: Maybe<Scalars['Float']['output']>;
  /** Invalidations pending over its rollups, count. */
  pendingInvalidations: Maybe<Scalars['BigInt']['output']>;
  /** bytesBefore / sealedBytes. */
  ratio: Maybe<Scalars['Float']['output']>;
  /** Count. */
  rows: Maybe<Scalars['BigInt']['output']>;
  /** Partitions due, count. */
  sealDue: Maybe<Scalars['BigInt']['output']>;
  /** Bytes of sealed partitions. */
  sealedBytes: Maybe<Scalars['BigInt']['output']>;
  /** Count. */
  sealedPartitions: Maybe<Scalars['BigInt']['output']>;
  /** The greatest of one partition, 0 to 1 and above. */
  worstLateFraction: Maybe<Scalars['Float']['output']>;
};

/** An order of series tables; ties by database and oid. */
export type SeriesOrder = {
  /** By what. */
  by?: SeriesSort;
  /** Which way. */
  direction?: SortDirection;
};

/** Answer of a mutation on a series. */
export type SeriesPayload = {
  /** True when nothing was done. */
  dryRun: Scalars['Boolean']['output'];
  /** Partitions made, count; NULL when the mutation makes none. */
  partitionsMade: Maybe<Scalars['Int']['output']>;
  /** True when this is the first answer to the same idempotency key. */
  replayed: Scalars['Boolean']['output'];
  /** The series afterwards; NULL in a dry run. */
  series: Maybe<Series>;
  /** The exact SQL, one statement an element. */
  sql: Array<Scalars['String']['output']>;
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

/** A signed-in session. */
export type Session = {
  /** Address it came from. */
  address: Maybe<Scalars['String']['output']>;
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** Is it the one asking. */
  current: Scalars['Boolean']['output'];
  /** When it ends by itself; NULL: never. */
  expiresAt: Scalars['DateTime']['output'];
  /** Its id. */
  id: Scalars['ID']['output'];
  /** When it was last used; NULL: never. */
  lastUsedAt: Scalars['DateTime']['output'];
  /** What the browser calls itself. */
  userAgent: Maybe<Scalars['String']['output']>;
};

/** How grave. */
export type Severity =
  /** Data or answers are at risk, or nothing works: now. */
  | 'CRITICAL'
  /** Worth knowing. */
  | 'INFO'
  /** Will become a problem: today. */
  | 'WARNING';

/** Answer of signIn. */
export type SignInPayload = {
  /** Who is signed in now. */
  viewer: Viewer;
};

/** Direction of an order. */
export type SortDirection =
  /** Smallest or oldest first; no value last. */
  | 'ASC'
  /** Greatest or newest first; no value last. */
  | 'DESC';

/** A column of a result. */
export type SqlColumn = {
  /** Its name. */
  name: Scalars['String']['output'];
  /** Is it a number (for charts). */
  numeric: Scalars['Boolean']['output'];
  /** Is it a time (for charts). */
  temporal: Scalars['Boolean']['output'];
  /** Type as Postgres prints it. */
  type: Scalars['String']['output'];
};

/** A plan. */
export type SqlPlan = {
  /** Milliseconds; NULL without analyze. */
  executionMs: Maybe<Scalars['Float']['output']>;
  /** Partitions read, count; NULL when it reads no series. */
  partitionsRead: Maybe<Scalars['Int']['output']>;
  /** Partitions of the series it reads, count. */
  partitionsTotal: Maybe<Scalars['Int']['output']>;
  /** As EXPLAIN (FORMAT JSON) gives it. */
  plan: Scalars['JSON']['output'];
  /** Planning, milliseconds; NULL without analyze. */
  planningMs: Maybe<Scalars['Float']['output']>;
  /** As EXPLAIN (FORMAT TEXT) gives it. */
  text: Scalars['String']['output'];
  /** What to know about it, each a sentence. */
  warnings: Array<Scalars['String']['output']>;
};

/** What a statement gave. */
export type SqlResult = {
  /** Its columns, in order. */
  columns: Array<SqlColumn>;
  /** INSERT, SELECT, SHOW and so on. */
  command: Scalars['String']['output'];
  /** Milliseconds in the database. */
  durationMs: Scalars['Float']['output'];
  /** Rows of text as Postgres prints them; NULL is NULL. */
  rows: Array<Array<Maybe<Scalars['String']['output']>>>;
  /** True when there was more than maxRows rows or 8 MiB. */
  truncated: Scalars['Boolean']['output'];
  /** What to know about its plan, each as a sentence: every partition is read, and so on. */
  warnings: Array<Scalars['String']['output']>;
};

/** One slice of the strip: the partitions whose lower bound lies in it. */
export type StripSlice = {
  /** Bytes on disk. */
  bytes: Scalars['BigInt']['output'];
  /** Partitions past their settle window and not sealed, count. */
  due: Scalars['Int']['output'];
  /** Partitions that are not ours, count. */
  foreign: Scalars['Int']['output'];
  /** Upper bound, exclusive; NULL for integers. */
  hi: Maybe<Scalars['DateTime']['output']>;
  /** Upper bound for integers, exclusive; NULL for times. */
  hiValue: Maybe<Scalars['BigInt']['output']>;
  /** Number of the slice from 0. */
  index: Scalars['Int']['output'];
  /** Partitions by state, count. */
  live: Scalars['Int']['output'];
  /** Lowest and highest bound of its partitions; NULL for integers. */
  lo: Maybe<Scalars['DateTime']['output']>;
  /** The same for integers; NULL for times. */
  loValue: Maybe<Scalars['BigInt']['output']>;
  /** The partition, when the slice has exactly one. */
  partition: Maybe<Scalars['ID']['output']>;
  /** Rows, count. */
  rows: Scalars['BigInt']['output'];
  /** Sealed partitions, count. */
  sealed: Scalars['Int']['output'];
  /** Partitions split by a space key, count. */
  spread: Scalars['Int']['output'];
  /** Greatest late fraction of one partition, 0 to 1 and above; NULL when none is sealed. */
  worstLateFraction: Maybe<Scalars['Float']['output']>;
};

/** Live answers over graphql-ws on the same path: a snapshot first, then every change in order, and a snapshot again after a lost connection. */
export type Subscription = {
  /** The server's clock, once every given number of seconds (1 to 60); for testing a connection. */
  clock: Scalars['DateTime']['output'];
  /** Operations as they change. */
  operationChanged: OperationEvent;
  /** Series tables as they change: after every operation that ends, and when they are measured. */
  seriesChanged: SeriesEvent;
};


/** Live answers over graphql-ws on the same path: a snapshot first, then every change in order, and a snapshot again after a lost connection. */
export type SubscriptionClockArgs = {
  everySeconds?: Scalars['Int']['input'];
};


/** Live answers over graphql-ws on the same path: a snapshot first, then every change in order, and a snapshot again after a lost connection. */
export type SubscriptionOperationChangedArgs = {
  database?: InputMaybe<Scalars['ID']['input']>;
  ids?: InputMaybe<Array<Scalars['ID']['input']>>;
  series?: InputMaybe<Scalars['ID']['input']>;
};


/** Live answers over graphql-ws on the same path: a snapshot first, then every change in order, and a snapshot again after a lost connection. */
export type SubscriptionSeriesChangedArgs = {
  database?: InputMaybe<Scalars['ID']['input']>;
  series?: InputMaybe<Scalars['ID']['input']>;
};

/** A column of a table. */
export type TableColumn = {
  /** Name, unquoted. */
  name: Scalars['String']['output'];
  /** Does it allow NULL. */
  nullable: Scalars['Boolean']['output'];
  /** Can it be the time column of a series (timestamptz, timestamp, date, smallint, integer, bigint). */
  timeLike: Scalars['Boolean']['output'];
  /** Type as Postgres prints it. */
  type: Scalars['String']['output'];
};

/** A table as completion and the create-series form need it. */
export type TableInfo = {
  /** Bytes on disk; NULL for partitioned tables and views. */
  bytes: Maybe<Scalars['BigInt']['output']>;
  /** Columns in order. */
  columns: Array<TableColumn>;
  /** database.oid */
  id: Scalars['ID']['output'];
  /** Is it a series table already. */
  isSeries: Scalars['Boolean']['output'];
  /** Kind of relation: table, partitioned table, view, materialized view, foreign table. */
  kind: Scalars['String']['output'];
  /** Name, unquoted. */
  name: Scalars['String']['output'];
  /** schema.name, quoted where needed. */
  qualifiedName: Scalars['String']['output'];
  /** Rows, Postgres's estimate, count. */
  rows: Scalars['BigInt']['output'];
  /** Schema, unquoted. */
  schema: Scalars['String']['output'];
};

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

/** A user of the console. */
export type User = {
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** True: may not sign in. */
  disabled: Scalars['Boolean']['output'];
  /** Its id. */
  id: Scalars['ID']['output'];
  /** When the user last signed in; NULL: never. */
  lastSignInAt: Maybe<Scalars['DateTime']['output']>;
  /** Its name. */
  name: Scalars['String']['output'];
  /** The role. */
  role: Role;
  /** Open sessions, count. */
  sessionCount: Scalars['Int']['output'];
  /** Tokens in force, count. */
  tokenCount: Scalars['Int']['output'];
};

/** Who is asking. */
export type Viewer = {
  /** Database ids allowed; NULL: all. */
  databases: Maybe<Array<Scalars['ID']['output']>>;
  /** When session or token ends. */
  expiresAt: Maybe<Scalars['DateTime']['output']>;
  /** True while the home database is down and the session goes on from memory: reading only. */
  homeUnavailable: Scalars['Boolean']['output'];
  /** user or token. */
  kind: Scalars['String']['output'];
  /** Name of the user or token. */
  name: Scalars['String']['output'];
  /** The role in force: a token's is never above its maker's. */
  role: Role;
  /** Kinds of action allowed. */
  scopes: Array<TokenScope>;
  /** The user; NULL for a token whose maker is gone. */
  user: Maybe<User>;
};

/** The extension's workers in one database. */
export type Worker = {
  /** True when the jobs were made on another cluster (a restore or clone) and wait for resumeJobs. */
  foreignCluster: Scalars['Boolean']['output'];
  /** Last sign of life of the launcher. */
  heartbeatAt: Maybe<Scalars['DateTime']['output']>;
  /** Parallel helpers at work, count. */
  helpers: Maybe<Scalars['Int']['output']>;
  /** Process id of the launcher; NULL: not running. */
  launcherPid: Maybe<Scalars['Int']['output']>;
  /** Most workers allowed, count. */
  maxWorkers: Maybe<Scalars['Int']['output']>;
  /** True after pauseAll: nothing new starts. */
  paused: Scalars['Boolean']['output'];
  /** Is the library preloaded. */
  preloaded: Scalars['Boolean']['output'];
  /** Process id of the database's worker; NULL: not running now. */
  workerPid: Maybe<Scalars['Int']['output']>;
};



export type ResolverTypeWrapper<T> = Promise<T> | T;

export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;





/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  ApiToken: ResolverTypeWrapper<ApiToken>;
  AttentionItem: ResolverTypeWrapper<AttentionModel>;
  AttentionRule: ResolverTypeWrapper<AttentionRule>;
  AuditConnection: ResolverTypeWrapper<AuditConnection>;
  AuditEntry: ResolverTypeWrapper<AuditEntry>;
  AuditFilter: AuditFilter;
  AuditOutcome: AuditOutcome;
  BigInt: ResolverTypeWrapper<Scalars['BigInt']['output']>;
  BlockingSession: ResolverTypeWrapper<BlockingSession>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  BulkKind: BulkKind;
  CheckPartitionPayload: ResolverTypeWrapper<CheckPartitionPayload>;
  CheckProblem: ResolverTypeWrapper<CheckProblem>;
  Codec: Codec;
  CreateRollupInput: CreateRollupInput;
  CreateSeriesInput: CreateSeriesInput;
  CreateTokenInput: CreateTokenInput;
  CreateTokenPayload: ResolverTypeWrapper<CreateTokenPayload>;
  Database: ResolverTypeWrapper<DatabaseModel>;
  DatabasePayload: ResolverTypeWrapper<Omit<DatabasePayload, 'database'> & { database?: Maybe<ResolversTypes['Database']> }>;
  DatabaseState: DatabaseState;
  DatabaseTotals: ResolverTypeWrapper<DatabaseTotals>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  Disk: ResolverTypeWrapper<Disk>;
  DropEffect: ResolverTypeWrapper<DropEffect>;
  DropExpectation: DropExpectation;
  DropPayload: ResolverTypeWrapper<Omit<DropPayload, 'series'> & { series?: Maybe<ResolversTypes['Series']> }>;
  EstimateSealPayload: ResolverTypeWrapper<EstimateSealPayload>;
  EventType: EventType;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Interval: ResolverTypeWrapper<Scalars['Interval']['output']>;
  Invalidation: ResolverTypeWrapper<Invalidation>;
  InvalidationConnection: ResolverTypeWrapper<InvalidationConnectionModel>;
  InvalidationKind: InvalidationKind;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  Job: ResolverTypeWrapper<JobModel>;
  JobKind: JobKind;
  JobPayload: ResolverTypeWrapper<Omit<JobPayload, 'job'> & { job?: Maybe<ResolversTypes['Job']> }>;
  JobRun: ResolverTypeWrapper<JobRun>;
  JobStatus: JobStatus;
  LiveSource: LiveSource;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Operation: ResolverTypeWrapper<OperationModel>;
  OperationConnection: ResolverTypeWrapper<OperationConnectionModel>;
  OperationError: ResolverTypeWrapper<OperationError>;
  OperationEvent: ResolverTypeWrapper<Omit<OperationEvent, 'operations'> & { operations: Array<ResolversTypes['Operation']> }>;
  OperationFilter: OperationFilter;
  OperationKind: OperationKind;
  OperationPayload: ResolverTypeWrapper<Omit<OperationPayload, 'operation'> & { operation?: Maybe<ResolversTypes['Operation']> }>;
  OperationState: OperationState;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Partition: ResolverTypeWrapper<PartitionModel>;
  PartitionColumn: ResolverTypeWrapper<PartitionColumn>;
  PartitionConnection: ResolverTypeWrapper<PartitionConnectionModel>;
  PartitionFilter: PartitionFilter;
  PartitionHistoryPoint: ResolverTypeWrapper<PartitionHistoryPoint>;
  PartitionOrder: PartitionOrder;
  PartitionSort: PartitionSort;
  PartitionState: PartitionState;
  PartitionStrip: ResolverTypeWrapper<PartitionStrip>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  QueryOrder: QueryOrder;
  QuerySort: QuerySort;
  QueryStat: ResolverTypeWrapper<QueryStat>;
  QueryStatConnection: ResolverTypeWrapper<QueryStatConnectionModel>;
  QueryTimingPoint: ResolverTypeWrapper<QueryTimingPoint>;
  QueryTimings: ResolverTypeWrapper<QueryTimings>;
  Remedy: ResolverTypeWrapper<Remedy>;
  RetentionSettings: ResolverTypeWrapper<RetentionSettings>;
  Role: Role;
  Rollup: ResolverTypeWrapper<RollupModel>;
  RollupPayload: ResolverTypeWrapper<Omit<RollupPayload, 'rollup'> & { rollup?: Maybe<ResolversTypes['Rollup']> }>;
  RowGroup: ResolverTypeWrapper<RowGroup>;
  SealEstimate: ResolverTypeWrapper<SealEstimate>;
  SealingSettings: ResolverTypeWrapper<SealingSettings>;
  Series: ResolverTypeWrapper<SeriesModel>;
  SeriesConnection: ResolverTypeWrapper<SeriesConnectionModel>;
  SeriesEvent: ResolverTypeWrapper<Omit<SeriesEvent, 'series'> & { series: Array<ResolversTypes['Series']> }>;
  SeriesFilter: SeriesFilter;
  SeriesHistory: ResolverTypeWrapper<SeriesHistory>;
  SeriesHistoryPoint: ResolverTypeWrapper<SeriesHistoryPoint>;
  SeriesOrder: SeriesOrder;
  SeriesPayload: ResolverTypeWrapper<Omit<SeriesPayload, 'series'> & { series?: Maybe<ResolversTypes['Series']> }>;
  SeriesSort: SeriesSort;
  Session: ResolverTypeWrapper<Session>;
  Severity: Severity;
  SignInPayload: ResolverTypeWrapper<Omit<SignInPayload, 'viewer'> & { viewer: ResolversTypes['Viewer'] }>;
  SortDirection: SortDirection;
  SqlColumn: ResolverTypeWrapper<SqlColumn>;
  SqlPlan: ResolverTypeWrapper<SqlPlan>;
  SqlResult: ResolverTypeWrapper<SqlResult>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  StripSlice: ResolverTypeWrapper<StripSlice>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  TableColumn: ResolverTypeWrapper<TableColumn>;
  TableInfo: ResolverTypeWrapper<TableInfo>;
  TokenScope: TokenScope;
  User: ResolverTypeWrapper<UserModel>;
  Viewer: ResolverTypeWrapper<Omit<Viewer, 'user'> & { user?: Maybe<ResolversTypes['User']> }>;
  Worker: ResolverTypeWrapper<Worker>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  ApiToken: ApiToken;
  AttentionItem: AttentionModel;
  AttentionRule: AttentionRule;
  AuditConnection: AuditConnection;
  AuditEntry: AuditEntry;
  AuditFilter: AuditFilter;
  BigInt: Scalars['BigInt']['output'];
  BlockingSession: BlockingSession;
  Boolean: Scalars['Boolean']['output'];
  CheckPartitionPayload: CheckPartitionPayload;
  CheckProblem: CheckProblem;
  CreateRollupInput: CreateRollupInput;
  CreateSeriesInput: CreateSeriesInput;
  CreateTokenInput: CreateTokenInput;
  CreateTokenPayload: CreateTokenPayload;
  Database: DatabaseModel;
  DatabasePayload: Omit<DatabasePayload, 'database'> & { database?: Maybe<ResolversParentTypes['Database']> };
  DatabaseTotals: DatabaseTotals;
  DateTime: Scalars['DateTime']['output'];
  Disk: Disk;
  DropEffect: DropEffect;
  DropExpectation: DropExpectation;
  DropPayload: Omit<DropPayload, 'series'> & { series?: Maybe<ResolversParentTypes['Series']> };
  EstimateSealPayload: EstimateSealPayload;
  Float: Scalars['Float']['output'];
  ID: Scalars['ID']['output'];
  Int: Scalars['Int']['output'];
  Interval: Scalars['Interval']['output'];
  Invalidation: Invalidation;
  InvalidationConnection: InvalidationConnectionModel;
  JSON: Scalars['JSON']['output'];
  Job: JobModel;
  JobPayload: Omit<JobPayload, 'job'> & { job?: Maybe<ResolversParentTypes['Job']> };
  JobRun: JobRun;
  Mutation: Record<PropertyKey, never>;
  Operation: OperationModel;
  OperationConnection: OperationConnectionModel;
  OperationError: OperationError;
  OperationEvent: Omit<OperationEvent, 'operations'> & { operations: Array<ResolversParentTypes['Operation']> };
  OperationFilter: OperationFilter;
  OperationPayload: Omit<OperationPayload, 'operation'> & { operation?: Maybe<ResolversParentTypes['Operation']> };
  PageInfo: PageInfo;
  Partition: PartitionModel;
  PartitionColumn: PartitionColumn;
  PartitionConnection: PartitionConnectionModel;
  PartitionFilter: PartitionFilter;
  PartitionHistoryPoint: PartitionHistoryPoint;
  PartitionOrder: PartitionOrder;
  PartitionStrip: PartitionStrip;
  Query: Record<PropertyKey, never>;
  QueryOrder: QueryOrder;
  QueryStat: QueryStat;
  QueryStatConnection: QueryStatConnectionModel;
  QueryTimingPoint: QueryTimingPoint;
  QueryTimings: QueryTimings;
  Remedy: Remedy;
  RetentionSettings: RetentionSettings;
  Rollup: RollupModel;
  RollupPayload: Omit<RollupPayload, 'rollup'> & { rollup?: Maybe<ResolversParentTypes['Rollup']> };
  RowGroup: RowGroup;
  SealEstimate: SealEstimate;
  SealingSettings: SealingSettings;
  Series: SeriesModel;
  SeriesConnection: SeriesConnectionModel;
  SeriesEvent: Omit<SeriesEvent, 'series'> & { series: Array<ResolversParentTypes['Series']> };
  SeriesFilter: SeriesFilter;
  SeriesHistory: SeriesHistory;
  SeriesHistoryPoint: SeriesHistoryPoint;
  SeriesOrder: SeriesOrder;
  SeriesPayload: Omit<SeriesPayload, 'series'> & { series?: Maybe<ResolversParentTypes['Series']> };
  Session: Session;
  SignInPayload: Omit<SignInPayload, 'viewer'> & { viewer: ResolversParentTypes['Viewer'] };
  SqlColumn: SqlColumn;
  SqlPlan: SqlPlan;
  SqlResult: SqlResult;
  String: Scalars['String']['output'];
  StripSlice: StripSlice;
  Subscription: Record<PropertyKey, never>;
  TableColumn: TableColumn;
  TableInfo: TableInfo;
  User: UserModel;
  Viewer: Omit<Viewer, 'user'> & { user?: Maybe<ResolversParentTypes['User']> };
  Worker: Worker;
};

export type ApiTokenResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ApiToken'] = ResolversParentTypes['ApiToken']> = {
  active?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  databases?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  prefix?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
  scopes?: Resolver<Array<ResolversTypes['TokenScope']>, ParentType, ContextType>;
};

export type AttentionItemResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AttentionItem'] = ResolversParentTypes['AttentionItem']> = {
  database?: Resolver<ResolversTypes['Database'], ParentType, ContextType>;
  evidence?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  job?: Resolver<Maybe<ResolversTypes['Job']>, ParentType, ContextType>;
  operation?: Resolver<Maybe<ResolversTypes['Operation']>, ParentType, ContextType>;
  remedy?: Resolver<Maybe<ResolversTypes['Remedy']>, ParentType, ContextType>;
  rollup?: Resolver<Maybe<ResolversTypes['Rollup']>, ParentType, ContextType>;
  rule?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  series?: Resolver<Maybe<ResolversTypes['Series']>, ParentType, ContextType>;
  severity?: Resolver<ResolversTypes['Severity'], ParentType, ContextType>;
  since?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  threshold?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type AttentionRuleResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AttentionRule'] = ResolversParentTypes['AttentionRule']> = {
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  setting?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  severity?: Resolver<ResolversTypes['Severity'], ParentType, ContextType>;
  threshold?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  unit?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AuditConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AuditConnection'] = ResolversParentTypes['AuditConnection']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['AuditEntry']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type AuditEntryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AuditEntry'] = ResolversParentTypes['AuditEntry']> = {
  action?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  actorKind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  arguments?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  database?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  durationMs?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  errorCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  errorMessage?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  face?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  operation?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['AuditOutcome'], ParentType, ContextType>;
  requestId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  role?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType>;
  sql?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  target?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export interface BigIntScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['BigInt'], any> {
  name: 'BigInt';
}

export type BlockingSessionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BlockingSession'] = ResolversParentTypes['BlockingSession']> = {
  pid?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  query?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CheckPartitionPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CheckPartitionPayload'] = ResolversParentTypes['CheckPartitionPayload']> = {
  dryRun?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  problems?: Resolver<Array<ResolversTypes['CheckProblem']>, ParentType, ContextType>;
  sound?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  sql?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CheckProblemResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CheckProblem'] = ResolversParentTypes['CheckProblem']> = {
  block?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  column?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  problem?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rowGroup?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type CreateTokenPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateTokenPayload'] = ResolversParentTypes['CreateTokenPayload']> = {
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['ApiToken'], ParentType, ContextType>;
};

export type DatabaseResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Database'] = ResolversParentTypes['Database']> = {
  address?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  asOf?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  attention?: Resolver<Maybe<Array<ResolversTypes['AttentionItem']>>, ParentType, ContextType>;
  disk?: Resolver<Maybe<ResolversTypes['Disk']>, ParentType, ContextType>;
  extensionVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  jobs?: Resolver<Maybe<Array<ResolversTypes['Job']>>, ParentType, ContextType>;
  libraryVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  liveSource?: Resolver<ResolversTypes['LiveSource'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  operations?: Resolver<Maybe<ResolversTypes['OperationConnection']>, ParentType, ContextType, RequireFields<DatabaseOperationsArgs, 'first'>>;
  readable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  rollups?: Resolver<Maybe<Array<ResolversTypes['Rollup']>>, ParentType, ContextType>;
  series?: Resolver<Maybe<ResolversTypes['SeriesConnection']>, ParentType, ContextType, RequireFields<DatabaseSeriesArgs, 'first'>>;
  serverVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['DatabaseState'], ParentType, ContextType>;
  stateMessage?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  stateRemedy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  stateSince?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  tables?: Resolver<Maybe<Array<ResolversTypes['TableInfo']>>, ParentType, ContextType, RequireFields<DatabaseTablesArgs, 'convertible' | 'first'>>;
  totals?: Resolver<Maybe<ResolversTypes['DatabaseTotals']>, ParentType, ContextType>;
  worker?: Resolver<Maybe<ResolversTypes['Worker']>, ParentType, ContextType>;
  writable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type DatabasePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DatabasePayload'] = ResolversParentTypes['DatabasePayload']> = {
  database?: Resolver<Maybe<ResolversTypes['Database']>, ParentType, ContextType>;
  dryRun?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  sql?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DatabaseTotalsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DatabaseTotals'] = ResolversParentTypes['DatabaseTotals']> = {
  activeOperations?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  bytes?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  bytesBefore?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  defaultRows?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  failingJobs?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  lateFraction?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  overdueJobs?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  partitions?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  pendingInvalidations?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  ratio?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  rows?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  savedBytes?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  sealDue?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  sealedBytes?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  sealedPartitions?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  series?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  slowQueries?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DiskResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Disk'] = ResolversParentTypes['Disk']> = {
  freeBytes?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  totalBytes?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
};

export type DropEffectResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DropEffect'] = ResolversParentTypes['DropEffect']> = {
  bytes?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  dependents?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  from?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  names?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  notRolledUp?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  partitions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rows?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type DropPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DropPayload'] = ResolversParentTypes['DropPayload']> = {
  dryRun?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  effect?: Resolver<ResolversTypes['DropEffect'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  series?: Resolver<Maybe<ResolversTypes['Series']>, ParentType, ContextType>;
  sql?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type EstimateSealPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EstimateSealPayload'] = ResolversParentTypes['EstimateSealPayload']> = {
  dryRun?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  estimate?: Resolver<Maybe<ResolversTypes['SealEstimate']>, ParentType, ContextType>;
  sql?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export interface IntervalScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Interval'], any> {
  name: 'Interval';
}

export type InvalidationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Invalidation'] = ResolversParentTypes['Invalidation']> = {
  cause?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  groupKey?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  hi?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  hiValue?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['InvalidationKind'], ParentType, ContextType>;
  lo?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  loValue?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  rows?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
};

export type InvalidationConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['InvalidationConnection'] = ResolversParentTypes['InvalidationConnection']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Invalidation']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type JobResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Job'] = ResolversParentTypes['Job']> = {
  database?: Resolver<ResolversTypes['Database'], ParentType, ContextType>;
  enabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  failures?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  history?: Resolver<Maybe<Array<ResolversTypes['JobRun']>>, ParentType, ContextType, RequireFields<JobHistoryArgs, 'first'>>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['JobKind'], ParentType, ContextType>;
  lastDurationMs?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  lastError?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastFinish?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastRun?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastStatus?: Resolver<Maybe<ResolversTypes['JobStatus']>, ParentType, ContextType>;
  nextRun?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  overdue?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  owner?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  pausedReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  relationName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rollup?: Resolver<Maybe<ResolversTypes['Rollup']>, ParentType, ContextType>;
  running?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  runs?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  schedule?: Resolver<ResolversTypes['Interval'], ParentType, ContextType>;
  series?: Resolver<Maybe<ResolversTypes['Series']>, ParentType, ContextType>;
  settingsVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type JobPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['JobPayload'] = ResolversParentTypes['JobPayload']> = {
  dryRun?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  effect?: Resolver<Maybe<ResolversTypes['DropEffect']>, ParentType, ContextType>;
  job?: Resolver<Maybe<ResolversTypes['Job']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  sql?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type JobRunResolvers<ContextType = Context, ParentType extends ResolversParentTypes['JobRun'] = ResolversParentTypes['JobRun']> = {
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  operation?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  startedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['JobStatus'], ParentType, ContextType>;
};

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  bulkPartitions?: Resolver<ResolversTypes['OperationPayload'], ParentType, ContextType, RequireFields<MutationBulkPartitionsArgs, 'dryRun' | 'kind' | 'series'>>;
  cancelOperation?: Resolver<ResolversTypes['OperationPayload'], ParentType, ContextType, RequireFields<MutationCancelOperationArgs, 'dryRun' | 'operation'>>;
  changePassword?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationChangePasswordArgs, 'current' | 'new'>>;
  checkPartition?: Resolver<ResolversTypes['CheckPartitionPayload'], ParentType, ContextType, RequireFields<MutationCheckPartitionArgs, 'dryRun' | 'partition'>>;
  createRollup?: Resolver<ResolversTypes['RollupPayload'], ParentType, ContextType, RequireFields<MutationCreateRollupArgs, 'dryRun' | 'input'>>;
  createSeries?: Resolver<ResolversTypes['SeriesPayload'], ParentType, ContextType, RequireFields<MutationCreateSeriesArgs, 'dryRun' | 'input'>>;
  createToken?: Resolver<ResolversTypes['CreateTokenPayload'], ParentType, ContextType, RequireFields<MutationCreateTokenArgs, 'input'>>;
  createUser?: Resolver<ResolversTypes['User'], ParentType, ContextType, RequireFields<MutationCreateUserArgs, 'name' | 'password' | 'role'>>;
  deleteUser?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteUserArgs, 'confirm' | 'id'>>;
  dropPartitions?: Resolver<ResolversTypes['DropPayload'], ParentType, ContextType, RequireFields<MutationDropPartitionsArgs, 'dryRun' | 'series'>>;
  dropRollup?: Resolver<ResolversTypes['DropPayload'], ParentType, ContextType, RequireFields<MutationDropRollupArgs, 'dryRun' | 'rollup'>>;
  dropSeries?: Resolver<ResolversTypes['DatabasePayload'], ParentType, ContextType, RequireFields<MutationDropSeriesArgs, 'dryRun' | 'series'>>;
  estimateSeal?: Resolver<ResolversTypes['EstimateSealPayload'], ParentType, ContextType, RequireFields<MutationEstimateSealArgs, 'dryRun' | 'partition'>>;
  explainSql?: Resolver<ResolversTypes['SqlPlan'], ParentType, ContextType, RequireFields<MutationExplainSqlArgs, 'analyze' | 'database' | 'sql' | 'timeoutMs'>>;
  makePartitions?: Resolver<ResolversTypes['SeriesPayload'], ParentType, ContextType, RequireFields<MutationMakePartitionsArgs, 'dryRun' | 'hi' | 'lo' | 'series'>>;
  measureSeries?: Resolver<ResolversTypes['SeriesPayload'], ParentType, ContextType, RequireFields<MutationMeasureSeriesArgs, 'dryRun' | 'series'>>;
  migrateSeries?: Resolver<ResolversTypes['OperationPayload'], ParentType, ContextType, RequireFields<MutationMigrateSeriesArgs, 'dryRun' | 'series'>>;
  pauseAll?: Resolver<ResolversTypes['DatabasePayload'], ParentType, ContextType, RequireFields<MutationPauseAllArgs, 'database' | 'dryRun'>>;
  ping?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  refreshRollup?: Resolver<ResolversTypes['OperationPayload'], ParentType, ContextType, RequireFields<MutationRefreshRollupArgs, 'dryRun' | 'rollup'>>;
  reseal?: Resolver<ResolversTypes['OperationPayload'], ParentType, ContextType, RequireFields<MutationResealArgs, 'dryRun' | 'partition'>>;
  resetQueryStats?: Resolver<ResolversTypes['DatabasePayload'], ParentType, ContextType, RequireFields<MutationResetQueryStatsArgs, 'database' | 'dryRun'>>;
  resumeAll?: Resolver<ResolversTypes['DatabasePayload'], ParentType, ContextType, RequireFields<MutationResumeAllArgs, 'database' | 'dryRun'>>;
  resumeJobs?: Resolver<ResolversTypes['DatabasePayload'], ParentType, ContextType, RequireFields<MutationResumeJobsArgs, 'database' | 'dryRun'>>;
  retryOperation?: Resolver<ResolversTypes['OperationPayload'], ParentType, ContextType, RequireFields<MutationRetryOperationArgs, 'dryRun' | 'operation'>>;
  revokeSession?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationRevokeSessionArgs, 'id'>>;
  revokeToken?: Resolver<ResolversTypes['ApiToken'], ParentType, ContextType, RequireFields<MutationRevokeTokenArgs, 'id'>>;
  runJob?: Resolver<ResolversTypes['OperationPayload'], ParentType, ContextType, RequireFields<MutationRunJobArgs, 'dryRun' | 'job'>>;
  runSql?: Resolver<ResolversTypes['SqlResult'], ParentType, ContextType, RequireFields<MutationRunSqlArgs, 'database' | 'maxRows' | 'sql' | 'timeoutMs'>>;
  seal?: Resolver<ResolversTypes['OperationPayload'], ParentType, ContextType, RequireFields<MutationSealArgs, 'dryRun' | 'partition'>>;
  sealEligible?: Resolver<ResolversTypes['OperationPayload'], ParentType, ContextType, RequireFields<MutationSealEligibleArgs, 'dryRun' | 'series'>>;
  setRetention?: Resolver<ResolversTypes['DropPayload'], ParentType, ContextType, RequireFields<MutationSetRetentionArgs, 'dryRun' | 'series'>>;
  setRollupRetention?: Resolver<ResolversTypes['RollupPayload'], ParentType, ContextType, RequireFields<MutationSetRollupRetentionArgs, 'dryRun' | 'rollup'>>;
  setSealing?: Resolver<ResolversTypes['SeriesPayload'], ParentType, ContextType, RequireFields<MutationSetSealingArgs, 'dryRun' | 'series'>>;
  signIn?: Resolver<ResolversTypes['SignInPayload'], ParentType, ContextType, RequireFields<MutationSignInArgs, 'name' | 'password'>>;
  signOut?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  unseal?: Resolver<ResolversTypes['OperationPayload'], ParentType, ContextType, RequireFields<MutationUnsealArgs, 'dryRun' | 'partition'>>;
  updateJob?: Resolver<ResolversTypes['JobPayload'], ParentType, ContextType, RequireFields<MutationUpdateJobArgs, 'dryRun' | 'job'>>;
  updateUser?: Resolver<ResolversTypes['User'], ParentType, ContextType, RequireFields<MutationUpdateUserArgs, 'id'>>;
};

export type OperationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Operation'] = ResolversParentTypes['Operation']> = {
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  attempt?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  blockedBy?: Resolver<Array<ResolversTypes['BlockingSession']>, ParentType, ContextType>;
  bytesDone?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  bytesTotal?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  cancelRequested?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  cancellable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  children?: Resolver<Maybe<Array<ResolversTypes['Operation']>>, ParentType, ContextType>;
  database?: Resolver<ResolversTypes['Database'], ParentType, ContextType>;
  durationMs?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['OperationError']>, ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  job?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['OperationKind'], ParentType, ContextType>;
  kindText?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  options?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  parent?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  partition?: Resolver<Maybe<ResolversTypes['Partition']>, ParentType, ContextType>;
  phase?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  progress?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  requestedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  requestedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  result?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  retryable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  rollup?: Resolver<Maybe<ResolversTypes['Rollup']>, ParentType, ContextType>;
  rowsDone?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  rowsTotal?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  series?: Resolver<Maybe<ResolversTypes['Series']>, ParentType, ContextType>;
  startedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['OperationState'], ParentType, ContextType>;
  targetName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
};

export type OperationConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OperationConnection'] = ResolversParentTypes['OperationConnection']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Operation']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unavailable?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type OperationErrorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OperationError'] = ResolversParentTypes['OperationError']> = {
  detail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hint?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sqlstate?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type OperationEventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OperationEvent'] = ResolversParentTypes['OperationEvent']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  operations?: Resolver<Array<ResolversTypes['Operation']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['LiveSource'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EventType'], ParentType, ContextType>;
};

export type OperationPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OperationPayload'] = ResolversParentTypes['OperationPayload']> = {
  dryRun?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  operation?: Resolver<Maybe<ResolversTypes['Operation']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  sql?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  targets?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PartitionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Partition'] = ResolversParentTypes['Partition']> = {
  bytes?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  bytesBefore?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  codec?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  collationStale?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  columns?: Resolver<Maybe<Array<ResolversTypes['PartitionColumn']>>, ParentType, ContextType>;
  database?: Resolver<ResolversTypes['Database'], ParentType, ContextType>;
  due?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hi?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  hiValue?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  history?: Resolver<Maybe<Array<ResolversTypes['PartitionHistoryPoint']>>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastOperation?: Resolver<Maybe<ResolversTypes['Operation']>, ParentType, ContextType>;
  lateFraction?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  lateRows?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  lo?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  loValue?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  measuredAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  operations?: Resolver<Maybe<ResolversTypes['OperationConnection']>, ParentType, ContextType, RequireFields<PartitionOperationsArgs, 'first'>>;
  orderKey?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  qualifiedName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rangeFrom?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  rangeTo?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  ratio?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  rowGroups?: Resolver<Maybe<Array<ResolversTypes['RowGroup']>>, ParentType, ContextType, RequireFields<PartitionRowGroupsArgs, 'first' | 'skip'>>;
  rows?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  schema?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sealDueAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  sealedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  series?: Resolver<ResolversTypes['Series'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['PartitionState'], ParentType, ContextType>;
  supersededRows?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
};

export type PartitionColumnResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PartitionColumn'] = ResolversParentTypes['PartitionColumn']> = {
  bytes?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  encodings?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nullCount?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  pages?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  ratio?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  rawBytes?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PartitionConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PartitionConnection'] = ResolversParentTypes['PartitionConnection']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Partition']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalBytes?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PartitionHistoryPointResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PartitionHistoryPoint'] = ResolversParentTypes['PartitionHistoryPoint']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  lateFraction?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['PartitionState'], ParentType, ContextType>;
};

export type PartitionStripResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PartitionStrip'] = ResolversParentTypes['PartitionStrip']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  from?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  fromValue?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  partitions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  resealFraction?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  slices?: Resolver<Array<ResolversTypes['StripSlice']>, ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  toValue?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  apiVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  attention?: Resolver<Array<ResolversTypes['AttentionItem']>, ParentType, ContextType, Partial<QueryAttentionArgs>>;
  attentionRules?: Resolver<Array<ResolversTypes['AttentionRule']>, ParentType, ContextType>;
  auditLog?: Resolver<Maybe<ResolversTypes['AuditConnection']>, ParentType, ContextType, RequireFields<QueryAuditLogArgs, 'first'>>;
  database?: Resolver<Maybe<ResolversTypes['Database']>, ParentType, ContextType, RequireFields<QueryDatabaseArgs, 'id'>>;
  databases?: Resolver<Array<ResolversTypes['Database']>, ParentType, ContextType>;
  job?: Resolver<Maybe<ResolversTypes['Job']>, ParentType, ContextType, RequireFields<QueryJobArgs, 'id'>>;
  operation?: Resolver<Maybe<ResolversTypes['Operation']>, ParentType, ContextType, RequireFields<QueryOperationArgs, 'id'>>;
  operations?: Resolver<ResolversTypes['OperationConnection'], ParentType, ContextType, RequireFields<QueryOperationsArgs, 'first'>>;
  partition?: Resolver<Maybe<ResolversTypes['Partition']>, ParentType, ContextType, RequireFields<QueryPartitionArgs, 'id'>>;
  rollup?: Resolver<Maybe<ResolversTypes['Rollup']>, ParentType, ContextType, RequireFields<QueryRollupArgs, 'id'>>;
  series?: Resolver<Maybe<ResolversTypes['Series']>, ParentType, ContextType, RequireFields<QuerySeriesArgs, 'id'>>;
  seriesList?: Resolver<ResolversTypes['SeriesConnection'], ParentType, ContextType, RequireFields<QuerySeriesListArgs, 'first'>>;
  sessions?: Resolver<Maybe<Array<ResolversTypes['Session']>>, ParentType, ContextType>;
  tokens?: Resolver<Maybe<Array<ResolversTypes['ApiToken']>>, ParentType, ContextType, RequireFields<QueryTokensArgs, 'all'>>;
  users?: Resolver<Maybe<Array<ResolversTypes['User']>>, ParentType, ContextType>;
  viewer?: Resolver<Maybe<ResolversTypes['Viewer']>, ParentType, ContextType>;
};

export type QueryStatResolvers<ContextType = Context, ParentType extends ResolversParentTypes['QueryStat'] = ResolversParentTypes['QueryStat']> = {
  calls?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  groupsRead?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  groupsSkipped?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastCall?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  maxMs?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  meanMs?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  minMs?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  p50Ms?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  p95Ms?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  p99Ms?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  partitionsRead?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  partitionsTotal?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  paths?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  queryId?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  readsEveryPartition?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  rows?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  skippedFraction?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  totalMs?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type QueryStatConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['QueryStatConnection'] = ResolversParentTypes['QueryStatConnection']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['QueryStat']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type QueryTimingPointResolvers<ContextType = Context, ParentType extends ResolversParentTypes['QueryTimingPoint'] = ResolversParentTypes['QueryTimingPoint']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  calls?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  groupsRead?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  groupsSkipped?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  meanMs?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  p50Ms?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  p95Ms?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  p99Ms?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  rows?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  totalMs?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type QueryTimingsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['QueryTimings'] = ResolversParentTypes['QueryTimings']> = {
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  points?: Resolver<Array<ResolversTypes['QueryTimingPoint']>, ParentType, ContextType>;
  stepSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type RemedyResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Remedy'] = ResolversParentTypes['Remedy']> = {
  arguments?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  destructive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  mutation?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
  sql?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RetentionSettingsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RetentionSettings'] = ResolversParentTypes['RetentionSettings']> = {
  enabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  keep?: Resolver<Maybe<ResolversTypes['Interval']>, ParentType, ContextType>;
  keepWidth?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
};

export type RollupResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Rollup'] = ResolversParentTypes['Rollup']> = {
  bucket?: Resolver<Maybe<ResolversTypes['Interval']>, ParentType, ContextType>;
  bucketWidth?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  bytes?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  database?: Resolver<ResolversTypes['Database'], ParentType, ContextType>;
  estimateMs?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  floor?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  floorValue?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  groupBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  invalidations?: Resolver<Maybe<ResolversTypes['InvalidationConnection']>, ParentType, ContextType, RequireFields<RollupInvalidationsArgs, 'first'>>;
  jobs?: Resolver<Maybe<Array<ResolversTypes['Job']>>, ParentType, ContextType>;
  lastRefresh?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastRefreshBuckets?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  lastRefreshMs?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  lastRefreshRows?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  materializedBuckets?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  measuredAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  operations?: Resolver<Maybe<ResolversTypes['OperationConnection']>, ParentType, ContextType, RequireFields<RollupOperationsArgs, 'first'>>;
  pending?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  pendingBuckets?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  pendingPairs?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  pendingRanges?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  pendingSince?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  qualifiedName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  retention?: Resolver<Maybe<ResolversTypes['Interval']>, ParentType, ContextType>;
  retentionWidth?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  rows?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  schema?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  selectList?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  series?: Resolver<Maybe<ResolversTypes['Series']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sourceRollup?: Resolver<Maybe<ResolversTypes['Rollup']>, ParentType, ContextType>;
  timeZone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  triggersEnabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  watermark?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  watermarkValue?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
};

export type RollupPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RollupPayload'] = ResolversParentTypes['RollupPayload']> = {
  dryRun?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  rollup?: Resolver<Maybe<ResolversTypes['Rollup']>, ParentType, ContextType>;
  sql?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RowGroupResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RowGroup'] = ResolversParentTypes['RowGroup']> = {
  bytes?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  firstKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  firstRow?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  lastKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  maxTime?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  minTime?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  rowGroup?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rows?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  superseded?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SealEstimateResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SealEstimate'] = ResolversParentTypes['SealEstimate']> = {
  bytesAfter?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  bytesBefore?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  orderKey?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  ratio?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  rows?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  sampledRows?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
};

export type SealingSettingsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SealingSettings'] = ResolversParentTypes['SealingSettings']> = {
  after?: Resolver<Maybe<ResolversTypes['Interval']>, ParentType, ContextType>;
  afterWidth?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  codec?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  enabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  keepIndexes?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  orderBy?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  resealFraction?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type SeriesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Series'] = ResolversParentTypes['Series']> = {
  attention?: Resolver<Maybe<Array<ResolversTypes['AttentionItem']>>, ParentType, ContextType>;
  bytes?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  bytesBefore?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  columns?: Resolver<Maybe<Array<ResolversTypes['TableColumn']>>, ParentType, ContextType>;
  database?: Resolver<ResolversTypes['Database'], ParentType, ContextType>;
  defaultBytes?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  defaultRows?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  hasDefault?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  history?: Resolver<Maybe<ResolversTypes['SeriesHistory']>, ParentType, ContextType, RequireFields<SeriesHistoryArgs, 'points'>>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  integerTime?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  jobs?: Resolver<Maybe<Array<ResolversTypes['Job']>>, ParentType, ContextType>;
  lateFraction?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  lateRows?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  livePartitions?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  measuredAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  newest?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  oldest?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  operations?: Resolver<Maybe<ResolversTypes['OperationConnection']>, ParentType, ContextType, RequireFields<SeriesOperationsArgs, 'first'>>;
  owner?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  partitionCount?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  partitionInterval?: Resolver<Maybe<ResolversTypes['Interval']>, ParentType, ContextType>;
  partitionWidth?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  partitions?: Resolver<Maybe<ResolversTypes['PartitionConnection']>, ParentType, ContextType, RequireFields<SeriesPartitionsArgs, 'first'>>;
  premake?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  qualifiedName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  queryTimings?: Resolver<Maybe<ResolversTypes['QueryTimings']>, ParentType, ContextType, RequireFields<SeriesQueryTimingsArgs, 'points'>>;
  ratio?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  retention?: Resolver<ResolversTypes['RetentionSettings'], ParentType, ContextType>;
  rollups?: Resolver<Maybe<Array<ResolversTypes['Rollup']>>, ParentType, ContextType>;
  rows?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  schema?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sealDue?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  sealedBytes?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  sealedPartitions?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  sealing?: Resolver<ResolversTypes['SealingSettings'], ParentType, ContextType>;
  settingsVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  spaceColumn?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  spacePartitions?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  strip?: Resolver<Maybe<ResolversTypes['PartitionStrip']>, ParentType, ContextType, RequireFields<SeriesStripArgs, 'buckets' | 'withRows'>>;
  supersededRows?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  timeColumn?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  timeType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  topQueries?: Resolver<Maybe<ResolversTypes['QueryStatConnection']>, ParentType, ContextType, RequireFields<SeriesTopQueriesArgs, 'first'>>;
  worstLateFraction?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type SeriesConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SeriesConnection'] = ResolversParentTypes['SeriesConnection']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Series']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unavailable?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type SeriesEventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SeriesEvent'] = ResolversParentTypes['SeriesEvent']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  removed?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  series?: Resolver<Array<ResolversTypes['Series']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['LiveSource'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EventType'], ParentType, ContextType>;
};

export type SeriesHistoryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SeriesHistory'] = ResolversParentTypes['SeriesHistory']> = {
  points?: Resolver<Array<ResolversTypes['SeriesHistoryPoint']>, ParentType, ContextType>;
  resolution?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SeriesHistoryPointResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SeriesHistoryPoint'] = ResolversParentTypes['SeriesHistoryPoint']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  bytes?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  bytesBefore?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  lateFraction?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  pendingInvalidations?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  ratio?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  rows?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  sealDue?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  sealedBytes?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  sealedPartitions?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  worstLateFraction?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type SeriesPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SeriesPayload'] = ResolversParentTypes['SeriesPayload']> = {
  dryRun?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  partitionsMade?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  series?: Resolver<Maybe<ResolversTypes['Series']>, ParentType, ContextType>;
  sql?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SessionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Session'] = ResolversParentTypes['Session']> = {
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  current?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastUsedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  userAgent?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SignInPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SignInPayload'] = ResolversParentTypes['SignInPayload']> = {
  viewer?: Resolver<ResolversTypes['Viewer'], ParentType, ContextType>;
};

export type SqlColumnResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SqlColumn'] = ResolversParentTypes['SqlColumn']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  numeric?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  temporal?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SqlPlanResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SqlPlan'] = ResolversParentTypes['SqlPlan']> = {
  executionMs?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  partitionsRead?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  partitionsTotal?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  plan?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  planningMs?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  warnings?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SqlResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SqlResult'] = ResolversParentTypes['SqlResult']> = {
  columns?: Resolver<Array<ResolversTypes['SqlColumn']>, ParentType, ContextType>;
  command?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  durationMs?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  rows?: Resolver<Array<Array<Maybe<ResolversTypes['String']>>>, ParentType, ContextType>;
  truncated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  warnings?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type StripSliceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['StripSlice'] = ResolversParentTypes['StripSlice']> = {
  bytes?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  due?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  foreign?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  hi?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  hiValue?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  index?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  live?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lo?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  loValue?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  partition?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  rows?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  sealed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  spread?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  worstLateFraction?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  clock?: SubscriptionResolver<ResolversTypes['DateTime'], "clock", ParentType, ContextType, RequireFields<SubscriptionClockArgs, 'everySeconds'>>;
  operationChanged?: SubscriptionResolver<ResolversTypes['OperationEvent'], "operationChanged", ParentType, ContextType, Partial<SubscriptionOperationChangedArgs>>;
  seriesChanged?: SubscriptionResolver<ResolversTypes['SeriesEvent'], "seriesChanged", ParentType, ContextType, Partial<SubscriptionSeriesChangedArgs>>;
};

export type TableColumnResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TableColumn'] = ResolversParentTypes['TableColumn']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nullable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  timeLike?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TableInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TableInfo'] = ResolversParentTypes['TableInfo']> = {
  bytes?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  columns?: Resolver<Array<ResolversTypes['TableColumn']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isSeries?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  qualifiedName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rows?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  schema?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type UserResolvers<ContextType = Context, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  disabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastSignInAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
  sessionCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  tokenCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ViewerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  databases?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  homeUnavailable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
  scopes?: Resolver<Array<ResolversTypes['TokenScope']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type WorkerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Worker'] = ResolversParentTypes['Worker']> = {
  foreignCluster?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  heartbeatAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  helpers?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  launcherPid?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  maxWorkers?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  paused?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  preloaded?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  workerPid?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = Context> = {
  ApiToken?: ApiTokenResolvers<ContextType>;
  AttentionItem?: AttentionItemResolvers<ContextType>;
  AttentionRule?: AttentionRuleResolvers<ContextType>;
  AuditConnection?: AuditConnectionResolvers<ContextType>;
  AuditEntry?: AuditEntryResolvers<ContextType>;
  BigInt?: GraphQLScalarType;
  BlockingSession?: BlockingSessionResolvers<ContextType>;
  CheckPartitionPayload?: CheckPartitionPayloadResolvers<ContextType>;
  CheckProblem?: CheckProblemResolvers<ContextType>;
  CreateTokenPayload?: CreateTokenPayloadResolvers<ContextType>;
  Database?: DatabaseResolvers<ContextType>;
  DatabasePayload?: DatabasePayloadResolvers<ContextType>;
  DatabaseTotals?: DatabaseTotalsResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  Disk?: DiskResolvers<ContextType>;
  DropEffect?: DropEffectResolvers<ContextType>;
  DropPayload?: DropPayloadResolvers<ContextType>;
  EstimateSealPayload?: EstimateSealPayloadResolvers<ContextType>;
  Interval?: GraphQLScalarType;
  Invalidation?: InvalidationResolvers<ContextType>;
  InvalidationConnection?: InvalidationConnectionResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  Job?: JobResolvers<ContextType>;
  JobPayload?: JobPayloadResolvers<ContextType>;
  JobRun?: JobRunResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Operation?: OperationResolvers<ContextType>;
  OperationConnection?: OperationConnectionResolvers<ContextType>;
  OperationError?: OperationErrorResolvers<ContextType>;
  OperationEvent?: OperationEventResolvers<ContextType>;
  OperationPayload?: OperationPayloadResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Partition?: PartitionResolvers<ContextType>;
  PartitionColumn?: PartitionColumnResolvers<ContextType>;
  PartitionConnection?: PartitionConnectionResolvers<ContextType>;
  PartitionHistoryPoint?: PartitionHistoryPointResolvers<ContextType>;
  PartitionStrip?: PartitionStripResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  QueryStat?: QueryStatResolvers<ContextType>;
  QueryStatConnection?: QueryStatConnectionResolvers<ContextType>;
  QueryTimingPoint?: QueryTimingPointResolvers<ContextType>;
  QueryTimings?: QueryTimingsResolvers<ContextType>;
  Remedy?: RemedyResolvers<ContextType>;
  RetentionSettings?: RetentionSettingsResolvers<ContextType>;
  Rollup?: RollupResolvers<ContextType>;
  RollupPayload?: RollupPayloadResolvers<ContextType>;
  RowGroup?: RowGroupResolvers<ContextType>;
  SealEstimate?: SealEstimateResolvers<ContextType>;
  SealingSettings?: SealingSettingsResolvers<ContextType>;
  Series?: SeriesResolvers<ContextType>;
  SeriesConnection?: SeriesConnectionResolvers<ContextType>;
  SeriesEvent?: SeriesEventResolvers<ContextType>;
  SeriesHistory?: SeriesHistoryResolvers<ContextType>;
  SeriesHistoryPoint?: SeriesHistoryPointResolvers<ContextType>;
  SeriesPayload?: SeriesPayloadResolvers<ContextType>;
  Session?: SessionResolvers<ContextType>;
  SignInPayload?: SignInPayloadResolvers<ContextType>;
  SqlColumn?: SqlColumnResolvers<ContextType>;
  SqlPlan?: SqlPlanResolvers<ContextType>;
  SqlResult?: SqlResultResolvers<ContextType>;
  StripSlice?: StripSliceResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  TableColumn?: TableColumnResolvers<ContextType>;
  TableInfo?: TableInfoResolvers<ContextType>;
  User?: UserResolvers<ContextType>;
  Viewer?: ViewerResolvers<ContextType>;
  Worker?: WorkerResolvers<ContextType>;
};

