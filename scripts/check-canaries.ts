/**
 * Checks that tests make their passwords and secrets with `canary("place")`, so that `npm test` finds them in its output. The database's
 * own passwords and the published client, whose secret is an example of the documents, are left out.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./settings.ts";

const TESTS = [
  "{packages/{router,delivery,connectors},apps/*,scripts,e2e}/**/*.test.ts",
  "{packages/{router,delivery,connectors},apps/*}/tests/**/*.ts",
];
const WRITTEN = /\b(?:secret|password)(?:: | = )"[^"\n]{6,}"/;

const files = [...new Set(TESTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT })))];
const found = files
  .filter((file) => !/node_modules|\.next/.test(file))
  .flatMap((file) =>
    readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .flatMap((line, n) => (WRITTEN.test(line) ? [`${file}:${n + 1}`] : [])),
  );
for (const place of found) console.error(`${place}: write the secret as canary("place")`);
process.exit(found.length ? 1 : 0);
