/**
 * Checks the rooms of packages/router/src. A room imports only rooms on lower floors, and SQL text is only in `*.sql.ts`. ARCHITECTURE.md
 * explains the floors. In all code, no path of a URL is a file name.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { ROOT } from "./settings.ts";

/** The rooms by floor, the lowest first. Rooms on one floor do not import each other. */
const FLOORS: string[][] = [
  ["kernel"],
  ["access"],
  [
    "core/items",
    "core/history",
    "core/mail",
    "core/pictures",
    "core/stores",
    "core/provider-state",
    "core/idempotency",
  ],
  ["core/log", "config"],
  ["core/channels", "core/feeds", "core/rules"],
  ["features/alerts", "features/keys", "features/retention", "features/channels"],
  ["features/staff", "features/stores", "features/listings"],
  ["features/customizations"],
  [
    "features/retailers",
    "features/sources",
    "features/shelf",
    "features/search",
    "features/local-ads",
    "features/webhooks",
  ],
  ["features/ingest", "features/rules", "features/endpoints"],
  ["features/products", "features/pulls", "features/dry-run", "features/pictures"],
  ["features/uploads"],
  ["features/history", "features/events", "features/overview", "features/operations", "features/test-clock"],
  ["features/fleet"],
];

const SOURCES = ["packages/*/src/**/*.ts", "apps/*/src/**/*.{ts,tsx}"];
const ROUTER = "packages/router/src/";

const problems: string[] = [];
const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !/\.test\.tsx?$|\/generated\/|\/testing\//.test(file));

checkFloors();
checkSql();
checkFileNames();
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

/** The room of a router file; undefined for the files in the root and in `portability`, which put everything together. */
function roomOf(file: string): string | undefined {
  const [first = "", second = ""] = file.slice(ROUTER.length).split("/");
  if (first.endsWith(".ts") || first === "portability") return undefined;
  return first === "core" || first === "features" ? `${first}/${second}` : first;
}

/** The files that a file imports by relative paths. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const found = text.matchAll(/^(?:import|export)\b[^;"]*?from "(\.[^"]+)"/gm);
  return [...found].map(([, path = ""]) => normalize(join(dirname(file), path)).replaceAll("\\", "/"));
}

function checkFloors(): void {
  const floorOf = new Map(FLOORS.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)));
  for (const file of files.filter((one) => one.startsWith(ROUTER))) {
    const from = roomOf(file);
    if (from === undefined) continue;
    const floor = floorOf.get(from);
    if (floor === undefined) {
      problems.push(`${file}: the room ${from} has no floor in scripts/check-rooms.ts`);
      continue;
    }
    for (const target of importsOf(file)) {
      const to = roomOf(target);
      if (to === from) continue;
      if (to !== undefined && (floorOf.get(to) ?? floor) < floor) continue;
      problems.push(`${file} imports ${to ?? target.slice(ROUTER.length)}, which is not on a lower floor`);
    }
  }
}

/** String literals that are SQL statements or parts of them. */
function hasSql(text: string): boolean {
  return /["`]\s*(?:--[^\n]*\n\s*)*(?:WITH \w+(?: \([^)]*\))? AS|SELECT\b|INSERT INTO|UPDATE \w+|DELETE FROM|MERGE INTO|LOCK TABLE|SET LOCAL|ORDER BY|WHERE\b|JOIN\b|EXISTS \(|CASE WHEN)/.test(
    text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""),
  );
}

function checkSql(): void {
  for (const file of files) {
    // GAQL, the query language of Google Ads, is not SQL.
    if (/^packages\/(db|providers)\//.test(file) || file.endsWith(".sql.ts") || file.endsWith(".tsx")) continue;
    if (!hasSql(readFileSync(join(ROOT, file), "utf8"))) continue;
    problems.push(`${file} contains SQL text: move the statement to a *.sql.ts file`);
  }
}

/** The path of a URL is percent-encoded, so it names no file in a folder such as `Läden 店`. */
function checkFileNames(): void {
  const exclude = ["**/node_modules/**", "**/.next/**"];
  for (const file of globSync("{apps,bench,deploy,e2e,packages,prisma,scripts}/**/*.{ts,tsx,mjs}", {
    cwd: ROOT,
    exclude,
  })) {
    const text = readFileSync(join(ROOT, file), "utf8");
    if (!/new URL\([^;]{0,200}import\.meta\.url/.test(text) || !/\.pathname\b(?! = )/.test(text)) continue;
    problems.push(`${file} reads the path of a URL, which is no file name: use import.meta.dirname or fileURLToPath`);
  }
}
