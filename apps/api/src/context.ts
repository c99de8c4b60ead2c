/** What a resolver or route gets besides its arguments: the services, who asks, and this request's loaders. */
import type { FastifyReply } from "fastify";
import type { Logger } from "pino";
import type { Authenticator } from "./auth/authenticator.js";
import type { Limiter } from "./auth/limiter.js";
import type { Principal } from "./auth/principal.js";
import type { Config } from "./config.js";
import type { Home } from "./db/home.js";
import type { Target } from "./db/target.js";
import type { Live } from "./live/live.js";
import type { Loaders } from "./loaders.js";
import type { Metrics } from "./observe/metrics.js";

/** One for the process. */
export interface Services {
  readonly config: Config;
  readonly logger: Logger;
  readonly targets: ReadonlyMap<string, Target>;
  readonly home: Home;
  readonly authenticator: Authenticator;
  readonly signInByName: Limiter;
  readonly signInByAddress: Limiter;
  readonly live: Live;
  readonly metrics: Metrics;
}

export type Face = "graphql" | "rest" | "socket";

/** One for each request. */
export interface Context {
  readonly services: Services;
  readonly principal: Principal | null;
  readonly face: Face;
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string | null;
  readonly loaders: Loaders;
  /** To set and clear the cookie; missing on sockets. */
  readonly reply: FastifyReply | null;
  /** Over https, or plain http on this machine. */
  readonly secureCookies: boolean;
  /** Aborted when the caller goes away before the answer; null on sockets, whose work is short. */
  readonly signal: AbortSignal | null;
}
