/**
 * `npm run bench -- <name> [options]`: installs the packages of the benchmarks and runs bench/<name>.ts. bench/RESULTS.md has
 * results and explanations.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { install } from "./lib/install.ts";

const [name = ""] = process.argv.slice(2);
const script = join(import.meta.dirname, `${name}.ts`);
if (!/^[a-z-]+$/.test(name) || name === "run" || !existsSync(script)) {
  const names = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".ts") && file !== "run.ts");
  console.error(`Name a benchmark: npm run bench -- ${names.map((file) => file.slice(0, -3)).join(" | ")}`);
  process.exit(1);
}
install(import.meta.dirname);
// Runs in this process, so that its end also ends the children of the benchmark.
process.argv.splice(1, 2, script);
await import(pathToFileURL(script).href);
