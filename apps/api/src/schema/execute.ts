/**
 * Runs a query as graphql-js does, result for result and error for error, at a fraction of the work: what
 * is the same for every row of a list (the field's definition, its arguments, its shape) is found once a
 * request and not once a value, a path is made where something may fail below it, and no description of
 * the field is made for resolvers that do not take one. A page of 1,000 partitions is twenty thousand values.
 * Mutations and subscriptions, introspection, and variables that do not fit are left to graphql-js itself.
 * test/execute.test.ts holds it to graphql-js's answers. Follows graphql/execution/execute.js.
 */
import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  GraphQLError,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  getVariableValues,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  locatedError,
  type OperationDefinitionNode,
  OperationTypeNode,
} from "graphql";
import { collectFields, collectSubfields } from "graphql/execution/collectFields.js";

export interface QueryArguments {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly contextValue: unknown;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
}

type Path = GraphQLResolveInfo["path"];

/** A type without its wrappers of GraphQL's own classes: what completing a value looks at. */
type Shape =
  | { readonly kind: "leaf"; readonly nonNull: boolean; readonly type: GraphQLLeafType }
  | { readonly kind: "list"; readonly nonNull: boolean; readonly of: Shape }
  | { readonly kind: "object"; readonly nonNull: boolean; readonly type: GraphQLObjectType };

type Values = Readonly<Record<string, unknown>>;

/** One field of a selection, for all the objects it is read of in one request. */
interface Field {
  readonly key: string;
  readonly name: string;
  readonly nodes: readonly FieldNode[];
  readonly parent: GraphQLObjectType;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly shape: Shape;
  readonly takesInfo: boolean;
  args: Values | null;
  inner: readonly Field[] | null;
}

interface Run {
  readonly schema: GraphQLSchema;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  readonly operation: OperationDefinitionNode;
  readonly variables: Record<string, unknown>;
  readonly context: unknown;
  readonly errors: GraphQLError[];
  /** Where an error has made something null: nothing below is told of again. */
  readonly nulled: Set<Path | undefined>;
}

type Later = PromiseLike<unknown>;

function isLater(value: unknown): value is Later {
  return (
    typeof value === "object" &&
    value !== null &&
    "then" in value &&
    typeof value.then === "function"
  );
}

const shapes = new WeakMap<GraphQLOutputType, Shape>();

/** null where a type is abstract: this schema has none. */
function shapeOf(type: GraphQLOutputType): Shape | null {
  const known = shapes.get(type);
  if (known !== undefined) return known;
  const nonNull = isNonNullType(type);
  const bare = isNonNullType(type) ? type.ofType : type;
  let shape: Shape;
  if (isAbstractType(bare)) return null;
  if (isListType(bare)) {
    const of = shapeOf(bare.ofType as GraphQLOutputType);
    if (of === null) return null;
    shape = { kind: "list", nonNull, of };
  } else if (isObjectType(bare)) {
    if (bare.isTypeOf) return null;
    shape = { kind: "object", nonNull, type: bare };
  } else shape = { kind: "leaf", nonNull, type: bare };
  shapes.set(type, shape);
  return shape;
}

class NotOurs extends Error {}

function plan(
  parent: GraphQLObjectType,
  collected: ReadonlyMap<string, readonly FieldNode[]>,
): readonly Field[] {
  const fields: Field[] = [];
  for (const [key, nodes] of collected) {
    const name = nodes[0]?.name.value ?? "";
    // a name of that kind would change the object it is put into
    if (key === "__proto__") throw new NotOurs();
    if (name === "__typename") {
      fields.push({ ...typename, key, nodes, parent });
      continue;
    }
    if (name.startsWith("__")) throw new NotOurs();
    const definition = parent.getFields()[name];
    if (definition === undefined) continue;
    const shape = shapeOf(definition.type);
    if (shape === null) throw new NotOurs();
    fields.push({
      key,
      name,
      nodes,
      parent,
      definition,
      shape,
      takesInfo: (definition.resolve?.length ?? 0) > 3,
      args: null,
      inner: null,
    });
  }
  return fields;
}

/** Every object type's own name; the rest of a field is put in where it is asked for. */
const typename: Omit<Field, "key" | "nodes" | "parent"> = {
  name: "__typename",
  definition: undefined as never,
  shape: undefined as never,
  takesInfo: false,
  args: null,
  inner: null,
};

