import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Children, Program } from "./children.ts";
import { ROOT } from "./settings.ts";
import { step } from "./step.ts";

const CONSOLE = join(ROOT, "apps/console");
const STAMP = join(CONSOLE, ".next/highstreet-sources");
const SOURCES = ["apps/console", "packages", "package-lock.json", "tsconfig.base.json"];
const NOT_SOURCES = new Set(["node_modules", ".next", ".turbo", "next-env.d.ts"]);

/** Builds the console, unless its sources are unchanged since the last build. */
export async function buildConsole(children: Children): Promise<void> {
  const sources = digest();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === sources) return;
  console.log("… the console is being built, once for each version: a minute or more");
  const began = performance.now();
  const progress = setInterval(
    () => console.log(`… the console is being built (${Math.round((performance.now() - began) / 1_000)} s)`),
    15_000,
  );
  try {
    await step("console built", () => children.run(next("build")));
  } finally {
    clearInterval(progress);
  }
  writeFileSync(STAMP, sources);
}

/** Serves the built console on the port in the environment. */
export const consoleServer: Program = { name: "console", args: [join(CONSOLE, "src/main.ts")], env: {} };

/** The program `next <command>` for the console. */
export function next(command: "build" | "dev", ...args: string[]): Program {
  const name = command === "build" ? "console-build" : "console";
  return { name, args: [join(ROOT, "node_modules/next/dist/bin/next"), command, ...args], cwd: CONSOLE, env: {} };
}

function digest(): string {
  const hash = createHash("sha256");
  for (const path of SOURCES) add(path);
  return hash.digest("hex");

  function add(path: string): void {
    const file = join(ROOT, path);
    if (statSync(file).isDirectory()) {
      const names = readdirSync(file).filter((name) => !NOT_SOURCES.has(name) && !name.endsWith(".tsbuildinfo"));
      for (const name of names.sort()) add(`${path}/${name}`);
    } else {
      hash.update(`${path}\n`).update(readFileSync(file));
    }
  }
}
