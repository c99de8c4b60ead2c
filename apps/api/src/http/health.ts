/** /healthz: the process answers. /readyz: it can serve. /metrics: for Prometheus, with a token or on a port of its own. */
import Fastify, { type FastifyInstance } from "fastify";
import { authorize } from "../auth/principal.js";
import type { Services } from "../context.js";
import { toAppError } from "../errors.js";
import { SeriesMetrics } from "../observe/series-metrics.js";
import { principalOf } from "./authenticate.js";
import { sendProblem } from "./problem.js";

const prometheus = "text/plain; version=0.0.4; charset=utf-8";

async function everything(services: Services, series: SeriesMetrics): Promise<string> {
  const [own, rest] = await Promise.all([services.metrics.registry.metrics(), series.text()]);
  return `${own.trimEnd()}\n${rest}`;
}

export function registerHealth(app: FastifyInstance, services: Services): void {
  const series = new SeriesMetrics(services);
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const databases = [...services.targets.values()].map((db) => ({
      id: db.id,
      state: db.monitor.report.state,
    }));
    let home = true;
    try {
      await services.home.ready();
    } catch {
      home = false;
    }
    const readable = [...services.targets.values()].some((db) => db.readable);
    const ready = home && readable;
    return await reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? "ready" : "not ready", home, databases });
  });
  app.get("/metrics", async (request, reply) => {
    try {
      authorize(await principalOf(services, request), "METRICS");
      return await reply.type(prometheus).send(await everything(services, series));
    } catch (error) {
      const app = toAppError(error);
      return await sendProblem(request, reply, app);
    }
  });
}

/** A port of its own for scrapers, on the same address, without a token. */
export function buildMetricsServer(services: Services): FastifyInstance {
  const app = Fastify({ logger: false });
  const series = new SeriesMetrics(services);
  app.get(
    "/metrics",
    async (_request, reply) =>
      await reply.type(prometheus).send(await everything(services, series)),
  );
  return app;
}
