/**
 * `npm run bench -- <name> [options]`: runs bench/<name>.ts, with the packages that only benchmarks use installed before it.
 * Results and how to read them: bench/RESULTS.md.
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
// In this process, so that what ends it ends what the benchmark started.
process.argv.splice(1, 2, script);
await import(pathToFileURL(script).href);
