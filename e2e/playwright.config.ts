import { defineConfig } from "@playwright/test";
import chromium from "@sparticuz/chromium";
import { scratchFolder } from "./scratch-folder.ts";

// The packaged browser unpacks itself into TMPDIR. Files of another version there would break it.
process.env.TMPDIR = scratchFolder();

/** The longest file. It mostly waits for the days of its own stack to pass. */
const WHOLE_LIFE = "whole-life.test.ts";

/** All of Highstreet in a real browser. `npm test` runs this, or `playwright test -c e2e/playwright.config.ts`. */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: "test-results",
  globalSetup: "./start-highstreet.ts",
  workers: 2,
  projects: [
    // Starts first, so that no worker waits for its end.
    { name: "whole-life", testMatch: WHOLE_LIFE },
    { name: "shop", testIgnore: WHOLE_LIFE },
  ],
  forbidOnly: true,
  // A loaded machine with two cores is slow, and a guarantee is not a matter of time.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : "list",
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    // A worker would take navigations away from the routes of tests. install.test.ts allows it.
    serviceWorkers: "block",
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: await chromium.executablePath(),
      // Replaces the package's own flags, which switch off web security.
      args: ["--no-sandbox", "--headless=shell", "--disable-gpu"],
    },
  },
});
