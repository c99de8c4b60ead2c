// A Chromium for the end-to-end tests: the one named, one installed, Debian's package, Playwright's own.
import { existsSync } from "node:fs";
import { needPackages } from "./packages.mjs";
import { capture, run } from "./run.mjs";
import { Trouble } from "./say.mjs";
import { repo } from "./state.mjs";

const installed = () =>
  ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]
    .map((name) => capture("which", [name]))
    .find(Boolean);

/** Path of the browser; undefined means the one that Playwright downloaded for itself. */
export async function needChromium(log, announce) {
  const named = process.env.SEALSTONE_CHROMIUM;
  if (named) {
    if (!existsSync(named))
      throw new Trouble(
        `SEALSTONE_CHROMIUM=${named} does not exist.`,
        "Unset it, or name a Chromium that does.",
      );
    return named;
  }
  const there = installed();
  if (there) return there;
  try {
    await needPackages(["chromium"], log, announce);
    const now = installed();
    if (now) return now;
  } catch {
    // a system without apt, or one that offers none: Playwright's own may still be had
  }
  try {
    await run("npx", ["playwright", "install", "chromium"], { cwd: repo, log });
    return undefined;
  } catch {
    throw new Trouble(
      "No Chromium could be found or installed for the end-to-end tests.",
      "Install one (sudo apt-get install chromium) or set SEALSTONE_CHROMIUM to its path.",
    );
  }
}
