/** Listens, and stops cleanly on a signal. */
import closeWithGrace from "close-with-grace";
import { buildApp } from "./app.js";
import { ConfigError, loadConfig } from "./config.js";
import { buildMetricsServer } from "./http/health.js";
import { startTracing } from "./observe/tracing.js";

function configure() {
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(78);
  }
}

const config = configure();
const stopTracing = await startTracing(config.otlpEndpoint);
const app = await buildApp(config);
const { logger } = app.services;
await app.start();
await app.fastify.listen({ host: config.host, port: config.port });
const metricsServer = config.metricsPort === undefined ? null : buildMetricsServer(app.services);
if (metricsServer !== null && config.metricsPort !== undefined) {
  await metricsServer.listen({ host: config.host, port: config.metricsPort });
}
logger.info(
  {
    host: config.host,
    port: config.port,
    databases: config.databases.map((database) => database.id),
  },
  "listening",
);

// graphql-js lets go of the other items of a list that one item makes fail; one of them that fails too is nobody's, and no reason to end
process.on("unhandledRejection", (err) => {
  logger.error({ err }, "a failure that nothing waited for");
});

closeWithGrace({ delay: 10_000, logger: false, skip: ["unhandledRejection"] }, async ({ err }) => {
  if (err !== undefined) logger.fatal({ err }, "stopping because of an error");
  else logger.info("stopping");
  await metricsServer?.close();
  await app.stop();
  await stopTracing();
});
