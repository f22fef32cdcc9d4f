/**
 * `node scripts/count-prisma-share.ts`: counts calls of Prisma models and SQL constants outside of tests, by room. The share is
 * calls ÷ (calls + constants). An exported part of a statement counts as a constant. A private part counts with its users.
 * Prints each constant with `--list`.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./settings.ts";

const CODE = ["{packages,apps}/*/src/**/*.{ts,tsx}", "prisma/*.ts", "scripts/*.ts"];
const SKIPPED = /\.test\.tsx?$|\/testing[^/]*\.ts$|\/generated\/|node_modules|count-prisma-share/;
const CALL = /\bprisma\s*\.\w+\s*\.(?:find\w+|create\w*|update\w*|delete\w*|upsert|count|aggregate|groupBy)\(/g;
/** An exported constant and its value, up to the next line that starts a declaration or a comment. */
const EXPORTED =
  /^export (?:const|function) (\w+)([\s\S]*?)(?=^(?:export|const|function|type|interface|\/)|(?![\s\S]))/gm;
/** A number, a name without spaces or a list of such names is no SQL. */
const PLAIN = /^\s*=\s*(?:[\d_]+|"[^\s"]+"|\[(?:"\w+",?\s*)+\](?: as const)?);\s*$/;

interface Count {
  calls: number;
  constants: string[];
}

function roomOf(file: string): string {
  const [, room] = /packages\/router\/src\/((?:core|features)\/[^/]+|[^/]+)/.exec(file) ?? [];
  return (
    room ??
    file
      .split("/")
      .slice(0, file.startsWith("packages") || file.startsWith("apps") ? 2 : 1)
      .join("/")
  );
}

const files = CODE.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).map((file) => file.replaceAll("\\", "/"));
const rooms = new Map<string, Count>();
for (const file of files.filter((one) => !SKIPPED.test(one)).sort()) {
  const text = readFileSync(join(ROOT, file), "utf8");
  const calls = text.match(CALL)?.length ?? 0;
  const exported = file.endsWith(".sql.ts") ? [...text.matchAll(EXPORTED)] : [];
  const constants = exported.flatMap(([, name = "", value = ""]) => (PLAIN.test(value) ? [] : [name]));
  if (!calls && !constants.length) continue;
  const room = rooms.get(roomOf(file)) ?? { calls: 0, constants: [] };
  rooms.set(roomOf(file), { calls: room.calls + calls, constants: [...room.constants, ...constants] });
}

function print(name: string, { calls, constants }: Count): void {
  const share = Math.round((100 * calls) / (calls + constants.length));
  console.log(`${name}: ${calls} Prisma calls, ${constants.length} SQL constants, ${share} %`);
  if (process.argv.includes("--list")) for (const constant of constants) console.log(`  ${constant}`);
}

for (const [name, room] of rooms) print(name, room);
const all = [...rooms.values()];
const total = {
  calls: all.reduce((sum, { calls }) => sum + calls, 0),
  constants: all.flatMap(({ constants }) => constants),
};
process.argv = process.argv.filter((argument) => argument !== "--list");
print("all", total);
