/** What resolvers pass on: a row of ours with the database it came from. */
import type { Severity } from "@sealstone/shared";
import type { Target } from "../db/target.js";
import type { AttentionRemedy } from "./attention/rules.js";
import type { UserRow } from "./identity/sql/users.js";
import type { JobRow } from "./job/sql/jobs.js";
import type { OperationRow } from "./operation/sql/operations.js";
import type { PartitionRow } from "./partition/sql/partitions.js";
import type { QueryStatRow } from "./query-stats/sql/query-stats.js";
import type { InvalidationRow, RollupRow } from "./rollup/sql/rollups.js";
import type { SeriesRow } from "./series/sql/series.js";

export interface DatabaseModel {
  readonly db: Target;
}
export type SeriesModel = SeriesRow & { readonly db: Target };
export type PartitionModel = PartitionRow & { readonly db: Target };
export type RollupModel = RollupRow & { readonly db: Target };
export type JobModel = JobRow & { readonly db: Target };
export type OperationModel = OperationRow & { readonly db: Target };
export type UserModel = UserRow;

export interface AttentionModel {
  readonly db: Target;
  readonly id: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly title: string;
  readonly evidence: string;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly since: string | null;
  readonly remedy: AttentionRemedy | null;
  /** Oids and ids, where it concerns one. */
  readonly seriesOid: string | null;
  readonly rollupOid: string | null;
  readonly jobId: string | null;
  readonly operationId: string | null;
}

/** A page, with what costs a statement of its own left until it is asked for. */
export interface ConnectionModel<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly asOf: string;
  readonly total: () => Promise<number>;
}

export interface SeriesConnectionModel extends ConnectionModel<SeriesModel> {
  readonly unavailable: readonly string[];
}
export interface OperationConnectionModel extends ConnectionModel<OperationModel> {
  readonly unavailable: readonly string[];
}
export interface PartitionConnectionModel extends ConnectionModel<PartitionModel> {
  readonly bytes: () => Promise<bigint>;
}
export type InvalidationConnectionModel = ConnectionModel<InvalidationRow>;
export type QueryStatConnectionModel = ConnectionModel<QueryStatRow & { readonly db: Target }>;
