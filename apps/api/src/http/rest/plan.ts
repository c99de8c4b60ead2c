/** A route made ready: its document, where each argument comes from, its schemas. */
import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
} from "graphql";
import { AppError, badInput } from "../../errors.js";
import type { Route } from "./routes.js";
import { selectionOf } from "./shape.js";

/** One value the caller may give. */
export interface Parameter {
  readonly name: string;
  /** Where it goes: argument, or argument and field inside it. */
  readonly into: readonly string[];
  readonly type: GraphQLInputType;
  readonly description: string | null | undefined;
  readonly required: boolean;
  readonly defaultValue: unknown;
}

export interface PreparedRoute {
  readonly route: Route;
  readonly document: DocumentNode;
  readonly pathParameters: readonly Parameter[];
  readonly queryParameters: readonly Parameter[];
  readonly bodyParameters: readonly Parameter[];
  readonly answer: GraphQLOutputType;
  readonly takesKey: boolean;
  readonly takesVersion: boolean;
  readonly startsOperation: boolean;
  readonly pages: boolean;
}

function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}

function parameterOf(argument: GraphQLArgument): Parameter {
  return {
    name: argument.name,
    into: [argument.name],
    type: argument.type,
    description: argument.description,
    required: isNonNullType(argument.type) && argument.defaultValue === undefined,
    defaultValue: argument.defaultValue,
  };
}

/** Filters flattened; order as sort and direction. */
function flatten(argument: GraphQLArgument): Parameter[] {
  const type = getNullableType(argument.type);
  if (!isInputObjectType(type)) return [parameterOf(argument)];
  return Object.values(type.getFields()).map((field) => ({
    name: argument.name === "order" && field.name === "by" ? "sort" : field.name,
    into: [argument.name, field.name],
    type: getNullableType(field.type),
    description: field.description,
    required: false,
    defaultValue: undefined,
  }));
}

export function prepare(schema: GraphQLSchema, route: Route): PreparedRoute {
  const root = route.operation === "query" ? schema.getQueryType() : schema.getMutationType();
  let type: GraphQLObjectType | null | undefined = root;
  const steps: { name: string; args: readonly GraphQLArgument[] }[] = [];
  let answer: GraphQLOutputType | null = null;
  for (const name of route.fields) {
    const field: ReturnType<GraphQLObjectType["getFields"]>[string] | undefined =
      type?.getFields()[name];
    if (field === undefined) throw new Error(`${route.path}: there is no field ${name}`);
    steps.push({ name, args: field.args });
    answer = field.type;
    const named = getNamedType(field.type);
    type = isObjectType(named) ? named : null;
  }
  if (answer === null) throw new Error(`${route.path}: no field`);
  const fromPath = new Set(pathNames(route.path));
  const variables: string[] = [];
  let text = "";
  const all: GraphQLArgument[] = [];
  for (const step of steps) {
    const args = step.args.map((argument) => {
      all.push(argument);
      const declared =
        argument.defaultValue === undefined
          ? String(argument.type)
          : String(getNullableType(argument.type));
      variables.push(`$${argument.name}: ${declared}`);
      return `${argument.name}: $${argument.name}`;
    });
    text += `{ ${step.name}${args.length === 0 ? "" : `(${args.join(", ")})`} `;
  }
  text += route.selection ?? selectionOf(answer);
  text += " }".repeat(steps.length);
  const document = parse(
    `${route.operation}${variables.length === 0 ? "" : `(${variables.join(", ")})`} ${text}`,
  );
  const pathParameters = all.filter((argument) => fromPath.has(argument.name)).map(parameterOf);
  if (pathParameters.length !== fromPath.size)
    throw new Error(`${route.path}: a parameter is no argument`);
  const rest = all.filter((argument) => !fromPath.has(argument.name));
  const special = new Set(["idempotencyKey", "ifVersion"]);
  const ordinary = rest.filter((argument) => !special.has(argument.name));
  // one argument `input` is the body itself
  const [only] = ordinary.filter((argument) => argument.name === "input");
  const inBody =
    only === undefined
      ? ordinary.map(parameterOf)
      : [
          ...flattenInput(only),
          ...ordinary.filter((argument) => argument !== only).map(parameterOf),
        ];
  return {
    route,
    document,
    pathParameters,
    queryParameters: route.method === "GET" ? rest.flatMap(flatten) : [],
    bodyParameters: route.method === "GET" ? [] : inBody,
    answer,
    takesKey: rest.some((argument) => argument.name === "idempotencyKey"),
    takesVersion: rest.some((argument) => argument.name === "ifVersion"),
    startsOperation: getNamedType(answer).name === "OperationPayload",
    pages: /Connection$/.test(getNamedType(answer).name),
  };
}

