/**
 * The start of every npm script, for any Node from version 20 on. Installs the packages if they differ from package-lock.json, and
 * generates the Prisma client if the schema changed. Then starts the script on the repository's own Node: `node
 * scripts/bootstrap.mjs <name of a script> [its arguments]`.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const MODULES = join(ROOT, "node_modules");
const NODE = join(MODULES, "node/bin", process.platform === "win32" ? "node.exe" : "node");
const GENERATED = join(ROOT, "packages/db/src/generated");
const LOCK = join(ROOT, ".installing");

if (Number(process.versions.node.split(".")[0]) < 20) {
  fail(`Node ${process.versions.node} is too old: install Node 20 or later (https://nodejs.org).`);
}
const [command, ...args] = process.argv.slice(2);
const script = join(ROOT, "scripts", `${command}.ts`);
if (!command || !existsSync(script)) fail(`There is no script “${command}”.`);
if (!installed() || !generated()) {
  alone(() => {
    if (!installed()) install();
    if (!generated()) generateClient();
  });
}
handOver();

/** Runs `work`. If another process in this folder runs it now, prints an error and exits with code 1. */
function alone(work) {
  const other = existsSync(LOCK) ? Number(readFileSync(LOCK, "utf8")) : undefined;
  if (other && !runs(other)) rmSync(LOCK, { force: true });
  try {
    writeFileSync(LOCK, String(process.pid), { flag: "wx" });
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    fail(
      `Process ${readFileSync(LOCK, "utf8")} installs the packages of this folder: start again when it is done (or, if it is another program, remove ${LOCK}).`,
    );
  }
  process.on("exit", () => rmSync(LOCK, { force: true }));
  work();
  rmSync(LOCK, { force: true });
}

/** Whether process `pid` runs. A zombie does not run: a killed process stays one if its parent does not wait for it. */
function runs(pid) {
  try {
    process.kill(pid, 0);
    const stat = `/proc/${pid}/stat`;
    return !existsSync(stat) || !/\) [ZX] /.test(readFileSync(stat, "utf8"));
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Whether node_modules matches package-lock.json, apart from packages for other platforms. */
function installed() {
  const wanted = packagesOf(join(ROOT, "package-lock.json"));
  const present = packagesOf(join(MODULES, ".package-lock.json"));
  return (
    existsSync(NODE) &&
    Object.entries(wanted).every(
      ([path, { version, optional, link }]) =>
        !path.includes("node_modules/") ||
        optional ||
        (link ? existsSync(join(ROOT, path)) : present[path]?.version === version),
    )
  );
}

function packagesOf(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, "utf8")).packages : {};
}

function install() {
  const began = Date.now();
  console.log("Installing the packages of package-lock.json (half a minute the first time) …");
  // `npm ci` empties node_modules first. Later, `npm install` changes only the differences and keeps a working state if it fails.
  const verb = existsSync(join(MODULES, ".package-lock.json")) ? ["install", "--no-save"] : ["ci"];
  const options = [...verb, "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  const cache = cacheForNpm();
  const npm = process.env.npm_execpath;
  const node = process.env.npm_node_execpath ?? process.execPath;
  const [program, first] = npm?.endsWith(".js") ? [node, [npm]] : ["npm", []];
  const { status, error } = spawnSync(program, [...first, ...options], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...(cache && { npm_config_cache: cache }) },
    shell: process.platform === "win32" && program === "npm",
  });
  if (cache) rmSync(cache, { recursive: true, force: true });
  if (error?.code === "ENOENT") fail("npm is not on the PATH: it comes with Node (https://nodejs.org).");
  if (status !== 0) fail(`npm ${verb[0]} failed: correct what it says above and start again.`);
  if (!installed())
    fail(`npm ${verb[0]} did not bring what package-lock.json names: remove node_modules and start again.`);
  console.log(`Installed in ${seconds(began)}`);
}

/** A folder for npm's cache if the usual folder in the home folder is not writable; otherwise undefined. */
function cacheForNpm() {
  const usual = process.env.npm_config_cache ?? join(home(), ".npm");
  return writable(usual) ? undefined : mkdtempSync(join(tmpdir(), "highstreet-npm-"));
}

function home() {
  try {
    return homedir();
  } catch {
    // A user without an entry in the system's list and without HOME has no home folder.
    return "/";
  }
}

function writable(path) {
  if (!existsSync(path)) return dirname(path) !== path && writable(dirname(path));
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether the Prisma client matches the current schema. */
function generated() {
  const { stamp, file } = clientStamp();
  return existsSync(file) && readFileSync(file, "utf8") === stamp;
}

function clientStamp() {
  const version = packagesOf(join(MODULES, ".package-lock.json"))["node_modules/prisma"]?.version;
  const folder = join(ROOT, "prisma/schema");
  const hash = createHash("sha256").update(`${version}\n`);
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, name)));
  const stamp = hash.digest("hex");
  return { stamp, file: join(GENERATED, ".stamp") };
}

function generateClient() {
  const { stamp, file } = clientStamp();
  const began = Date.now();
  const { status, stdout, stderr } = spawnSync(NODE, [join(MODULES, "prisma/build/index.js"), "generate"], {
    cwd: ROOT,
    encoding: "utf8",
    // Prisma wants to download an engine that `generate` does not use. With any executable here, it does not.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: NODE, CHECKPOINT_DISABLE: "1" },
  });
  if (status !== 0) fail(`The Prisma client could not be generated:\n${stdout}${stderr}`);
  writeFileSync(file, stamp);
  console.log(`Generated the Prisma client in ${seconds(began)}`);
}

/** Runs the script on the repository's Node. Passes signals to the script, and its exit code to the caller. */
function handOver() {
  const child = spawn(NODE, [script, ...args], {
    cwd: ROOT,
    // The channel closes if this process is killed. The script then ends.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: {
      ...process.env,
      // Saves 40 % of the processor time of a start (bench/FOOTPRINT.md).
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(MODULES, ".cache/node"),
      PATH: `${join(MODULES, ".bin")}${process.platform === "win32" ? ";" : ":"}${process.env.PATH}`,
    },
  });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => fail(`${NODE} cannot run: ${error.message}`));
  child.on("exit", (code, signal) => {
    for (const name of signals) process.removeAllListeners(name);
    if (signal) process.kill(process.pid, signal);
    else process.exit(code ?? 1);
  });
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

function fail(line) {
  console.error(line);
  process.exit(1);
}
