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
    uiHooks: {
      // the page names its scripts relative to its folder
      onRequest: (request, reply, done) => {
        if (request.url.split("?", 1)[0]?.endsWith("/docs")) void reply.redirect("docs/", 308);
        else done();
      },
    },
    uiConfig: {
      docExpansion: "list",
      persistAuthorization: false,
    },
  });
}
