import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { showProgress } from "./progress.mjs";
import { runGroup } from "./run-group.mjs";

const MB = 1_000_000;
/** Free bytes that a first start needs: the packages, npm's cache, the built console and a database. */
const NEEDED = 2_800 * MB;
const LAST_LINES = 40;

/**
 * Why a folder has too little space, as one line; undefined if it has enough.
 * @param {string} folder
 * @param {number} needed in bytes
 */
export function whyNoSpace(folder, needed) {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= needed) return undefined;
  const [all, free] = [needed, bavail * bsize].map((bytes) => `${(bytes / 1_000 / MB).toFixed(1)} GB`);
  return `Too little free disk for ${folder}: the packages need about ${all}, and ${free} are free. Free some, or install with: npm ci`;
}

/**
 * Installs the packages of package-lock.json with npm.
 * @param {{ root: string, isFirst: boolean, paths: string[], part: string[], onStart: (pid: number) => void }} options `paths`: the
 * folders of all packages in the lock file
 * @returns {Promise<string | undefined>} why it failed
 */
export async function install({ root, isFirst, paths, part, onStart }) {
  const cache = cacheForNpm();
  // `npm ci` also empties node_modules first. Later, `npm install` changes only the differences and keeps a working state if it fails.
  if (isFirst) {
    const modules = join(root, "node_modules");
    // On a slow disk this takes half a minute.
    if (existsSync(modules)) console.error("Removing what an unfinished installation left.");
    rmSync(modules, { recursive: true, force: true });
    const why = whyNoSpace(root, NEEDED);
    if (why) return why;
  }
  if (process.env.npm_config_ignore_scripts === "true")
    console.error("npm's setting ignore-scripts does not count here: Node and PostgreSQL come with install scripts.");
  const npm = process.env.npm_execpath;
  const node = process.env.npm_node_execpath ?? process.execPath;
  const [program, first] = npm?.endsWith(".js") ? [node, [npm]] : ["npm", []];
  const verb = isFirst ? ["ci"] : ["install", "--no-save"];
  const options = ["--include=dev", "--ignore-scripts=false", "--no-audit", "--no-fund", "--no-update-notifier"];
  const then = process.env.npm_lifecycle_event === "start" ? ", then the console is built, as long" : "";
  const endProgress = showProgress(() => {
    const found = paths.filter((path) => existsSync(join(root, path)));
    const done = found.filter((path) => existsSync(join(root, path, "package.json")));
    return `installing packages, ${done.length} of ${found.length} (1 to 4 minutes the first time${then})`;
  });
  const { status, error, output } = await runGroup(
    program,
    [...first, ...verb, ...part, ...options, "--loglevel=warn"],
    {
      cwd: root,
      env: { ...process.env, ...(cache && { npm_config_cache: cache }) },
      shell: process.platform === "win32" && program === "npm",
      onStart,
      // Otherwise npm goes on for minutes, with a warning for each file.
      mustEnd: (text) => /\b(ENOSPC|EDQUOT)\b/.test(text),
    },
  );
  endProgress();
  if (cache) rmSync(cache, { recursive: true, force: true });
  if (error?.code === "ENOENT") return "npm is not on the PATH: it comes with Node (https://nodejs.org).";
  if (status === 0) return undefined;
  console.error(output.trimEnd().split("\n").slice(-LAST_LINES).join("\n"));
  if (/\b(ENOSPC|EDQUOT)\b/.test(output)) return "The disk is full: free some space and start again.";
  return `npm ${verb[0]} failed: correct what it says above and start again.`;
}

/** A folder for npm's cache if the usual folder in the home folder is not writable; otherwise undefined. */
function cacheForNpm() {
  try {
    const folder = process.env.npm_config_cache ?? join(homedir(), ".npm");
    accessSync(existsSync(folder) ? folder : dirname(folder), constants.W_OK);
    return undefined;
  } catch {
    // `homedir` throws for a user without an entry in the system's list and without HOME.
    return mkdtempSync(join(tmpdir(), "highstreet-npm-"));
  }
}

/** Removes what nothing here uses: headers of Node, and the parts of Prisma for other databases. */
export function removeUnused(modules) {
  const remove = (path) => rmSync(join(modules, path), { recursive: true, force: true });
  for (const name of readdirSync(join(modules, "node/node_modules")))
    if (name.startsWith("node-")) remove(`node/node_modules/${name}/include`);
  for (const name of readdirSync(join(modules, "@prisma/client/runtime")))
    if (/\.(cockroachdb|mysql|sqlite|sqlserver)\./.test(name)) remove(`@prisma/client/runtime/${name}`);
}
