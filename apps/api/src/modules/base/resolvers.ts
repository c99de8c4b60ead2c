import { fromMicroseconds } from "@sealstone/shared";
import { badInput } from "../../errors.js";
import type { Resolvers } from "../../generated/resolvers.js";
import { version } from "../../version.js";
import { bigIntScalar, dateTimeScalar, intervalScalar, jsonScalar } from "./scalars.js";

const now = (): string => fromMicroseconds(BigInt(Date.now()) * 1000n);

export const baseResolvers: Resolvers = {
  BigInt: bigIntScalar,
  DateTime: dateTimeScalar,
  Interval: intervalScalar,
  JSON: jsonScalar,
  Query: { apiVersion: () => version, asOf: now },
  Mutation: { ping: () => true },
  Subscription: {
    clock: {
      subscribe: async function* (_parent, { everySeconds }) {
        if (everySeconds < 1 || everySeconds > 60) throw badInput("everySeconds must be 1 to 60.");
        while (true) {
          yield { clock: now() };
          await new Promise((resolve) => setTimeout(resolve, everySeconds * 1000));
        }
      },
    },
  },
};
