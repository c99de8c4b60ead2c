import { test as base, expect, type Page } from "@playwright/test";

/** Every test also fails on a console error, an error of the page, or a failed request of its own pages. */
export const test = base.extend<{ clean: string[] }>({
  clean: [
    async ({ page }, use) => {
      const found: string[] = [];
      watch(page, found);
      await use(found);
      expect(found, "the page complained").toEqual([]);
    },
    { auto: true },
  ],
});

function watch(page: Page, found: string[]): void {
  page.on("console", (m) => {
    if (m.type() === "error") found.push(`console: ${m.text()}`);
  });
  page.on("pageerror", (e) => found.push(`page: ${e.message}`));
  page.on("requestfailed", (r) => {
    // a page that is left stops what it was fetching
    if (r.failure()?.errorText !== "net::ERR_ABORTED")
      found.push(`request: ${r.url()} ${r.failure()?.errorText}`);
  });
  page.on("response", (r) => {
    if (r.status() >= 500) found.push(`response: ${r.status()} ${r.url()}`);
  });
}

export { expect };
