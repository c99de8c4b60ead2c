import { severityRank } from "@sealstone/shared";
import { authorize } from "../../auth/principal.js";
import type { Resolvers } from "../../generated/resolvers.js";
import { targetsOf } from "../../ids.js";
import { loadJob } from "../job/job.service.js";
import { loadOperation } from "../operation/operation.service.js";
import { loadRollup } from "../rollup/rollup.service.js";
import { loadSeries } from "../series/series.service.js";
import { loadAttention } from "./attention.service.js";
import { attentionRules, thresholdOf } from "./rules.js";

export const attentionResolvers: Resolvers = {
  Query: {
    attention: async (_parent, { database }, context) => {
      authorize(context.principal, "READ");
      const lists = await Promise.all(
        targetsOf(context, database).map((db) => loadAttention(context, db)),
      );
      return lists.flat().sort((a, b) => severityRank[a.severity] - severityRank[b.severity]);
    },
    attentionRules: (_parent, _args, context) => {
      authorize(context.principal, "READ");
      return attentionRules.map((rule) => ({
        id: rule.id,
        severity: rule.severity,
        description: rule.description,
        unit: rule.unit,
        threshold:
          rule.threshold === null ? null : thresholdOf(rule, context.services.config.thresholds),
        setting: rule.setting,
      }));
    },
  },
  AttentionItem: {
    database: ({ db }) => ({ db }),
    series: ({ db, seriesOid }, _args, context) =>
      seriesOid === null ? null : loadSeries(context, db, seriesOid),
    rollup: ({ db, rollupOid }, _args, context) =>
      rollupOid === null ? null : loadRollup(context, db, rollupOid),
    job: ({ db, jobId }, _args, context) => (jobId === null ? null : loadJob(context, db, jobId)),
    operation: ({ db, operationId }, _args, context) =>
      operationId === null ? null : loadOperation(context, db, operationId),
  },
};
