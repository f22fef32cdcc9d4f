import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { billOfMaterials, entriesFor, releaseChangelog, upgradeNotes } from "./release-files.ts";
import { ROOT } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "highstreet-release-"));
const clone = join(folder, "highstreet");
const git = (...args: string[]) => execFileSync("git", args, { cwd: clone, encoding: "utf8" }).trim();
const read = (path: string) => readFileSync(join(clone, path), "utf8");

function release(...args: string[]) {
  const run = spawnSync(process.execPath, ["scripts/release.ts", ...args], { cwd: clone, encoding: "utf8" });
  return { status: run.status, said: run.stdout + run.stderr };
}

beforeAll(() => {
  execFileSync("git", ["clone", "--quiet", "--shared", ROOT, clone]);
  // The files as they are here, also before a commit.
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT });
  for (const file of files
    .toString()
    .split("\0")
    .filter((name) => name && existsSync(join(ROOT, name))))
    cpSync(join(ROOT, file), join(clone, file));
  symlinkSync(join(ROOT, "node_modules"), join(clone, "node_modules"));
  appendFileSync(join(clone, ".git/info/exclude"), "node_modules\n");
  for (const [name, value] of Object.entries({ "user.name": "Test", "user.email": "test@shop.example" }))
    git("config", name, value);
  // Right after a release the changelog has no entry.
  const changelog = read("CHANGELOG.md").replace(
    /^# Changelog\n(?=\n## \d)/,
    "# Changelog\n\n## For partners\n\n- A change.\n",
  );
  writeFileSync(join(clone, "CHANGELOG.md"), changelog);
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "-m", "As it is");
});
afterAll(() => rmSync(folder, { recursive: true }));

test("refuses a wrong or older version, and a tree with changes", () => {
  expect(release()).toEqual({ status: 1, said: "Name the version: npm run release -- 1.0.0\n" });
  expect(release("0.0.1")).toMatchObject({ status: 1, said: expect.stringMatching(/^0\.0\.1 is not later than /) });
  writeFileSync(join(clone, "new.txt"), "");
  expect(release("99.0.0")).toEqual({ status: 1, said: "The working tree has changes: commit them first.\n" });
  rmSync(join(clone, "new.txt"));
});

