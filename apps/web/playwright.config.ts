import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/**
 * On the real stack only: SEALSTONE_E2E_URL is its address, SEALSTONE_E2E_USER and _PASSWORD an admin,
 * SEALSTONE_E2E_PG a connection string of a role that may create tables in the database it looks after.
 */
const chromium =
  process.env.SEALSTONE_CHROMIUM ??
  ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // generous: a loaded machine is slow, and what is waited for is a condition, never a time
  timeout: 480_000,
  expect: { timeout: 60_000 },
  reporter: [["list"]],
  globalSetup: "./e2e/support/global-setup.ts",
  use: {
    baseURL: process.env.SEALSTONE_E2E_URL ?? "http://localhost:4000",
    storageState: "test-results/.auth/admin.json",
    viewport: { width: 1440, height: 900 },
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      args: ["--no-sandbox"],
      ...(chromium ? { executablePath: chromium } : {}),
    },
  },
});
