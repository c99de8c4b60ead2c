/**
 * What REST gives of a GraphQL type, and its JSON Schema: the same walk makes both, so that the document
 * cannot say other than the answers. Scalars and values are given whole; another thing with an id of its
 * own is given as that id; lists that a thing reads by a statement of their own (they may be null, as that can fail alone),
 * lists of such things, and fields with arguments, have routes of their own: a page of a thousand partitions is not also
 * their columns and their histories.
 */
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";

/** Things with an id and an address of their own. */
export const entities = new Set(["Database", "Series", "Partition", "Rollup", "Job", "Operation"]);

export interface JsonSchema {
  readonly [key: string]: unknown;
}

type How = "leaf" | "value" | "reference" | "omit";

function howOf(field: GraphQLField<unknown, unknown>, parent: GraphQLObjectType): How {
  const named = getNamedType(field.type);
  if (!isObjectType(named)) return field.args.length === 0 ? "leaf" : "omit";
  if (field.args.length > 0) return "omit";
  const isList = isListType(getNullableType(field.type));
  if (!entities.has(named.name))
    return isList && entities.has(parent.name) && !isNonNullType(field.type) ? "omit" : "value";
  // inside pages, events and payloads the things themselves are wanted
  if (wraps(parent)) return "value";
  return isList ? "omit" : "reference";
}

function wraps(type: GraphQLObjectType): boolean {
  return /(?:Connection|Payload|Event)$/.test(type.name);
}

/** Fields of a type that are left out of its answer: each must have a route. */
export function omittedFields(type: GraphQLObjectType): string[] {
  return Object.values(type.getFields())
    .filter((field) => howOf(field, type) === "omit")
    .map((field) => field.name);
}

export function selectionOf(type: GraphQLOutputType, seen: readonly string[] = []): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return "";
  const parts: string[] = [];
  for (const field of Object.values(named.getFields())) {
    const inner = getNamedType(field.type);
    switch (howOf(field, named)) {
      case "leaf":
        parts.push(field.name);
        break;
      case "reference":
        parts.push(`${field.name} { id }`);
        break;
      case "value":
        if (!seen.includes(inner.name))
          parts.push(`${field.name} ${selectionOf(field.type, [...seen, named.name])}`);
        break;
      case "omit":
        break;
    }
  }
  return `{ ${parts.join(" ")} }`;
}

const scalarSchemas: Readonly<Record<string, JsonSchema>> = {
  ID: { type: "string" },
  String: { type: "string" },
  Int: { type: "integer", format: "int32" },
  Float: { type: "number" },
  Boolean: { type: "boolean" },
  BigInt: { type: "string", pattern: "^-?\\d+$", description: "A 64-bit integer as text." },
  DateTime: {
    type: "string",
    description: "RFC 3339 in UTC with six digits, or infinity or -infinity.",
    examples: ["2026-11-30T15:04:05.000000Z"],
  },
  Interval: { type: "string", description: "A Postgres interval.", examples: ["7 days"] },
  JSON: {},
};

function nullable(schema: JsonSchema): JsonSchema {
  if (Object.keys(schema).length === 0) return schema;
  const { type } = schema;
  if (typeof type === "string" && !("enum" in schema)) return { ...schema, type: [type, "null"] };
  return { anyOf: [schema, { type: "null" }] };
}

const describe = (schema: JsonSchema, description: string | null | undefined): JsonSchema =>
  description === null || description === undefined || description === ""
    ? schema
    : { ...schema, description };

/** JSON Schemas of all types met, by name. */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {};

  output(type: GraphQLOutputType, asReference = false): JsonSchema {
    if (isNonNullType(type)) return this.#outputOf(type.ofType, asReference);
    return nullable(this.#outputOf(type, asReference));
  }

  #outputOf(type: GraphQLOutputType, asReference: boolean): JsonSchema {
    const bare = getNullableType(type);
    if (isListType(bare))
      return { type: "array", items: this.output(bare.ofType as GraphQLOutputType, asReference) };
    if (isEnumType(bare)) return this.#enum(bare);
    if (!isObjectType(bare)) return scalarSchemas[getNamedType(bare).name] ?? {};
    if (asReference) return { $ref: "#/components/schemas/Reference" };
    return this.object(bare);
  }

  object(type: GraphQLObjectType): JsonSchema {
    const reference = { $ref: `#/components/schemas/${type.name}` };
    if (type.name in this.components) return reference;
    this.components[type.name] = {};
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    for (const field of Object.values(type.getFields())) {
      const how = howOf(field, type);
      if (how === "omit") continue;
      properties[field.name] = describe(
        this.output(field.type, how === "reference"),
        field.description,
      );
      required.push(field.name);
    }
    this.components[type.name] = describe(
      { type: "object", properties, required, additionalProperties: false },
      type.description,
    );
    return reference;
  }

  input(type: GraphQLInputType): JsonSchema {
    if (isNonNullType(type)) return this.#inputOf(type.ofType);
    return nullable(this.#inputOf(type));
  }

  #inputOf(type: GraphQLInputType): JsonSchema {
    const bare = getNullableType(type);
    if (isListType(bare))
      return { type: "array", items: this.input(bare.ofType as GraphQLInputType) };
    if (isEnumType(bare)) return this.#enum(bare);
    if (!isInputObjectType(bare)) return scalarSchemas[getNamedType(bare).name] ?? {};
    if (!(bare.name in this.components)) {
      this.components[bare.name] = {};
      const properties: Record<string, JsonSchema> = {};
      const required: string[] = [];
      for (const field of Object.values(bare.getFields())) {
        const schema = describe(this.input(field.type), field.description);
        properties[field.name] =
          field.defaultValue === undefined ? schema : { ...schema, default: field.defaultValue };
        if (isNonNullType(field.type) && field.defaultValue === undefined)
          required.push(field.name);
      }
      this.components[bare.name] = describe(
        {
          type: "object",
          properties,
          additionalProperties: false,
          ...(required.length === 0 ? {} : { required }),
        },
        bare.description,
      );
    }
    return { $ref: `#/components/schemas/${bare.name}` };
  }

  #enum(type: {
    readonly name: string;
    readonly description?: string | null | undefined;
    getValues(): readonly { readonly name: string }[];
  }): JsonSchema {
    this.components[type.name] ??= describe(
      { type: "string", enum: type.getValues().map((value) => value.name) },
      type.description,
    );
    return { $ref: `#/components/schemas/${type.name}` };
  }
}
