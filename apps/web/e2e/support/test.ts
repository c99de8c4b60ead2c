import { test as base, expect, type Page } from "@playwright/test";

/**
 * A page takes over what the server sent part by part; a key pressed before that is heard by nobody. Waits
 * until all that is there hears: the frame says so itself, and what React has taken over carries its mark.
 */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (document.querySelector("[data-alive=false]")) return false;
    // a page of something that is not there has no heading of its own, only the words that say so
    const heading =
      document.querySelector("h1") ??
      (document.querySelector("main [role=status]")
        ? null
        : document.querySelector("main p.font-semibold"));
    return heading !== null && Object.keys(heading).some((key) => key.startsWith("__reactFiber"));
  });
}

/** Going somewhere, in these tests, ends when the page hears what is done to it. */
function untilAlive(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (...args) => {
    const answer = await goto.apply(page, args);
    await alive(page);
    return answer;
  };
  page.reload = async (...args) => {
    const answer = await reload.apply(page, args);
    await alive(page);
    return answer;
  };
}

/** Every test also fails on a console error, an error of the page, or a failed request of its own pages. */
export const test = base.extend<{ clean: string[] }>({
  clean: [
    async ({ page }, use) => {
      const found: string[] = [];
      watch(page, found);
      untilAlive(page);
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

export { expect, untilAlive };
