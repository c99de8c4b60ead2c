import type { APIRequestContext, Page } from "@playwright/test";
import { SignInPage } from "../pages/sign-in";
import { databaseId, graphql } from "../support/api";
import { dropSeries, makeSeries, pauseJobs, sql } from "../support/database";
import { expect, test, untilAlive } from "../support/test";

test("a token is shown once, works, and stops when revoked", async ({
  page,
  playwright,
  baseURL,
}) => {
  const name = `e2e ${Date.now()}`;
  await page.goto("/tokens");
  await page.getByRole("button", { name: "Make a token" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Make it" }).click();
  const secret = (await page.getByTestId("token-secret").textContent()) ?? "";
  await dialog.getByRole("button", { name: "I have kept it" }).click();
  const program = await playwright.request.newContext({
    baseURL: baseURL ?? "",
    extraHTTPHeaders: { authorization: `Bearer ${secret.trim()}` },
    storageState: { cookies: [], origins: [] },
  });
  const ask = async () =>
    (
      await graphql<{ viewer: { kind: string } | null }>(program, "{ viewer { kind } }").catch(
        () => ({ viewer: null }),
      )
    ).viewer?.kind;
  expect(await ask()).toBe("token");
  await page.getByRole("button", { name: `Revoke ${name}` }).click();
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("revoked");
  await expect.poll(ask).toBeUndefined();
  await program.dispose();
});

const NAME = "e2e_identity";
test.afterAll(() => dropSeries(NAME));

/** Pages on which something can be pressed. */
async function withActions(request: APIRequestContext): Promise<string[]> {
  const made = await makeSeries(NAME, 3, 100);
  await sql(`CALL sealstone.seal('public.${NAME}_p20260101')`);
  await sql(
    `INSERT INTO public.${NAME} SELECT '2026-01-01 05:00+00'::timestamptz + make_interval(secs => i), 'late', i, i FROM generate_series(1, 50) i`,
  );
  await sql(
    `SELECT sealstone.create_rollup('${NAME}_by_day', 'public.${NAME}', bucket => '1 day', select_list => 'count(*) AS n');
     ${pauseJobs(`${NAME}_by_day`)}`,
  );
  await sql(`SELECT sealstone.measure('public.${NAME}')`);
  const database = await databaseId(request);
  const oid = async (relation: string) =>
    (await sql<{ oid: string }>(`SELECT 'public.${relation}'::regclass::oid::text AS oid`))[0]?.oid;
  const at = (place: string, relation: string | undefined) =>
    `/${place}/${encodeURIComponent(`${database}.${relation}`)}`;
  const series = at("series", made.oid);
  return [
    ...["partitions", "late", "rollups", "jobs", "settings"].map((tab) => `${series}/${tab}`),
    at("partitions", await oid(`${NAME}_p20260101`)),
    at("partitions", await oid(`${NAME}_p20260102`)),
    at("rollups", await oid(`${NAME}_by_day`)),
  ];
}

test("a viewer sees no action, and the server refuses it too", async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `viewer${Date.now()}`;
  const secret = "a viewer's long password";
  await page.goto("/users");
  await page.getByRole("button", { name: "Make a user" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("First password").fill(secret);
  await dialog.getByRole("button", { name: "Make the user" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: name })).toBeVisible();

  const context = await browser.newContext({
    baseURL: baseURL ?? "",
    storageState: { cookies: [], origins: [] },
  });
  const other = await context.newPage();
  untilAlive(other);
  const signIn = new SignInPage(other);
  await signIn.open();
  await signIn.signIn(name, secret);
  await expect(other).toHaveURL(/\/overview$/);
  await expect(other.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await expect(other.getByRole("link", { name: "Users" })).toHaveCount(0);
  await other.goto("/series");
  await expect(other.getByRole("link", { name: "Make a series" })).toHaveCount(0);
  // on each page an admin finds what changes something, and a viewer nothing
  const acts = (of: Page) =>
    of.getByRole("main").getByRole("button", {
      name: /^(Seal|Reseal|Unseal|Drop|Refresh now|Run now|Pause|Let it run|Edit|Save|Make|Move|Count|Look at what it drops|Stop|Measure|Check it now|Show the SQL)\b/,
    });
  for (const path of await withActions(page.request)) {
    await page.goto(path);
    await expect(acts(page).first(), path).toBeVisible();
    await other.goto(path);
    await expect(other.getByRole("status", { name: /^(Loading|Reading)/ })).toHaveCount(0);
    await expect(acts(other), path).toHaveCount(0);
  }
  const refused = await other.request.post("/graphql", {
    headers: { "x-sealstone-csrf": "1" },
    data: {
      query: "mutation ($database: ID!) { pauseAll(database: $database) { dryRun } }",
      variables: { database: await databaseId(page.request) },
    },
  });
  expect(JSON.stringify(await refused.json())).toContain("FORBIDDEN");
  await context.close();

  await page.goto("/users");
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  await page.getByLabel(/To delete, type/).fill(name);
  await page.getByRole("button", { name: "Delete the user" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: name })).toHaveCount(0);
});

test("what was done is in the audit log, with its SQL", async ({ page }) => {
  await page.goto("/audit?outcome=SUCCEEDED");
  await expect(page.getByRole("grid", { name: "Audit log" }).getByRole("row").nth(1)).toBeVisible();
});
