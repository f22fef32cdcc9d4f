/** `npm run bench -- <name> [options]` runs bench/<name>.ts, or e2e/bench/console.ts. The pages of bench/ have results. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [name = ""] = process.argv.slice(2);
const script = join(import.meta.dirname, name === "console" ? "../e2e/bench/console.ts" : `${name}.ts`);
if (!/^[a-z]+$/.test(name) || name === "run" || !existsSync(script)) {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".ts") && file !== "run.ts");
  console.error(`Name a benchmark: npm run bench -- ${files.map((file) => file.slice(0, -3)).join(" | ")} | console`);
  process.exit(1);
}
// Runs in this process, so that its end also ends the children of the benchmark.
process.argv.splice(1, 2, script);
await import(pathToFileURL(script).href);
