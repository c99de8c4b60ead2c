import { makeExecutableSchema } from "@graphql-tools/schema";
import {
  type ExecutionResult,
  type GraphQLResolveInfo,
  getOperationAST,
  execute as graphqlExecute,
  parse,
  validate,
} from "graphql";
import { describe, expect, it } from "vitest";
import { execute } from "../src/schema/execute.js";

/** A number from 0 to 1 of a text: the same text gives the same number in both executions. */
function chance(text: string): number {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i += 1)
    hash = Math.imul(hash ^ text.charCodeAt(i), 16777619) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) / 4294967296;
}

function pathText(info: GraphQLResolveInfo): string {
  let text = "";
  for (let at: GraphQLResolveInfo["path"] | undefined = info.path; at !== undefined; at = at.prev)
    text = `${at.key}.${text}`;
  return text;
}

/** What a field gives: mostly a value, else nothing, an error thrown or given, a promise of any of these. */
function outcome(seed: number, info: GraphQLResolveInfo, args: unknown, value: unknown): unknown {
  const text = `${seed} ${pathText(info)} ${JSON.stringify(args)}`;
  const what = chance(text);
  const plain = (): unknown => {
    if (what < 0.04) throw new Error(`thrown at ${pathText(info)}`);
    if (what < 0.07) return null;
    if (what < 0.09) return new Error(`given at ${pathText(info)}`);
    if (what < 0.1) return undefined;
    return value;
  };
  return seed % 2 === 0 && chance(`later ${text}`) < 0.3 ? Promise.resolve().then(plain) : plain();
}

const items = ["a", "b", "c"];

/**
 * With an even seed some of it comes later, with an odd one all at once: graphql-js forgets the items under way
 * of a list that one of them makes fail, and their own failures would end the process (see the test below).
 */
function schemaOf(seed: number) {
  const each = seed % 2 === 0 ? "Node" : "Node!";
  const node = {
    name: (_source: unknown, args: object, _context: unknown, info: GraphQLResolveInfo) =>
      outcome(seed, info, args, "name"),
    must: (_source: unknown, args: object, _context: unknown, info: GraphQLResolveInfo) =>
      outcome(seed, info, args, "must"),
    wrong: (_source: unknown, args: object, _context: unknown, info: GraphQLResolveInfo) =>
      outcome(seed, info, args, chance(pathText(info)) < 0.2 ? "no number" : 7),
    inner: (_source: unknown, args: object, _context: unknown, info: GraphQLResolveInfo) =>
      outcome(seed, info, args, { plain: "plain" }),
    innerMust: (_source: unknown, args: object, _context: unknown, info: GraphQLResolveInfo) =>
      outcome(seed, info, args, { plain: "plain" }),
    list: (_source: unknown, args: object, _context: unknown, info: GraphQLResolveInfo) =>
      outcome(
        seed,
        info,
        args,
        chance(`list ${pathText(info)}`) < 0.05
          ? 5
          : items.map((item) =>
              chance(`${seed} ${item} ${pathText(info)}`) < 0.1
                ? null
                : seed % 2 === 0 && chance(`${item} ${pathText(info)}`) < 0.2
                  ? Promise.resolve({ plain: item })
                  : { plain: item },
            ),
      ),
    listMust: (_source: unknown, args: object, _context: unknown, info: GraphQLResolveInfo) =>
      outcome(
        seed,
        info,
        args,
        items.map((item) =>
          chance(`${seed} must ${item} ${pathText(info)}`) < 0.1 ? null : { plain: item },
        ),
      ),
    words: (_source: unknown, args: object, _context: unknown, info: GraphQLResolveInfo) =>
      outcome(seed, info, args, ["one", null, seed % 2 === 0 ? Promise.resolve("three") : "three"]),
  };
  return makeExecutableSchema({
    typeDefs: `
      enum Colour { RED GREEN }
      input Filter { least: Int = 3, colours: [Colour!] }
      type Node {
        plain: String!
        computed(by: Int = 2): Int
        name(upper: Boolean = false): String
        must: String!
        wrong: Int
        inner: Node
        innerMust: Node!
        list(first: Int = 3, filter: Filter): [Node]
        listMust: [${each}]!
        words: [String]!
      }
      type Query { node(id: ID!): Node, nodes: [${each}]!, missing: String }
      type Mutation { change: String }
    `,
    resolvers: {
      Node: {
        ...node,
        // neither takes a description of the field, and one is a property that is a function
        plain: (source: { plain: string }) => source.plain,
      },
      Query: {
        node: (_source: unknown, args: object, _context: unknown, info: GraphQLResolveInfo) =>
          outcome(seed, info, args, {
            plain: "root",
            computed: ({ by }: { by: number }, context: { factor: number }) => by * context.factor,
          }),
        nodes: (_source: unknown, args: object, _context: unknown, info: GraphQLResolveInfo) =>
          outcome(
            seed,
            info,
            args,
            items.map((item) => ({ plain: item, computed: 5 })),
          ),
      },
      Mutation: { change: () => "changed" },
    },
  });
}

