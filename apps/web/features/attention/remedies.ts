import {
  BulkPartitionsDocument,
  CancelOperationDocument,
  MakePartitionsDocument,
  MeasureSeriesDocument,
  MigrateSeriesDocument,
  RefreshRollupDocument,
  ResealDocument,
  ResumeAllDocument,
  ResumeJobsDocument,
  RetryOperationDocument,
  RunJobDocument,
  SealDocument,
  SealEligibleDocument,
  type TypedDocumentString,
  UnsealDocument,
  UpdateJobDocument,
} from "@/data/generated/graphql";
import type { Work } from "@/features/actions/use-act";

/**
 * The mutations that a remedy may name, none of which drops data. One that this console does not
 * know (an API newer than it) is shown as its SQL instead of a button.
 */
const KNOWN = {
  seal: SealDocument,
  reseal: ResealDocument,
  unseal: UnsealDocument,
  sealEligible: SealEligibleDocument,
  bulkPartitions: BulkPartitionsDocument,
  migrateSeries: MigrateSeriesDocument,
  makePartitions: MakePartitionsDocument,
  measureSeries: MeasureSeriesDocument,
  refreshRollup: RefreshRollupDocument,
  runJob: RunJobDocument,
  updateJob: UpdateJobDocument,
  resumeAll: ResumeAllDocument,
  resumeJobs: ResumeJobsDocument,
  retryOperation: RetryOperationDocument,
  cancelOperation: CancelOperationDocument,
} as const;

export function remedyDocument(
  mutation: string | null | undefined,
): TypedDocumentString<unknown, Work> | undefined {
  if (!mutation || !Object.hasOwn(KNOWN, mutation)) return undefined;
  return KNOWN[mutation as keyof typeof KNOWN] as unknown as TypedDocumentString<unknown, Work>;
}
