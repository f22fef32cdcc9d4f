/**
 * `npm run release -- 1.0.0`: makes a release as one commit with a tag, and its files in dist/release. It publishes nothing. docs/versions.md
 * has the steps after it. A failed run leaves the repository as it was.
 */
import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { knownMigrations, scriptOf } from "../packages/db/src/schema-version.ts";
import { billOfMaterials, entriesFor, releaseChangelog, upgradeNotes } from "./release-files.ts";
import { ROOT } from "./settings.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const write = (path: string, text: string): void => writeFileSync(join(ROOT, path), text);
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd: ROOT, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 }).trim();
const node = (...args: string[]): string => run(process.execPath, ...args);

/** The checks that take seconds. CI runs all of them, and the tests. */
const checks = ["check-lock", "check-links", "check-rooms", "check-canaries"];

const version = process.argv[2] ?? "";
try {
  release();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function release(): void {
  const before = (JSON.parse(read("package.json")) as { version: string }).version;
  const whyNot = whyRefused(before);
  if (whyNot !== undefined) throw new Error(whyNot);
  const head = run("git", "rev-parse", "HEAD");
  // Ctrl-C ends the running child, and the catch below cleans up.
  process.on("SIGINT", () => undefined);
  try {
    writeFiles(before, head);
    run("git", "add", "--all");
    run("git", "commit", "--quiet", "-m", `Release ${version}`);
    run("git", "tag", "-a", `v${version}`, "-m", `Highstreet ${version}`);
  } catch (error) {
    run("git", "reset", "--quiet", "--hard", head);
    run("git", "clean", "--quiet", "-fd");
    throw error;
  }
  console.log(`Made the commit and the tag v${version}. dist/release has the client and the bill of materials.`);
  for (const line of withoutDigest()) console.log(line);
}

function whyRefused(before: string): string | undefined {
  const parts = (text: string) => text.split(".").map(Number);
  if (!/^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(version)) return "Name the version: npm run release -- 1.0.0";
  if (run("git", "tag", "--list", `v${version}`)) return `v${version} exists: a version is released once.`;
  const [old, wanted] = [parts(before), parts(version)];
  const at = wanted.findIndex((part, index) => part !== old[index]);
  if (at < 0 || (wanted[at] ?? 0) < (old[at] ?? 0)) return `${version} is not later than ${before}.`;
  if (run("git", "status", "--porcelain")) return "The working tree has changes: commit them first.";
  return undefined;
}

function writeFiles(before: string, commit: string): void {
  const replace = (path: string, from: string, to: string): void => {
    const text = read(path);
    if (!text.includes(from)) throw new Error(`${path} lacks ${from}.`);
    write(path, text.replaceAll(from, to));
  };
  for (const folder of [".", "packages/client"])
    replace(`${folder}/package.json`, `"version": "${before}"`, `"version": "${version}"`);
  replace("packages/client/src/version.ts", `"${before}"`, `"${version}"`);
  replace("deploy/kubernetes/kustomization.yaml", `newTag: "${before}"`, `newTag: "${version}"`);
  replace("deploy/README.md", `/highstreet:${before}`, `/highstreet:${version}`);

  const lock = JSON.parse(read("package-lock.json"));
  lock.version = version;
  for (const path of ["", "packages/client"]) lock.packages[path].version = version;
  write("package-lock.json", json(lock));

  const changelog = releaseChangelog(read("CHANGELOG.md"), version, new Date().toISOString().slice(0, 10));
  write("CHANGELOG.md", changelog);
  const previous = JSON.parse(read("prisma/previous-release.json")) as { release: string; migration: string };
  const migrations = knownMigrations().filter((name) => name > previous.migration);
  const upgrade = {
    version,
    from: previous.release,
    entries: entriesFor("operators", changelog, version),
    migrations: migrations.map((name) => ({ name, script: scriptOf(name) })),
  };
  mkdirSync(join(ROOT, "docs/upgrades"), { recursive: true });
  write(`docs/upgrades/${version}.md`, upgradeNotes(upgrade));
  const migration = knownMigrations().at(-1);
  write("prisma/previous-release.json", json({ release: `v${version}`, commit, migration, allowed: {} }));

  const document = JSON.parse(read("docs/openapi.json"));
  node("scripts/openapi.ts");
  document.info.version = version;
  if (!isDeepStrictEqual(document, JSON.parse(read("docs/openapi.json"))))
    throw new Error("docs/openapi.json was out of date: run npm run openapi, and commit it first.");

  for (const check of checks) node(`scripts/${check}.ts`);
  mkdirSync(join(ROOT, "dist/release"), { recursive: true });
  write("dist/release/sbom.cdx.json", json(billOfMaterials(lock.packages, version)));
  run("npm", "pack", "--workspace=packages/client", "--pack-destination=dist/release");
}

/** One line for each image that is named by its tag alone. */
function withoutDigest(): string[] {
  const named = globSync("deploy/{Dockerfile,compose.yaml}", { cwd: ROOT }).flatMap((file) =>
    [...read(file).matchAll(/^(?:ARG NODE=|\s+image: (?=postgres:))(\S+)$/gm)].map(([, image = ""]) => ({
      file,
      image,
    })),
  );
  return named
    .filter(({ image }) => !image.includes("@sha256:"))
    .map(({ file, image }) => `${file} names ${image} without its digest: pin it as docs/versions.md says.`);
}
