/**
 * The schema as text and as an executable object: every module's schema.graphql merged, with the
 * descriptions that are the same everywhere filled in. The result is printed to schema.graphql at the
 * package's root, which is what is reviewed.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  buildASTSchema,
  concatAST,
  type DefinitionNode,
  type DocumentNode,
  extendSchema,
  type FieldDefinitionNode,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  Kind,
  parse,
  printSchema,
  type StringValueNode,
} from "graphql";
import {
  commonArguments,
  commonEnumValues,
  commonFields,
  commonInputs,
} from "./common-descriptions.js";

const modulesDirectory = fileURLToPath(new URL("../modules/", import.meta.url));

function description(text: string | undefined): StringValueNode | undefined {
  return text === undefined ? undefined : { kind: Kind.STRING, value: text };
}

function withDescription<T extends { readonly description?: StringValueNode | undefined }>(
  node: T,
  text: string | undefined,
): T {
  const found = description(text);
  return node.description !== undefined || found === undefined
    ? node
    : { ...node, description: found };
}

function fillField(field: FieldDefinitionNode): FieldDefinitionNode {
  const filled = withDescription(field, commonFields[field.name.value]);
  if (filled.arguments === undefined) return filled;
  return {
    ...filled,
    arguments: filled.arguments.map((argument: InputValueDefinitionNode) =>
      withDescription(argument, commonArguments[argument.name.value]),
    ),
  };
}

function fillDescriptions(document: DocumentNode): DocumentNode {
  const definitions: DefinitionNode[] = document.definitions.map((definition) => {
    switch (definition.kind) {
      case Kind.OBJECT_TYPE_DEFINITION:
      case Kind.OBJECT_TYPE_EXTENSION:
      case Kind.INTERFACE_TYPE_DEFINITION:
        return { ...definition, fields: (definition.fields ?? []).map(fillField) };
      case Kind.INPUT_OBJECT_TYPE_DEFINITION:
        return {
          ...definition,
          fields: (definition.fields ?? []).map((field) =>
            withDescription(field, commonInputs[field.name.value]),
          ),
        };
      case Kind.ENUM_TYPE_DEFINITION:
        return {
          ...definition,
          values: (definition.values ?? []).map((value) =>
            withDescription(value, commonEnumValues[value.name.value]),
          ),
        };
      default:
        return definition;
    }
  });
  return { ...document, definitions };
}

/** The modules' documents, in order of name with `base` first. */
export function loadTypeDefs(): DocumentNode {
  const names = readdirSync(modulesDirectory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort((a, b) => (a === "base" ? -1 : b === "base" ? 1 : a < b ? -1 : 1));
  const documents = names.map((name) =>
    parse(readFileSync(`${modulesDirectory}${name}/schema.graphql`, "utf8"), { noLocation: true }),
  );
  return fillDescriptions(concatAST(documents));
}

/** The schema without resolvers: for printing and for generating types. */
export function buildBareSchema(): GraphQLSchema {
  const document = loadTypeDefs();
  const extensions: DefinitionNode[] = [];
  const base: DefinitionNode[] = [];
  for (const definition of document.definitions) {
    (definition.kind === Kind.OBJECT_TYPE_EXTENSION ? extensions : base).push(definition);
  }
  const schema = buildASTSchema({ kind: Kind.DOCUMENT, definitions: base }, { assumeValid: true });
  return extendSchema(schema, { kind: Kind.DOCUMENT, definitions: extensions });
}

export function printContract(): string {
  return `# Generated from src/modules/*/schema.graphql by "npm run generate". Review it; do not edit it.\n\n${printSchema(
    buildBareSchema(),
  )}\n`;
}
