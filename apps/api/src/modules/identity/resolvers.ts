import type { Principal } from "../../auth/principal.js";
import type { Context } from "../../context.js";
import { AppError } from "../../errors.js";
import type { Resolvers } from "../../generated/resolvers.js";
import * as service from "./identity.service.js";
import { type UserRow, userById } from "./sql/users.js";

async function viewerOf(context: Context, principal: Principal) {
  let user: UserRow | null = null;
  let homeUnavailable = principal.fromMemory;
  if (!homeUnavailable) {
    try {
      user = await userById(context.services.home, principal.userId);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "HOME_UNAVAILABLE") throw error;
      homeUnavailable = true;
    }
  }
  return {
    name: principal.name,
    kind: principal.kind,
    role: principal.role,
    scopes: [...principal.scopes],
    databases: principal.databases === null ? null : [...principal.databases],
    user,
    expiresAt: principal.expiresAt,
    homeUnavailable,
  };
}

export const identityResolvers: Resolvers = {
  Query: {
    viewer: async (_parent, _args, context) =>
      context.principal === null ? null : await viewerOf(context, context.principal),
    users: (_parent, _args, context) => service.listUsers(context),
    tokens: async (_parent, { all }, context) =>
      (await service.listTokens(context, all)).map(service.tokenView),
    sessions: (_parent, _args, context) => service.listSessions(context),
  },
  Mutation: {
    signIn: async (_parent, { name, password }, context) => {
      try {
        const principal = await service.signIn(context, name, password);
        context.services.metrics.signIns.inc({ outcome: "succeeded" });
        return { viewer: await viewerOf(context, principal) };
      } catch (error) {
        context.services.metrics.signIns.inc({ outcome: "refused" });
        throw error;
      }
    },
    signOut: (_parent, _args, context) => service.signOut(context),
    changePassword: (_parent, args, context) =>
      service.changePassword(context, args.current, args.new),
    createToken: async (_parent, { input }, context) => {
      const { secret, token } = await service.createToken(context, input);
      return { secret, token: service.tokenView(token) };
    },
    revokeToken: async (_parent, { id }, context) =>
      service.tokenView(await service.revokeToken(context, id)),
    revokeSession: (_parent, { id }, context) => service.revokeSession(context, id),
    createUser: (_parent, args, context) =>
      service.createUser(context, args.name, args.password, args.role),
    updateUser: (_parent, args, context) => service.updateUser(context, args),
    deleteUser: (_parent, args, context) => service.deleteUser(context, args.id, args.confirm),
  },
};
