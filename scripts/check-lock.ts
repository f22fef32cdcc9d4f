/**
 * Finds the faults in package-lock.json that break `npm ci` on some platform: a missing dependency, a missing checksum, and a URL
 * of one registry. Dependencies include the optional ones for other platforms.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./settings.ts";

type Entry = {
  link?: boolean;
  resolved?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

const { packages }: { packages: Record<string, Entry> } = JSON.parse(
  readFileSync(join(ROOT, "package-lock.json"), "utf8"),
);
const faults = Object.entries(packages).flatMap(([path, entry]) => {
  const names = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies });
  const missing = names.filter((name) => !found(path, name)).map((name) => `${path}: ${name} is missing`);
  if (!path.includes("node_modules/") || entry.link) return missing;
  if (!entry.integrity) missing.push(`${path} has no integrity`);
  if (entry.resolved) missing.push(`${path} names a registry: set omit-lockfile-registry-resolved=true for npm`);
  return missing;
});
for (const line of faults) console.error(`package-lock.json: ${line}`);
process.exit(faults.length === 0 ? 0 : 1);

/** Whether Node finds `name` in a node_modules folder above `path`. */
function found(path: string, name: string): boolean {
  if (`${path && `${path}/`}node_modules/${name}` in packages) return true;
  return path !== "" && found(path.split("/").slice(0, -1).join("/"), name);
}