function flattenInput(argument: GraphQLArgument): Parameter[] {
  const type = getNullableType(argument.type);
  if (!isInputObjectType(type)) return [parameterOf(argument)];
  return Object.values(type.getFields()).map((field) => ({
    name: field.name,
    into: [argument.name, field.name],
    type: field.type,
    description: field.description,
    required: isNonNullType(field.type) && field.defaultValue === undefined,
    defaultValue: field.defaultValue,
  }));
}

function fromText(parameter: Parameter, value: unknown): unknown {
  const type = getNullableType(parameter.type);
  if (isListType(type)) {
    const items = (Array.isArray(value) ? value : [value]).flatMap((item) =>
      String(item).split(","),
    );
    return items.filter((item) => item !== "");
  }
  if (Array.isArray(value)) throw badInput(`${parameter.name} was given more than once.`);
  const text = String(value);
  switch (getNamedType(type).name) {
    case "Int":
    case "Float": {
      const number = Number(text);
      if (text.trim() === "" || !Number.isFinite(number))
        throw badInput(`${parameter.name} is a number.`);
      return number;
    }
    case "Boolean":
      if (text === "true" || text === "1" || text === "") return true;
      if (text === "false" || text === "0") return false;
      throw badInput(`${parameter.name} is true or false.`);
    default:
      return text;
  }
}

function put(variables: Record<string, unknown>, into: readonly string[], value: unknown): void {
  const [argument = "", field] = into;
  if (field === undefined) {
    variables[argument] = value;
    return;
  }
  const inner = variables[argument];
  const object: Record<string, unknown> =
    typeof inner === "object" && inner !== null ? { ...inner } : {};
  object[field] = value;
  variables[argument] = object;
}

export interface Given {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
  readonly ifMatch: string | undefined;
}

/** Arguments of the document from what was sent. Whatever is not known is an error, not ignored. */
export function variablesOf(
  prepared: PreparedRoute,
  given: Given,
  reserved: readonly string[],
): Record<string, unknown> {
  const variables: Record<string, unknown> = {};
  for (const parameter of prepared.pathParameters)
    put(variables, parameter.into, given.params[parameter.name]);
  const queryNames = new Map(
    prepared.queryParameters.map((parameter) => [parameter.name, parameter]),
  );
  for (const [name, value] of Object.entries(given.query)) {
    if (reserved.includes(name)) continue;
    const parameter = queryNames.get(name);
    if (parameter === undefined) {
      throw badInput(
        `${name} is not known here.`,
        `Known: ${[...queryNames.keys(), ...reserved].join(", ") || "nothing"}.`,
      );
    }
    put(variables, parameter.into, fromText(parameter, value));
  }
  if (prepared.route.method !== "GET") {
    const body = given.body ?? {};
    if (typeof body !== "object" || Array.isArray(body))
      throw badInput("The body is a JSON object.");
    const bodyNames = new Map(
      prepared.bodyParameters.map((parameter) => [parameter.name, parameter]),
    );
    for (const [name, value] of Object.entries(body)) {
      const parameter = bodyNames.get(name);
      if (parameter === undefined) {
        throw badInput(
          `${name} is not known here.`,
          `Known: ${[...bodyNames.keys()].join(", ") || "nothing"}.`,
        );
      }
      put(variables, parameter.into, value);
    }
    for (const parameter of prepared.bodyParameters) {
      if (parameter.required && !(parameter.name in body))
        throw badInput(`${parameter.name} is missing.`);
    }
  }
  if (given.idempotencyKey !== undefined) {
    if (!prepared.takesKey) throw new AppError("BAD_INPUT", "Idempotency-Key has no meaning here.");
    variables.idempotencyKey = given.idempotencyKey;
  }
  if (given.ifMatch !== undefined && prepared.takesVersion) {
    variables.ifVersion = given.ifMatch.replace(/^W\//, "").replace(/^"|"$/g, "");
  }
  return variables;
}