function begin(args: QueryArguments): { run: Run; fields: readonly Field[] } | null {
  const { operation } = args;
  const root = args.schema.getQueryType();
  if (operation.operation !== OperationTypeNode.QUERY || !root) return null;
  const variables = getVariableValues(
    args.schema,
    operation.variableDefinitions ?? [],
    args.variableValues ?? {},
  );
  if (variables.errors !== undefined) return null;
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const definition of args.document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  }
  const run: Run = {
    schema: args.schema,
    fragments,
    operation,
    variables: variables.coerced,
    context: args.contextValue,
    errors: [],
    nulled: new Set(),
  };
  try {
    const collected = collectFields(
      args.schema,
      fragments,
      variables.coerced,
      root,
      operation.selectionSet,
    );
    const fields = plan(root, collected);
    lookAhead(run, fields);
    return { run, fields };
  } catch {
    // what is wrong with it, graphql-js says
    return null;
  }
}

/** Plans all of the document before anything of it runs: from here on it is ours to the end. */
function lookAhead(run: Run, fields: readonly Field[]): void {
  for (const field of fields) {
    if (field.name === "__typename") continue;
    let shape = field.shape;
    while (shape.kind === "list") shape = shape.of;
    if (shape.kind !== "object") continue;
    field.inner = plan(
      shape.type,
      collectSubfields(run.schema, run.fragments, run.variables, shape.type, field.nodes),
    );
    lookAhead(run, field.inner);
  }
}

/** null where it is graphql-js's to answer; nothing has run then. */
export async function execute(args: QueryArguments): Promise<ExecutionResult | null> {
  const begun = begin(args);
  if (begun === null) return null;
  const { run, fields } = begun;
  let data: unknown;
  try {
    data = await readFields(run, fields, undefined, undefined);
  } catch (error) {
    note(run, error as GraphQLError, undefined);
    data = null;
  }
  return run.errors.length === 0
    ? { data: data as Record<string, unknown> }
    : { errors: run.errors, data: data as Record<string, unknown> | null };
}

function note(run: Run, error: GraphQLError, path: Path | undefined): void {
  for (let at = path; at !== undefined; at = at.prev) if (run.nulled.has(at)) return;
  if (run.nulled.has(undefined)) return;
  run.nulled.add(path);
  run.errors.push(error);
}

const pathOf = (field: Field, prev: Path | undefined): Path => ({
  prev,
  key: field.key,
  typename: field.parent.name,
});

function keysOf(path: Path): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: Path | undefined = path; at !== undefined; at = at.prev) keys.push(at.key);
  return keys.reverse();
}

/** null where null may be; thrown on to whatever is around it where not. */
function failed(run: Run, raw: unknown, field: Field, shape: Shape, path: Path): null {
  const error = locatedError(raw, field.nodes, keysOf(path));
  if (shape.nonNull) throw error;
  note(run, error, path);
  return null;
}

function readFields(
  run: Run,
  fields: readonly Field[],
  source: unknown,
  path: Path | undefined,
): Record<string, unknown> | Promise<Record<string, unknown>> {
  const answer: Record<string, unknown> = {};
  let keys: string[] | null = null;
  let waits: Later[] | null = null;
  try {
    for (const field of fields) {
      const value = readField(run, field, source, path);
      answer[field.key] = value;
      if (isLater(value)) {
        keys ??= [];
        waits ??= [];
        keys.push(field.key);
        waits.push(value);
      }
    }
  } catch (error) {
    if (waits === null) throw error;
    // the others may fail as well, and must be listened to
    return Promise.all(waits).finally(() => {
      throw error;
    }) as unknown as Promise<Record<string, unknown>>;
  }
  if (waits === null || keys === null) return answer;
  const names = keys;
  return Promise.all(waits).then((values) => {
    for (let i = 0; i < names.length; i += 1) answer[names[i] ?? ""] = values[i];
    return answer;
  });
}

