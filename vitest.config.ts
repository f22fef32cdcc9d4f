import { defineConfig } from "vitest/config";

const statements = "packages/router/tests/statements.test.ts";

/** These tests change the state of modules. */
const alone = [
  "packages/feeds/src/receive/spool-room.test.ts",
  "packages/outbound/src/certificate-by-name.test.ts",
  "packages/router/tests/kept-plans.test.ts",
];

// A loaded machine with two cores is slow, and a guarantee is not a matter of time.
const patience = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
  setupFiles: ["packages/db/testing/record.ts"],
};
const first = { ...patience, sequence: { groupOrder: 1 } };

// Each feed starts a process, which compiles its modules otherwise.
process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/node_modules/.cache/node`;

const report = process.env.VITEST_JSON_OUTPUT_FILE;

export default defineConfig({
  test: {
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
    maxWorkers: 2,
    // Once for all projects: none of them extends this, so they share the server.
    globalSetup: "packages/db/testing/setup.ts",
    projects: [
      // Files share the modules of their worker, because loading the router takes longer than most of its tests.
      {
        test: {
          ...first,
          isolate: false,
          name: "packages",
          include: ["packages/*/{src,testing,tests}/**/*.test.ts"],
          exclude: [statements, ...alone],
        },
      },
      { test: { ...first, name: "alone", include: alone } },
      {
        test: {
          ...first,
          isolate: false,
          name: "apps",
          include: ["apps/{rest,sftp,worker}/tests/**/*.test.ts", "{scripts,deploy}/*.test.ts"],
        },
      },
      {
        // Next resolves the mark of server files to nothing; elsewhere it throws.
        resolve: { alias: { "server-only": `${import.meta.dirname}/node_modules/server-only/empty.js` } },
        // Isolated, because the server of the console reads its environment once.
        test: { ...first, name: "console", include: ["apps/console/{src,tests}/**/*.test.ts"] },
      },
      // Runs after the other tests, because it checks their statements.
      { test: { ...patience, name: "statements", include: [statements], sequence: { groupOrder: 2 } } },
    ],
  },
});
