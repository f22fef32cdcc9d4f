import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
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
