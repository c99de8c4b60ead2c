// Generated from apps/api/schema.graphql. Do not edit.
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A 64-bit integer as text, so that no digit is lost: "9007199254740993". */
  BigInt: { input: string; output: string; }
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
