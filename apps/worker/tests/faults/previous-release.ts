import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { knownMigrations } from "../../../../packages/db/src/schema-version.ts";

const ROOT = join(import.meta.dirname, "../../../..");

const previous = JSON.parse(readFileSync(join(ROOT, "prisma/previous-release.json"), "utf8")) as {
  release: string;
  commit?: string;
  migration: string;
};
const isHere = (name: string) => spawnSync("git", ["cat-file", "-e", `${name}^{commit}`], { cwd: ROOT }).status === 0;

/** The tag of the previous release (prisma/README.md), or its commit in a clone without tags. */
export const release = [previous.release, previous.commit ?? ""].find(isHere) ?? previous.release;

/** Whether this clone has the previous release. A shallow clone or an unpacked archive does not. */
export const hasPreviousRelease = isHere(release);

/** Whether this version has a newer schema. Right after a release it has not. */
export const hasNewMigrations = knownMigrations().at(-1) !== previous.migration;

/**
 * Unpacks the previous release. It runs with the packages that are installed here: only its own packages and its Prisma client are its
 * own.
 * @returns its folder; `packages` has those that it would install in another version
 */
export function unpackPreviousRelease() {
  const root = mkdtempSync(join(tmpdir(), "highstreet-previous-"));
  const archive = execFileSync("git", ["archive", release], { cwd: ROOT, maxBuffer: 1e9 });
  execFileSync("tar", ["-x", "-C", root], { input: archive });
  const link = (path: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(root, path));
  };
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    if (name !== "@highstreet" && !name.startsWith(".")) link(`node_modules/${name}`);
  }
  for (const path of globSync("{packages,apps}/*/node_modules", { cwd: ROOT })) {
    if (existsSync(join(root, dirname(path)))) link(path);
  }
  mkdirSync(join(root, "node_modules/@highstreet"));
  for (const name of readdirSync(join(root, "packages"))) {
    symlinkSync(join(root, "packages", name), join(root, "node_modules/@highstreet", name));
  }
  execFileSync(process.execPath, [join(ROOT, "node_modules/prisma/build/index.js"), "generate"], {
    cwd: root,
    // As in scripts/bootstrap.mjs: no engine is downloaded.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: "1" },
    stdio: "pipe",
  });
  return { root, packages: otherVersions(root), remove: () => rmSync(root, { recursive: true }) };
}

interface Lock {
  packages: Record<string, { version?: string; dev?: boolean; optional?: boolean }>;
}

function otherVersions(root: string): string[] {
  const read = (folder: string) => JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")) as Lock;
  const [then, now] = [read(root).packages, read(ROOT).packages];
  return Object.entries(then)
    .filter(([path, { version, dev, optional }]) => !dev && !optional && version && version !== now[path]?.version)
    .map(([path, { version }]) => `${path.replace("node_modules/", "")} ${version}`);
}
