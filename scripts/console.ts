import { globSync } from "node:fs";
import { join } from "node:path";
import type { Children, Program } from "./children.ts";
import { isOlder } from "./is-older.mjs";
import { step } from "./lifetime.ts";
import { showProgress } from "./progress.mjs";
import { ROOT } from "./settings.ts";

const CONSOLE = join(ROOT, "apps/console");
const SOURCES = ["apps/console/{src,next.config.mjs,package.json}", "packages/*/src", "package-lock.json"];

/** Builds the console, unless its build is newer than its sources. */
export async function buildConsole(children: Children): Promise<void> {
  const sources = globSync(SOURCES, { cwd: ROOT }).map((path) => join(ROOT, path));
  if (!isOlder(join(CONSOLE, ".next/BUILD_ID"), sources)) return;
  const endProgress = showProgress(() => "building the console, once for each version (1 to 4 minutes)");
  const next = join(ROOT, "node_modules/next/dist/bin/next");
  try {
    await step("console built", () =>
      // With CI, Next reports a missing package. Without, it installs the package and changes package.json.
      children.run({ name: "console-build", args: [next, "build"], cwd: CONSOLE, env: { CI: "1" } }),
    );
  } finally {
    endProgress();
  }
}

/** Serves the built console on the port in the environment. */
export const consoleServer: Program = { name: "console", args: [join(CONSOLE, "src/main.ts")], env: {} };
