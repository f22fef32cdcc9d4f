import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Packages = Record<string, { version?: string; optional?: boolean }>;

function packagesOf(lockFile: string): Packages {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, "utf8")).packages : {};
}

function isInstalled(folder: string): boolean {
  const present = packagesOf(join(folder, "node_modules/.package-lock.json"));
  return Object.entries(packagesOf(join(folder, "package-lock.json"))).every(
    ([path, { version, optional }]) => path === "" || optional || present[path]?.version === version,
  );
}

/** Installs the packages in the folder's package-lock.json if they are missing. */
export function install(folder: string): void {
  if (isInstalled(folder)) return;
  console.log(`Installing the packages of ${folder} …`);
  const args = ["install", "--no-save", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const [program, first] = npm?.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
  const { status } = spawnSync(program, [...first, ...args], { cwd: folder, stdio: "inherit" });
  if (status !== 0 || !isInstalled(folder)) throw new Error(`npm install failed in ${folder}`);
}
