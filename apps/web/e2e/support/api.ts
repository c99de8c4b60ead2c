import { type APIRequestContext, expect } from "@playwright/test";

export async function graphql<T>(
  request: APIRequestContext,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<T> {
  const answer = await request.post("/graphql", {
    headers: { "x-sealstone-csrf": "1" },
    data: { query, variables },
  });
  const body = (await answer.json()) as { data?: T; errors?: { message: string }[] };
  if (body.errors?.[0]) throw new Error(body.errors[0].message);
  return body.data as T;
}

interface Shown {
  id: string;
  state: string;
  error: { message: string } | null;
}

/** Waits on operations through the API, never on a clock: until none on this series is queued or running. */
export async function untilIdle(request: APIRequestContext, series: string): Promise<Shown[]> {
  let list: Shown[] = [];
  await expect
    .poll(
      async () => {
        const data = await graphql<{ operations: { nodes: Shown[] } }>(
          request,
          "query ($series: ID!) { operations(first: 100, filter: { series: $series }) { nodes { id state error { message } } } }",
          { series },
        );
        list = data.operations.nodes;
        return list.filter((o) => o.state === "QUEUED" || o.state === "RUNNING").length;
      },
      { timeout: 240_000 },
    )
    .toBe(0);
  return list;
}

export async function partitionStates(
  request: APIRequestContext,
  series: string,
): Promise<Map<string, string>> {
  const data = await graphql<{
    series: { partitions: { nodes: { name: string; state: string }[] } };
  }>(
    request,
    "query ($id: ID!) { series(id: $id) { partitions(first: 1000) { nodes { name state } } } }",
    { id: series },
  );
  return new Map(data.series.partitions.nodes.map((p) => [p.name, p.state]));
}

/** The id that the API gives the database under test. */
export async function databaseId(request: APIRequestContext): Promise<string> {
  const data = await graphql<{ databases: { id: string; readable: boolean }[] }>(
    request,
    "{ databases { id readable } }",
  );
  const id = data.databases.find((d) => d.readable)?.id;
  if (!id) throw new Error("no database can be read");
  return id;
}
