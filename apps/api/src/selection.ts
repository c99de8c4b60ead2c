/** What a document asks of a thing, where knowing it beforehand saves work. */
import type { GraphQLResolveInfo } from "graphql";

/** Is any of these fields asked for? In doubt, as with fragments, yes. */
export function asksFor(info: GraphQLResolveInfo, names: readonly string[]): boolean {
  return info.fieldNodes.some((node) =>
    node.selectionSet?.selections.some(
      (selection) => selection.kind !== "Field" || names.includes(selection.name.value),
    ),
  );
}

/** Is an id all that is asked of it? Then whoever knows it need not look the thing up: a page has a thousand. */
export function onlyId(info: GraphQLResolveInfo): boolean {
  return info.fieldNodes.every((node) =>
    node.selectionSet?.selections.every(
      (selection) =>
        selection.kind === "Field" &&
        (selection.name.value === "id" || selection.name.value === "__typename"),
    ),
  );
}
