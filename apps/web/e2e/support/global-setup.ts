import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "@playwright/test";
import { password, url, user } from "./env";

/** Signs in once over the API, so that each test begins signed in; the sign-in page has tests of its own. */
export default async function globalSetup(): Promise<void> {
  const context = await request.newContext({ baseURL: url() });
  const answer = await context.post("/graphql", {
    headers: { "x-sealstone-csrf": "1" },
    data: {
      query:
        "mutation SignIn($name: String!, $password: String!) { signIn(name: $name, password: $password) { viewer { name } } }",
      variables: { name: user(), password: password() },
    },
  });
  const body = (await answer.json()) as { errors?: { message: string }[] };
  if (body.errors?.[0]) throw new Error(`cannot sign in: ${body.errors[0].message}`);
  mkdirSync("test-results/.auth", { recursive: true });
  writeFileSync("test-results/.auth/admin.json", JSON.stringify(await context.storageState()));
  await context.dispose();
}