function readField(run: Run, field: Field, source: unknown, prev: Path | undefined): unknown {
  if (field.name === "__typename") return field.parent.name;
  const { shape } = field;
  // a leaf's own path is needed only to tell of its error
  let path = shape.kind === "leaf" ? undefined : pathOf(field, prev);
  try {
    const { resolve } = field.definition;
    let value: unknown;
    if (resolve !== undefined) {
      if (field.takesInfo) path ??= pathOf(field, prev);
      value = resolve(
        source,
        argumentsOf(run, field),
        run.context,
        path !== undefined && field.takesInfo ? infoOf(run, field, path) : (undefined as never),
      );
    } else if ((typeof source === "object" && source !== null) || typeof source === "function") {
      value = (source as Record<string, unknown>)[field.name];
      if (typeof value === "function") {
        path ??= pathOf(field, prev);
        value = value.call(source, argumentsOf(run, field), run.context, infoOf(run, field, path));
      }
    }
    if (isLater(value)) {
      const at = path ?? pathOf(field, prev);
      return value
        .then((inner) => complete(run, field, shape, at, inner))
        .then(undefined, (raw: unknown) => failed(run, raw, field, shape, at));
    }
    const completed = complete(run, field, shape, path, value);
    if (shape.kind === "leaf" || !isLater(completed)) return completed;
    const at = path ?? pathOf(field, prev);
    return completed.then(undefined, (raw: unknown) => failed(run, raw, field, shape, at));
  } catch (raw) {
    return failed(run, raw, field, shape, path ?? pathOf(field, prev));
  }
}

function argumentsOf(run: Run, field: Field): Values {
  const [node] = field.nodes;
  if (field.args === null && node !== undefined) {
    field.args = getArgumentValues(
      field.definition as { args: readonly GraphQLArgument[] } & typeof field.definition,
      node,
      run.variables,
    );
  }
  return field.args ?? {};
}

function infoOf(run: Run, field: Field, path: Path): GraphQLResolveInfo {
  return {
    fieldName: field.name,
    fieldNodes: field.nodes,
    returnType: field.definition.type,
    parentType: field.parent,
    path,
    schema: run.schema,
    fragments: run.fragments,
    rootValue: undefined,
    operation: run.operation,
    variableValues: run.variables,
  };
}

function complete(
  run: Run,
  field: Field,
  shape: Shape,
  path: Path | undefined,
  value: unknown,
): unknown {
  if (value instanceof Error) throw value;
  if (value === null || value === undefined) {
    if (!shape.nonNull) return null;
    throw new Error(
      `Cannot return null for non-nullable field ${field.parent.name}.${field.name}.`,
    );
  }
  if (shape.kind === "leaf") {
    const leaf: unknown = shape.type.serialize(value);
    if (leaf === null || leaf === undefined)
      throw new Error(
        `Expected \`${shape.type.name}.serialize\` to return a non-nullable value for ${field.parent.name}.${field.name}.`,
      );
    return leaf;
  }
  if (shape.kind === "object") return readFields(run, field.inner ?? [], value, path);
  return completeList(run, field, shape.of, path, value);
}

function completeList(
  run: Run,
  field: Field,
  of: Shape,
  path: Path | undefined,
  value: unknown,
): unknown {
  if (typeof value !== "object" || value === null || !(Symbol.iterator in value)) {
    throw new GraphQLError(
      `Expected Iterable, but did not find one for field "${field.parent.name}.${field.name}".`,
    );
  }
  let waits = false;
  let index = 0;
  const items: unknown[] = [];
  try {
    for (const item of value as Iterable<unknown>) {
      const completed = completeItem(run, field, of, path, index, item);
      if (isLater(completed)) waits = true;
      items.push(completed);
      index += 1;
    }
  } catch (error) {
    // graphql-js lets go of those that are under way; one that fails with nobody listening would end the process
    for (const item of items) if (isLater(item)) item.then(undefined, () => undefined);
    throw error;
  }
  return waits ? Promise.all(items) : items;
}

function completeItem(
  run: Run,
  field: Field,
  of: Shape,
  list: Path | undefined,
  index: number,
  item: unknown,
): unknown {
  const make = (): Path => ({ prev: list, key: index, typename: undefined });
  const path = of.kind === "leaf" ? undefined : make();
  try {
    const completed: unknown = isLater(item)
      ? item.then((inner) => complete(run, field, of, path, inner))
      : complete(run, field, of, path, item);
    if (!isLater(completed)) return completed;
    const at = path ?? make();
    return completed.then(undefined, (raw: unknown) => failed(run, raw, field, of, at));
  } catch (raw) {
    return failed(run, raw, field, of, path ?? make());
  }
}
