import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { SecondApi } from "../support/second-api";
import { Server } from "../support/server";
import { expect, test } from "../support/test";

/** A server on which nothing is set up: each page says what is missing and the command that mends it, down to the last. */
const DATABASE = "to_set_up";
const here = dirname(fileURLToPath(import.meta.url));
let server: Server;
let api: SecondApi;

test.beforeAll(async () => {
  // neither preloaded nor, for all that this database shows, installed
  server = await Server.make(["wal_level = replica"]);
  for (const role of ["demo", "sealstone_viewer", "sealstone_operator", "sealstone_admin"])
    await server.query(`CREATE ROLE ${role} LOGIN`);
  await server.query("CREATE ROLE sealstone_sql LOGIN; CREATE ROLE sealstone_home LOGIN");
  await server.query(`CREATE DATABASE ${DATABASE} OWNER demo`);
  await server.query(
    `SET allow_system_table_mods = on;
     ALTER VIEW pg_catalog.pg_available_extensions RENAME TO pg_all_available_extensions;
     CREATE VIEW pg_catalog.pg_available_extensions AS
       SELECT * FROM pg_catalog.pg_all_available_extensions WHERE name <> 'sealstone';
     GRANT SELECT ON pg_catalog.pg_available_extensions TO PUBLIC`,
    DATABASE,
  );
  api = new SecondApi({
    SEALSTONE_DATABASES: JSON.stringify({
      fresh: {
        url: server.url("sealstone_viewer", DATABASE),
        operatorUrl: server.url("sealstone_operator", DATABASE),
        adminUrl: server.url("sealstone_admin", DATABASE),
        sqlUrl: server.url("sealstone_sql", DATABASE),
      },
    }),
  });
  await api.start("/healthz");
});
test.afterAll(async () => {
  await api?.stop();
  server?.remove();
});

test("a database that is not set up says what is missing and what mends it, step by step until it is well", async ({
  page,
  clean,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem("sealstone.preferences", JSON.stringify({ time: "utc", refresh: 5 })),
  );
  const banner = page.getByRole("status").filter({ hasText: new RegExp(`^${DATABASE}`) });
  const says = async (sentence: string, command: string) => {
    await expect(banner).toContainText(sentence, { timeout: 180_000 });
    await expect(banner).toContainText(command);
    const first = page.locator("li[data-rule]").first();
    await expect(first).toHaveAttribute("data-rule", "database-state");
    await expect(first).toContainText(sentence);
    await expect(first.getByRole("img", { name: "Critical" })).toBeVisible();
  };
  await page.goto(`${api.url}/overview`);
  await says("The extension's files are not installed on this server.", "make install");

  await server.query(
    `SET allow_system_table_mods = on;
     DROP VIEW pg_catalog.pg_available_extensions;
     ALTER VIEW pg_catalog.pg_all_available_extensions RENAME TO pg_available_extensions`,
    DATABASE,
  );
  await says("not created in this database", "CREATE EXTENSION sealstone;");

  // as a site does that shows nothing to everybody
  await server.query(
    "CREATE EXTENSION sealstone; REVOKE USAGE ON SCHEMA sealstone FROM PUBLIC",
    DATABASE,
  );
  await says("may not use the schema sealstone", "grants.js");

  const grants = execFileSync(
    process.execPath,
    [join(here, "../../../api/dist/grants.js"), "--owner", "demo", "--no-home"],
    { encoding: "utf8" },
  );
  await server.query(grants, DATABASE);
  await says("The library is not preloaded", "shared_preload_libraries");
  // what can be read is shown meanwhile
  await expect(page.getByRole("region", { name: `Database ${DATABASE}` })).toContainText("On disk");

  await server.query("ALTER SYSTEM SET shared_preload_libraries = 'sealstone'");
  server.restart();
  await expect(banner).toHaveCount(0, { timeout: 180_000 });
  await expect(page.locator('li[data-rule="database-state"]')).toHaveCount(0);
  await page.goto(`${api.url}/series`);
  await expect(page.getByText("No series table yet")).toBeVisible();
  await expect(page.getByRole("link", { name: "Make one of a table" })).toBeVisible();
  // while the server was away the page was told so
  clean.length = 0;
});
