import { defineConfig } from "@playwright/test";
import chromium from "@sparticuz/chromium";
import { scratchFolder } from "./scratch-folder.ts";

// The packaged browser unpacks itself into TMPDIR. Files of another version there would break it.
process.env.TMPDIR = scratchFolder();

const WHOLE_LIFE = "whole-life.test.ts";

/** All of Highstreet in a real browser. `npm test` runs this, or `playwright test -c e2e/playwright.config.ts`. */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: "test-results",
  globalSetup: "./start-highstreet.ts",
  workers: 2,
  projects: [
    // These tests share one shop, so they run one after the other.
    { name: "shop", testIgnore: WHOLE_LIFE, workers: 1 },
    // These tests start a stack of their own, and mostly wait for its days to pass.
    { name: "whole-life", testMatch: WHOLE_LIFE, workers: 1 },
  ],
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : "list",
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: await chromium.executablePath(),
      // Replaces the package's own flags, which switch off web security.
      args: ["--no-sandbox", "--headless=shell", "--disable-gpu"],
    },
  },
});
