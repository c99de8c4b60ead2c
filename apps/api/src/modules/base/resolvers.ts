import { setTimeout } from "node:timers/promises";
import { fromMicroseconds } from "@sealstone/shared";
import { badInput } from "../../errors.js";
import type { Resolvers } from "../../generated/resolvers.js";
import { closable } from "../../live/closable.js";
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
      subscribe: (_parent, { everySeconds }) => {
        if (everySeconds < 1 || everySeconds > 60) throw badInput("everySeconds must be 1 to 60.");
        const controller = new AbortController();
        const ticks = async function* () {
          while (!controller.signal.aborted) {
            yield { clock: now() };
            await setTimeout(everySeconds * 1000, undefined, { signal: controller.signal }).catch(
              () => undefined,
            );
          }
        };
        return closable(ticks(), () => controller.abort());
      },
    },
  },
};
