/** The scalars of the contract. Nothing here goes through Date or a lossy number. */
import { toMicroseconds } from "@sealstone/shared";
import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from "graphql";

const maxInt8 = 9_223_372_036_854_775_807n;
const minInt8 = -9_223_372_036_854_775_808n;

function refuse(scalar: string, wanted: string): GraphQLError {
  return new GraphQLError(`${scalar}: ${wanted}`, { extensions: { code: "BAD_INPUT" } });
}

function toInt8(value: unknown): bigint {
  let parsed: bigint | null = null;
  if (typeof value === "bigint") parsed = value;
  else if (typeof value === "string" && /^-?\d{1,19}$/.test(value)) parsed = BigInt(value);
  else if (typeof value === "number" && Number.isSafeInteger(value)) parsed = BigInt(value);
  if (parsed === null || parsed > maxInt8 || parsed < minInt8)
    throw refuse("BigInt", "a whole number of 64 bits as text is wanted");
  return parsed;
}

export const bigIntScalar = new GraphQLScalarType<bigint, string>({
  name: "BigInt",
  serialize: (value) => toInt8(value).toString(),
  parseValue: toInt8,
  parseLiteral: (node) => {
    if (node.kind === Kind.INT || node.kind === Kind.STRING) return toInt8(node.value);
    throw refuse("BigInt", "a whole number of 64 bits as text is wanted");
  },
});

function toTime(value: unknown): string {
  if (
    typeof value === "string" &&
    (value === "infinity" || value === "-infinity" || toMicroseconds(value) !== null)
  )
    return value;
  throw refuse(
    "DateTime",
    'RFC 3339 text with its zone is wanted, such as "2026-11-30T15:04:05.000000Z"',
  );
}

export const dateTimeScalar = new GraphQLScalarType<string, string>({
  name: "DateTime",
  serialize: (value) => String(value),
  parseValue: toTime,
  parseLiteral: (node) => {
    if (node.kind === Kind.STRING) return toTime(node.value);
    throw refuse("DateTime", "RFC 3339 text with its zone is wanted");
  },
});

function toInterval(value: unknown): string {
  if (typeof value === "string" && value.trim() !== "" && value.length <= 200) return value;
  throw refuse("Interval", 'a Postgres interval as text is wanted, such as "7 days"');
}

export const intervalScalar = new GraphQLScalarType<string, string>({
  name: "Interval",
  serialize: (value) => String(value),
  parseValue: toInterval,
  parseLiteral: (node) => {
    if (node.kind === Kind.STRING) return toInterval(node.value);
    throw refuse("Interval", "a Postgres interval as text is wanted");
  },
});

function literal(
  node: ValueNode,
  variables: Readonly<Record<string, unknown>> | null | undefined,
): unknown {
  switch (node.kind) {
    case Kind.STRING:
    case Kind.ENUM:
      return node.value;
    case Kind.BOOLEAN:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map((field) => [field.name.value, literal(field.value, variables)]),
      );
    case Kind.LIST:
      return node.values.map((inner) => literal(inner, variables));
    case Kind.VARIABLE:
      return variables?.[node.name.value];
    default:
      return null;
  }
}

/** bigints inside become text. */
function jsonSafe(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return value.map(jsonSafe);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, jsonSafe(inner)]));
  }
  return value;
}

export const jsonScalar = new GraphQLScalarType<unknown, unknown>({
  name: "JSON",
  serialize: jsonSafe,
  parseValue: (value) => value,
  parseLiteral: literal,
});
