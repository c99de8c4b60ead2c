import type { ApolloServer } from "@apollo/server";
import type { FastifyInstance } from "fastify";
import type { GraphQLSchema } from "graphql";
import type { Context, Services } from "../../context.js";

export async function registerRest(
  _app: FastifyInstance,
  _parts: {
    readonly services: Services;
    readonly schema: GraphQLSchema;
    readonly apollo: ApolloServer<Context>;
  },
): Promise<void> {}
