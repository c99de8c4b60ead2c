/** The OpenAPI 3.1 document, made from the same routes and types that answer. */
import { errorCodes } from "@sealstone/shared";
import { getNamedType, getNullableType, isListType, isObjectType } from "graphql";
import { version } from "../../version.js";
import type { Parameter, PreparedRoute } from "./plan.js";
import { type JsonSchema, Schemas } from "./shape.js";

function answerSchema(schemas: Schemas, prepared: PreparedRoute): JsonSchema {
  const bare = getNullableType(prepared.answer);
  const problems = {
    type: "array",
    items: { $ref: "#/components/schemas/Problem" },
    description: "Parts that could not be read; absent when all could.",
  };
  if (prepared.route.settings === true) {
    return {
      type: "object",
      description: "Settings; the ETag is settingsVersion.",
      required: ["id", "settingsVersion"],
    };
  }
  if (isListType(bare)) {
    return {
      type: "object",
      required: ["nodes"],
      properties: { nodes: schemas.output(bare), problems },
    };
  }
  const named = getNamedType(bare);
  if (!isObjectType(named))
    return {
      type: "object",
      required: ["result"],
      properties: { result: schemas.output(prepared.answer) },
    };
  return schemas.object(named);
}

function parameterSchema(
  schemas: Schemas,
  parameter: Parameter,
  where: "path" | "query",
): JsonSchema {
  const list = isListType(getNullableType(parameter.type));
  const schema = schemas.input(
    parameter.required ? parameter.type : getNullableType(parameter.type),
  );
  return {
    name: parameter.name,
    in: where,
    required: where === "path",
    ...(parameter.description ? { description: parameter.description } : {}),
    schema: withoutNull(schema, parameter.defaultValue),
    ...(list ? { style: "form", explode: false } : {}),
  };
}

/** In a query string there is no null. */
function withoutNull(schema: JsonSchema, defaultValue: unknown): JsonSchema {
  const { anyOf, type, ...rest } = schema;
  let bare: JsonSchema = schema;
  if (Array.isArray(anyOf)) bare = (anyOf as JsonSchema[])[0] ?? {};
  else if (Array.isArray(type)) bare = { ...rest, type: (type as string[])[0] };
  return defaultValue === undefined || defaultValue === null || "$ref" in bare
    ? bare
    : { ...bare, default: defaultValue };
}

export function openapiDocument(prepared: readonly PreparedRoute[]): JsonSchema {
  const schemas = new Schemas();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const one of prepared) {
    const { route } = one;
    const parameters: JsonSchema[] = [
      ...one.pathParameters.map((parameter) => parameterSchema(schemas, parameter, "path")),
      ...one.queryParameters.map((parameter) => parameterSchema(schemas, parameter, "query")),
    ];
    if (route.path === "/operations/{id}" && route.method === "GET") {
      parameters.push({
        name: "wait",
        in: "query",
        required: false,
        description: "Seconds to wait for its end, 0 to 60.",
        schema: { type: "integer", minimum: 0, maximum: 60 },
      });
    }
    if (one.takesKey) parameters.push({ $ref: "#/components/parameters/IdempotencyKey" });
    if (one.takesVersion) parameters.push({ $ref: "#/components/parameters/IfMatch" });
    const content = { "application/json": { schema: answerSchema(schemas, one) } };
    const required = one.bodyParameters
      .filter((parameter) => parameter.required)
      .map((parameter) => parameter.name);
    const body =
      one.bodyParameters.length === 0
        ? {}
        : {
            requestBody: {
              required: required.length > 0,
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    additionalProperties: false,
                    properties: Object.fromEntries(
                      one.bodyParameters.map((parameter) => [
                        parameter.name,
                        {
                          ...schemas.input(parameter.type),
                          ...(parameter.description ? { description: parameter.description } : {}),
                          ...(parameter.defaultValue === undefined
                            ? {}
                            : { default: parameter.defaultValue }),
                        },
                      ]),
                    ),
                    ...(required.length === 0 ? {} : { required }),
                  },
                },
              },
            },
          };
    const operation = {
      operationId: `${route.method.toLowerCase()}${route.path.replaceAll(/[^A-Za-z]+(\w)/g, (_m, letter: string) => letter.toUpperCase()).replaceAll(/\W/g, "")}`,
      tags: [route.tag],
      summary: route.summary,
      ...(parameters.length === 0 ? {} : { parameters }),
      ...body,
      responses: {
        "200": {
          description: one.startsOperation
            ? "Dry run, or an earlier answer to the same key"
            : "The answer",
          content,
        },
        ...(one.startsOperation
          ? {
              "202": {
                description: "Begun; Location is the operation",
                headers: { Location: { schema: { type: "string" } } },
                content,
              },
            }
          : {}),
        ...(route.method === "GET" ? { "304": { description: "As it was (If-None-Match)" } } : {}),
        default: {
          description: "A problem",
          content: {
            "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
          },
        },
      },
    };
    const key = route.path;
    paths[key] = { ...paths[key], [route.method.toLowerCase()]: operation };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Sealstone",
      version,
      description:
        "The same graph as /graphql, for scripts. Times are RFC 3339 with six digits, 64-bit integers are text. Whatever drops data needs confirm and expect from its dry run. Sign in with an API token: Authorization: Bearer sst_...",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/api/v1" }],
    security: [{ token: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer" },
        session: { type: "apiKey", in: "cookie", name: "sealstone_session" },
      },
      parameters: {
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          description:
            "The same key with the same arguments gives the first answer again; with other arguments, 409.",
          schema: { type: "string", minLength: 1, maxLength: 200 },
        },
        IfMatch: {
          name: "If-Match",
          in: "header",
          required: false,
          description: "ETag of the settings as they were read; 412 when they changed since.",
          schema: { type: "string" },
        },
      },
      schemas: {
        Reference: {
          type: "object",
          description: "Another thing, by its id.",
          properties: { id: { type: "string" } },
          required: ["id"],
          additionalProperties: false,
        },
        Problem: {
          type: "object",
          description: "RFC 9457 problem details.",
          properties: {
            type: { type: "string", description: "A page that explains it." },
            title: { type: "string" },
            status: { type: "integer" },
            detail: { type: "string", description: "One sentence." },
            instance: { type: "string" },
            code: { type: "string", enum: Object.keys(errorCodes) },
            sqlstate: { type: "string" },
            databaseDetail: { type: "string" },
            hint: { type: "string", description: "What to do." },
            database: { type: "string" },
            operation: { type: "string" },
            blockedBy: { type: "array", items: { type: "integer" } },
            retryAfter: { type: "integer", description: "Seconds." },
            requestId: { type: "string" },
          },
          required: ["type", "title", "status", "detail", "code"],
        },
        ...schemas.components,
      },
    },
  };
}
