import AxeBuilder from "@axe-core/playwright";
import { databaseId, untilIdle } from "./support/api";
import { dropSeries, makeSeries, pauseJobs, sql } from "./support/database";
import { expect, test } from "./support/test";

const NAME = "e2e_accessibility";
const ROLLUP = "e2e_accessibility_by_hour";
const places = new Map<string, string>();

/** The list is the test: a page that is added is added here. */
const PAGES = [
  ["sign in", "/login"],
  ["overview", "/overview"],
  ["series list", "/series"],
  ["new series", "/series/new"],
  ["partitions", "/series/:series/partitions"],
  ["compression", "/series/:series/compression"],
  ["late rows", "/series/:series/late"],
  ["rollups", "/series/:series/rollups"],
  ["queries", "/series/:series/queries"],
  ["jobs", "/series/:series/jobs"],
  ["settings", "/series/:series/settings"],
  ["sealed partition", "/partitions/:sealed"],
  ["live partition", "/partitions/:live"],
  ["rollup", "/rollups/:rollup"],
  ["operations", "/operations"],
  ["operation", "/operations/:operation"],
  ["sql", "/sql"],
  ["audit", "/audit"],
  ["tokens", "/tokens"],
  ["users", "/users"],
  ["not found", "/no/such/page"],
] as const;

test.beforeAll(async ({ request }) => {
  const made = await makeSeries(NAME, 4, 3000);
  await sql(`CALL sealstone.seal('public.${NAME}_p20260101')`);
  await sql(
    `INSERT INTO public.${NAME} SELECT '2026-01-01 05:00'::timestamptz + make_interval(secs => i), 'late', i, i FROM generate_series(1, 500) i`,
  );
  await sql(`SELECT sealstone.measure('public.${NAME}')`);
  await sql(
    `SELECT sealstone.create_rollup('${ROLLUP}', 'public.${NAME}', bucket => '1 hour', select_list => 'count(*) AS n', group_by => 'host');
     ${pauseJobs(ROLLUP)}`,
  );
  await sql(`SELECT sealstone.refresh_rollup('public.${ROLLUP}')`);
  await sql(
    `INSERT INTO public.${NAME} VALUES ('2026-01-02 05:00+00', 'host1', 1, 1), ('2026-01-03 05:00+00', 'host2', 1, 1)`,
  );
  const [asked] = await sql<{ id: string }>(
    `SELECT sealstone.request('seal', 'public.${NAME}_p20260104')::text AS id`,
  );
  const database = await databaseId(request);
  await untilIdle(request, `${database}.${made.oid}`);
  const oid = async (relation: string) =>
    (await sql<{ oid: string }>(`SELECT 'public.${relation}'::regclass::oid::text AS oid`))[0]?.oid;
  places.set(":series", `${database}.${made.oid}`);
  places.set(":rollup", `${database}.${await oid(ROLLUP)}`);
  places.set(":operation", `${database}.${asked?.id}`);
  places.set(":sealed", `${database}.${await oid(`${NAME}_p20260101`)}`);
  places.set(":live", `${database}.${await oid(`${NAME}_p20260102`)}`);
});
test.afterAll(() => dropSeries(NAME));

const LOOKS = [
  ["light", 1280],
  ["dark", 1280],
  ["dark", 390],
  ["light", 390],
] as const;

for (const [name, path] of PAGES) {
  test(`${name}: nothing for axe to find in either theme and width, and no sideways scroll`, async ({
    page,
    clean,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
    await page.goto(path.replace(/:\w+/, (key) => encodeURIComponent(places.get(key) ?? "")));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("status", { name: /^(Loading|Reading)/ })).toHaveCount(0);
    for (const [theme, width] of LOOKS) {
      await page.emulateMedia({ reducedMotion: "reduce", colorScheme: theme });
      await page.setViewportSize({ width, height: 844 });
      const { violations } = await new AxeBuilder({ page })
        // what is read aloud holds what is seen (WCAG 2.5.3), so that it can be said to be pressed
        .options({ rules: { "label-content-name-mismatch": { enabled: true } } })
        .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
        .analyze();
      const found = violations.map(
        (v) =>
          `${v.id}: ${v.nodes
            .map((n) => n.target.join(" "))
            .slice(0, 3)
            .join(" | ")}`,
      );
      expect(found, `${theme}, ${width} px`).toEqual([]);
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over, `scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
    }
    if (name === "not found") clean.length = 0;
  });
}
