/**
 * Bounds on a document before it runs: depth, aliases, and a cost that grows with what lists may return.
 * Pure. The same for HTTP and sockets.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { AppError } from "../errors.js";

export const limits = {
  depth: 14,
  fields: 1_500,
  aliases: 60,
  rootFields: 30,
  cost: 600_000,
  tokens: 6_000,
} as const;

/** Items of a list without an argument that bounds it, as a guess. */
const guess = 20;
const bounded: Readonly<Record<string, number>> = {
  databases: 4,
  sql: 1,
  columns: 20,
  orderKey: 1,
  orderBy: 1,
  slices: 200,
  points: 200,
  nodes: 1,
  jobs: 5,
  rollups: 5,
  blockedBy: 1,
  attention: 20,
};

interface Spent {
  fields: number;
  aliases: number;
}

export function checkDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(definition.name.value, definition);
  }
  const root = schema.getRootType(operation.operation);
  if (root === undefined || root === null) return;
  const spent: Spent = { fields: 0, aliases: 0 };
  const roots = countFields(operation.selectionSet, fragments, new Set(), limits.rootFields);
  if (roots > limits.rootFields) refuse(`asks for more than ${limits.rootFields} things at once`);
  const cost = costOf(operation.selectionSet, root.name, 1, 1, new Set());
  if (cost > limits.cost) {
    refuse(
      `may cost ${Math.round(cost)}; at most ${limits.cost}. Ask for fewer items (first) or fewer fields`,
    );
  }

  function costOf(
    set: SelectionSetNode,
    typeName: string,
    depth: number,
    times: number,
    seen: ReadonlySet<string>,
  ): number {
    if (depth > limits.depth) refuse(`is deeper than ${limits.depth} levels`);
    let total = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        if (fragment === undefined || seen.has(selection.name.value)) continue;
        total += costOf(
          fragment.selectionSet,
          fragment.typeCondition.name.value,
          depth,
          times,
          new Set([...seen, selection.name.value]),
        );
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        total += costOf(
          selection.selectionSet,
          selection.typeCondition?.name.value ?? typeName,
          depth,
          times,
          seen,
        );
      } else total += fieldCost(selection, typeName, depth, times, seen);
    }
    return total;
  }

  function fieldCost(
    node: FieldNode,
    typeName: string,
    depth: number,
    times: number,
    seen: ReadonlySet<string>,
  ): number {
    spent.fields += 1;
    if (node.alias !== undefined) spent.aliases += 1;
    if (spent.fields > limits.fields) refuse(`has more than ${limits.fields} fields`);
    if (spent.aliases > limits.aliases) refuse(`has more than ${limits.aliases} aliases`);
    const type = schema.getType(typeName);
    const field =
      isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
    // a scalar costs its bytes; an object may cost a lookup
    if (field === undefined || node.selectionSet === undefined) return times / 10;
    const items = itemsOf(field, node);
    return (
      times +
      costOf(node.selectionSet, getNamedType(field.type).name, depth + 1, times * items, seen)
    );
  }

  function itemsOf(field: GraphQLField<unknown, unknown>, node: FieldNode): number {
    const list = isListType(getNullableType(field.type));
    const first = field.args.find(
      (argument) =>
        argument.name === "first" || argument.name === "buckets" || argument.name === "points",
    );
    if (first !== undefined) {
      const given = node.arguments?.find((argument) => argument.name.value === first.name)?.value;
      let value: unknown = first.defaultValue;
      if (given?.kind === Kind.INT) value = Number(given.value);
      else if (given?.kind === Kind.VARIABLE)
        value = variables[given.name.value] ?? first.defaultValue;
      const count = typeof value === "number" && value > 0 ? value : guess;
      // strips and timings are one object with many small points
      return first.name === "first" ? count : count / 10;
    }
    return list ? (bounded[field.name] ?? guess) : 1;
  }
}

/**
 * Fields at the root, through fragments; stops at one more than is allowed. Fragments that spread others
 * twice each would otherwise be walked as often as they double.
 */
function countFields(
  set: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  seen: ReadonlySet<string>,
  most: number,
): number {
  let count = 0;
  for (const selection of set.selections) {
    if (count > most) return count;
    if (selection.kind === Kind.FIELD) count += 1;
    else if (selection.kind === Kind.INLINE_FRAGMENT)
      count += countFields(selection.selectionSet, fragments, seen, most - count);
    else {
      const fragment = fragments.get(selection.name.value);
      if (fragment !== undefined && !seen.has(selection.name.value)) {
        count += countFields(
          fragment.selectionSet,
          fragments,
          new Set([...seen, selection.name.value]),
          most - count,
        );
      }
    }
  }
  return count;
}

function refuse(what: string): never {
  throw new AppError("QUERY_TOO_COMPLEX", `The query ${what}.`);
}

const open = new Set(["viewer", "signIn", "apiVersion", "asOf", "__typename", "ping", "signOut"]);

/** Names of root fields asked for that need a sign-in. */
export function fieldsThatNeedSignIn(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): string[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(definition.name.value, definition);
  }
  const names: string[] = [];
  const visited = new Set<string>();
  const walk = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) names.push(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet);
      else if (!visited.has(selection.name.value)) {
        visited.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment !== undefined) walk(fragment.selectionSet);
      }
    }
  };
  walk(operation.selectionSet);
  return names.filter((name) => !open.has(name));
}
