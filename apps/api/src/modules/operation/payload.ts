import type { Context } from "../../context.js";
import type { Target } from "../../db/target.js";
import type { MutationResult, Plan } from "../../mutate.js";
import { loadOperation } from "./operation.service.js";

/** The answer of every mutation that starts work. */
export async function operationPayload(
  context: Context,
  db: Target,
  result: MutationResult<Plan & { readonly targets?: number }>,
) {
  const { answer, plan } = result;
  return {
    sql: [...plan.statements],
    dryRun: answer === null,
    replayed: result.replayed,
    operation:
      answer?.operationId === undefined
        ? null
        : await loadOperation(context, db, answer.operationId),
    targets: plan.targets ?? 1,
  };
}