test("a failed run leaves the repository as it was", () => {
  const head = git("rev-parse", "HEAD");
  const hook = join(clone, ".git/hooks/pre-commit");
  writeFileSync(hook, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  expect(release("99.0.0").status).toBe(1);
  expect([git("status", "--porcelain"), git("rev-parse", "HEAD"), git("tag")]).toEqual(["", head, git("tag")]);
  rmSync(hook);
});

test("makes one commit with a tag, and its files; the second run for a version is refused", () => {
  const before = JSON.parse(read("package.json")).version;
  const { status, said } = release("99.0.0");
  expect(said).toContain("Made the commit and the tag v99.0.0.");
  expect(said).toMatch(/Dockerfile names \S+ without its digest|^(?!.*Dockerfile)/s);
  expect(status).toBe(0);
  expect(git("log", "-1", "--format=%s")).toBe("Release 99.0.0");
  expect(git("cat-file", "-t", "v99.0.0")).toBe("tag");
  expect(git("status", "--porcelain")).toBe("");

  for (const path of ["package.json", "packages/client/package.json", "package-lock.json"])
    expect([path, JSON.parse(read(path)).version]).toEqual([path, "99.0.0"]);
  expect(JSON.parse(read("docs/openapi.json")).info.version).toBe("99.0.0");
  expect(read("packages/client/src/version.ts")).toContain('"99.0.0"');
  expect(read("deploy/README.md")).not.toContain(`highstreet:${before}`);
  expect(read("CHANGELOG.md")).toMatch(/^# Changelog\n\n## 99\.0\.0 \(\d{4}-\d{2}-\d{2}\)\n\n### For \w+\n\n- /);
  expect(read("docs/upgrades/99.0.0.md")).toContain("# Upgrade to 99.0.0");
  const commit = git("rev-parse", "HEAD~1");
  expect(JSON.parse(read("prisma/previous-release.json"))).toMatchObject({ release: "v99.0.0", commit, allowed: {} });

  const packed = execFileSync("tar", ["-tzf", join(clone, "dist/release/highstreet-client-99.0.0.tgz")], {
    encoding: "utf8",
  });
  expect(packed.split("\n")).toEqual(
    expect.arrayContaining(["package/dist/index.js", "package/LICENSE", "package/README.md"]),
  );
  const { components } = JSON.parse(read("dist/release/sbom.cdx.json"));
  expect(components.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(["fastify", "next", "pg"]),
  );
  expect(components.map(({ name }: { name: string }) => name)).not.toContain("vitest");

  expect(release("99.0.0")).toEqual({ status: 1, said: "v99.0.0 exists: a version is released once.\n" });
  expect(release("99.0.1")).toMatchObject({ status: 1, said: expect.stringContaining("CHANGELOG.md has no entry") });
  expect(git("status", "--porcelain")).toBe("");
});

test("the changelog keeps its earlier releases, and each kind of reader keeps its entries", () => {
  const first = releaseChangelog(
    "# Changelog\n\n## For partners\n\n- One.\n\n## For operators\n\n- Two\n  lines.\n",
    "1.0.0",
    "2026-11-26",
  );
  const second = releaseChangelog(
    first.replace("# Changelog\n", "# Changelog\n\n## For staff\n\n- Three.\n"),
    "1.1.0",
    "2027-01-31",
  );
  expect(second).toBe(
    "# Changelog\n\n## 1.1.0 (2027-01-31)\n\n### For staff\n\n- Three.\n\n## 1.0.0 (2026-11-26)\n\n### For partners\n\n- One.\n\n### For operators\n\n- Two\n  lines.\n",
  );
  const of = (reader: string) => [entriesFor(reader, second, "1.0.0"), entriesFor(reader, second, "1.1.0")];
  expect([of("partners"), of("operators"), of("staff")]).toEqual([
    ["- One.", ""],
    ["- Two\n  lines.", ""],
    ["", "- Three."],
  ]);
  expect(() => releaseChangelog(second, "1.2.0", "2027-02-01")).toThrow("no entry");
});

test("the upgrade notes list the migrations, and say which one ends earlier processes", () => {
  const migrations = [
    { name: "adds", script: 'CREATE TABLE "a" ("id" UUID);' },
    { name: "ends", script: `UPDATE "schema_version" SET "minimum_version" = 'ends';` },
  ];
  const entries = "- Do [this](deploy/README.md), [that](https://a.example).";
  const notes = upgradeNotes({ version: "1.1.0", from: "v1.0.0", migrations, entries });
  expect(notes).toContain("- `adds`\n- `ends`. **Processes of earlier versions end before it**\n");
  expect(notes).toContain("- Do [this](../../deploy/README.md), [that](https://a.example).\n");
  expect(upgradeNotes({ version: "1.1.0", from: "v1.0.0", migrations: [], entries: "" })).toContain(
    "## Migrations\n\nNone.\n",
  );
});

test("the bill of materials has the packages of production with their checksums", () => {
  const packages = {
    "": { version: "1.0.0" },
    "apps/rest": { version: "1.0.0" },
    "node_modules/@highstreet/db": { link: true },
    "node_modules/vitest": { version: "5.0.0", dev: true, integrity: "sha512-AAAA" },
    "node_modules/a/node_modules/@b/c": { version: "2.0.0", license: "MIT", integrity: "sha512-/wA=" },
    "node_modules/for-macs": { version: "1.0.0", optional: true },
    "node_modules/alias": { name: "real", version: "3.0.0" },
  };
  expect(billOfMaterials(packages, "1.0.0")).toMatchObject({
    ...{
      bomFormat: "CycloneDX",
      specVersion: "1.5",
      metadata: { component: { name: "highstreet", version: "1.0.0" } },
    },
    components: [
      {
        ...{ name: "@b/c", version: "2.0.0", purl: "pkg:npm/%40b/c@2.0.0" },
        ...{ hashes: [{ alg: "SHA-512", content: "ff00" }], licenses: [{ license: { name: "MIT" } }] },
      },
      { name: "real", version: "3.0.0", purl: "pkg:npm/real@3.0.0" },
    ],
  });
});
