import { decodeCursor, encodeCursor } from "@sealstone/shared";
import { authorize } from "../../auth/principal.js";
import { badInput } from "../../errors.js";
import type { Resolvers } from "../../generated/resolvers.js";
import { checkFirst } from "../../pages.js";
import { pageAudit } from "./sql/audit.js";

export const auditResolvers: Resolvers = {
  Query: {
    auditLog: async (_parent, args, context) => {
      const principal = authorize(context.principal, "READ");
      const first = checkFirst(args.first, 500);
      let beforeId: string | null = null;
      if (args.after !== undefined && args.after !== null) {
        const [id] = decodeCursor(args.after, "audit", 1) ?? [];
        if (typeof id !== "string" || !/^\d{1,18}$/.test(id))
          throw badInput("The cursor does not belong to this list.");
        beforeId = id;
      }
      const rows = await pageAudit(context.services.home, {
        filter: args.filter,
        ownUserId: principal.scopes.includes("IDENTITY") ? null : principal.userId,
        databases: principal.databases,
        beforeId,
        limit: first + 1,
      });
      const nodes = rows.slice(0, first);
      const last = nodes.at(-1);
      const [clock] = context.services.targets.values();
      return {
        nodes,
        pageInfo: {
          hasNextPage: rows.length > first,
          endCursor: last === undefined ? null : encodeCursor("audit", [last.id]),
        },
        asOf: clock?.monitor.now ?? "",
      };
    },
  },
};
