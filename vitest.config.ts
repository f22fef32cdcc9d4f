import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // A loaded machine with two cores is slow, and a guarantee is not a matter of time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: "packages/db/src/testing-setup.ts",
    projects: [
      {
        extends: true,
        test: { name: "packages", include: ["packages/*/{src,tests}/**/*.test.ts"] },
      },
      {
        extends: true,
        test: { name: "apps", include: ["apps/*/{src,tests}/**/*.test.ts"] },
      },
    ],
  },
});
