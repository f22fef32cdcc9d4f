/**
 * What a bare machine with Node 20 needs before the programs of this repository: the packages of package-lock.json, which contain the
 * right Node, and the Prisma client of the current schema. `node scripts/bootstrap.mjs start` installs only the packages of apps/ and
 * packages/, without the tools of developers.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { install, removeUnused } from "./install.mjs";
import { isOlder } from "./is-older.mjs";
import { showProgress } from "./progress.mjs";
import { runGroup } from "./run-group.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const MODULES = join(ROOT, "node_modules");
const NODE = join(MODULES, "node/bin", process.platform === "win32" ? "node.exe" : "node");
const LOCK = join(ROOT, "package-lock.json");
/** npm's own record of the installed packages. */
const INSTALLED = join(MODULES, ".package-lock.json");
/** The digest of the package-lock.json whose packages for `npm start` are installed. */
const STAMP = join(MODULES, ".packages-for-start");
const GENERATED = join(ROOT, "packages/db/src/generated/client.ts");
/** Names the process that installs: npm while it runs, otherwise this one. */
const INSTALLING = join(ROOT, ".installing");
/**
 * Tools of developers that npm also installs for `npm start`, because some package can work with them. Next builds only with TypeScript
 * present, although it then does not use it.
 */
const NOT_FOR_START = "vitest vite rolldown @rolldown playwright playwright-core".split(" ");
const isForStart = process.argv[2] === "start";

if (Number(process.versions.node.split(".")[0]) < 20) {
  fail(`Node ${process.versions.node} is too old: install Node 20 or later (https://nodejs.org).`);
}
const isGenerated = () => !isOlder(GENERATED, [join(ROOT, "prisma/schema"), INSTALLED]);
if (!isInstalled() || !isGenerated()) {
  await alone(async () => {
    if (!isInstalled()) await bringPackages();
    if (!isGenerated()) await generateClient();
  });
}

/** Runs `work`. If another process in this folder runs it now, prints an error and exits with code 1. */
async function alone(work) {
  const other = existsSync(INSTALLING) ? readFileSync(INSTALLING, "utf8") : undefined;
  // A kill can leave it empty. The process 0 would be this process's own group.
  if (other !== undefined && !(Number(other) > 0 && isRunning(Number(other)))) rmSync(INSTALLING, { force: true });
  try {
    writeFileSync(INSTALLING, String(process.pid), { flag: "wx" });
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    fail(
      `Process ${readFileSync(INSTALLING, "utf8")} installs the packages of this folder: start again when it is done (or, if it is another program, remove ${INSTALLING}).`,
    );
  }
  process.on("exit", () => rmSync(INSTALLING, { force: true }));
  await work();
}

/** A zombie does not run: a killed process stays one if its parent does not wait for it. */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    const stat = `/proc/${pid}/stat`;
    return !existsSync(stat) || !/\) [ZX] /.test(readFileSync(stat, "utf8"));
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Whether node_modules matches package-lock.json, apart from packages for other platforms. */
function isInstalled() {
  if (!existsSync(NODE)) return false;
  if (isForStart && existsSync(STAMP) && readFileSync(STAMP, "utf8") === digestOfLock()) return true;
  const present = packagesOf(INSTALLED);
  return Object.entries(packagesOf(LOCK)).every(
    ([path, { version, optional, link }]) =>
      !path.includes("node_modules/") ||
      optional ||
      (link ? existsSync(join(ROOT, path)) : present[path]?.version === version),
  );
}

function packagesOf(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, "utf8")).packages : {};
}

function digestOfLock() {
  return createHash("sha256").update(readFileSync(LOCK)).digest("hex");
}

async function bringPackages() {
  const began = Date.now();
  const isFirst = !existsSync(INSTALLED);
  const why = await install({
    root: ROOT,
    isFirst,
    paths: Object.keys(packagesOf(LOCK)).filter((path) => path.includes("node_modules/")),
    part: isForStart ? ["--workspace=apps", "--workspace=packages"] : [],
    onStart: (pid) => writeFileSync(INSTALLING, String(pid)),
  });
  if (why) fail(why);
  if (isForStart) writeFileSync(STAMP, digestOfLock());
  if (!isInstalled()) fail("npm did not bring what package-lock.json names: remove node_modules and start again.");
  removeUnused(MODULES);
  // Otherwise developers have installed their tools here.
  if (isForStart && isFirst)
    for (const name of NOT_FOR_START) rmSync(join(MODULES, name), { recursive: true, force: true });
  console.error(`Installed in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

async function generateClient() {
  const endProgress = showProgress(() => "generating the Prisma client");
  const { status, output } = await runGroup(NODE, [join(MODULES, "prisma/build/index.js"), "generate"], {
    cwd: ROOT,
    // Prisma wants to download an engine that `generate` does not use. With any executable here, it does not.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: NODE, CHECKPOINT_DISABLE: "1" },
    onStart: (pid) => writeFileSync(INSTALLING, String(pid)),
  });
  endProgress();
  if (status !== 0) fail(`The Prisma client could not be generated:\n${output}`);
}

function fail(line) {
  console.error(line);
  process.exit(1);
}