const documents = [
  "{ node(id: 1) { plain computed name must wrong words __typename } missing }",
  "{ nodes { plain computed(by: 4) name wrong inner { plain name must } list { plain name words } } }",
  "{ a: node(id: 1) { inner { innerMust { must name } } } b: node(id: 2) { listMust { must inner { name } } words } }",
  "query ($id: ID!, $deep: Boolean!, $first: Int) { node(id: $id) { ...Some inner @include(if: $deep) { ...Some } list(first: $first, filter: { colours: [RED] }) { ...Some upper: name(upper: true) } } } fragment Some on Node { plain name again: name ... on Node { wrong } }",
  "{ nodes { listMust { innerMust { listMust { must } } } } }",
  "{ nodes { list { list { plain wrong } inner { name } } inner { words must } inner { plain } } }",
] as const;

const variables = { id: "x", deep: true, first: 2 };

/** As it goes over the wire; errors come in the order in which promises settle, which nobody promises. */
function wire(result: ExecutionResult | null): { data: string; errors: string[] } {
  return {
    data: JSON.stringify(result?.data ?? null),
    errors: (result?.errors ?? []).map((error) => JSON.stringify(error)).sort(),
  };
}

describe("our execution of queries", () => {
  it("gives what graphql-js gives, value for value and error for error", async () => {
    let failures = 0;
    let whole = 0;
    for (let seed = 0; seed < 60; seed += 1) {
      const schema = schemaOf(seed);
      for (const text of documents) {
        const document = parse(text);
        const operation = getOperationAST(document);
        if (operation === null || operation === undefined) throw new Error("no operation");
        if (seed === 0) expect(validate(schema, document)).toEqual([]);
        const args = {
          schema,
          document,
          contextValue: { factor: 10 },
          variableValues: text.startsWith("query") ? variables : {},
        };
        const theirs = wire(await graphqlExecute(args));
        const ours = wire(await execute({ ...args, operation }));
        expect(ours, `seed ${seed}: ${text}`).toEqual(theirs);
        if (ours.errors.length > 0) failures += 1;
        else whole += 1;
      }
    }
    // both kinds were met
    expect(failures).toBeGreaterThan(20);
    expect(whole).toBeGreaterThan(20);
  });

  it("listens to what is under way when its list or its object has failed already", async () => {
    // vitest fails a run in which a rejection was not handled
    const later = () => Promise.resolve().then(() => Promise.reject(new Error("later")));
    const schema = makeExecutableSchema({
      typeDefs:
        "type Item { word: String! } type Query { items: [Item!], both: Both } type Both { one: String! two: String! }",
      resolvers: {
        Query: { items: () => [{}, null, {}], both: () => ({}) },
        Item: { word: later },
        Both: {
          one: later,
          two: () => {
            throw new Error("at once");
          },
        },
      },
    });
    const document = parse("{ items { word } both { one two } }");
    const operation = getOperationAST(document);
    if (operation === null || operation === undefined) throw new Error("no operation");
    const result = await execute({ schema, document, operation, contextValue: {} });
    await new Promise((resolve) => setImmediate(resolve));
    expect(result?.data).toEqual({ items: null, both: null });
    expect(result?.errors?.map(({ path }) => path)).toHaveLength(2);
  });

  it("leaves to graphql-js what it does not do itself, before anything runs", async () => {
    const schema = schemaOf(1);
    for (const [text, variableValues] of [
      ["mutation { change }", {}],
      ["{ __schema { types { name } } }", {}],
      ['{ __type(name: "Node") { name } }', {}],
      ["query ($id: ID!) { node(id: $id) { plain } }", {}],
      ["{ __proto__: missing }", {}],
      ["{ node(id: 1) { __proto__: plain } }", {}],
      ["query ($if: Boolean) { node(id: 1) { inner { plain @include(if: $if) } } }", {}],
    ] as const) {
      const document = parse(text);
      const operation = getOperationAST(document);
      if (operation === null || operation === undefined) throw new Error("no operation");
      expect(
        await execute({ schema, document, operation, contextValue: {}, variableValues }),
        text,
      ).toBeNull();
    }
  });
});
