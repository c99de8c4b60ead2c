/** /api/v1/docs: the document to browse and to try, with its scripts from this server. */
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import type { JsonSchema } from "./shape.js";

export async function registerDocs(app: FastifyInstance, document: JsonSchema): Promise<void> {
  await app.register(swagger, { mode: "static", specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    staticCSP: true,
    uiConfig: {
      docExpansion: "list",
      persistAuthorization: false,
    },
  });
}
