import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const SKIPPED = new Set(["node_modules", ".next", ".turbo", "dist", "next-env.d.ts"]);

/**
 * Whether a file is missing, or older than a file or folder below the sources. Adding and removing a file changes its folder.
 * @param {string} file
 * @param {string[]} sources
 * @returns {boolean}
 */
export function isOlder(file, sources) {
  const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return made === undefined || sources.some((source) => isNewer(source, made));
}

function isNewer(path, time) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs > time;
  return stat.mtimeMs > time || readdirSync(path).some((name) => !SKIPPED.has(name) && isNewer(join(path, name), time));
}
