import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isAlive } from "../packages/db/src/process.ts";
import { whyNoSpace } from "./install.mjs";

let root: string;
let folder: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "highstreet-bootstrap-"));
  folder = join(root, "Läden 店");
  for (const name of ["bootstrap.mjs", "install.mjs", "is-older.mjs", "progress.mjs", "ready.sh", "run-group.mjs"])
    cpSync(join(import.meta.dirname, name), join(folder, "scripts", name));
  mkdirSync(join(folder, "prisma/schema"), { recursive: true });
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages: { "": {} } }));
});
afterEach(() => {
  for (const { pid } of started.splice(0)) if (pid) kill(-pid, "SIGKILL");
  if (existsSync(join(folder, "npm-processes.json"))) for (const pid of npmProcesses()) kill(pid, "SIGKILL");
  rmSync(root, { recursive: true });
});

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    expect(error).toMatchObject({ code: "ESRCH" });
  }
}

/** Starts a program as npm does, in a process group of its own. */
function start(mode: string, program = [process.execPath, "scripts/bootstrap.mjs", "start"], env = {}) {
  const fake = join(import.meta.dirname, "testing/fake-npm.js");
  const child = spawn(program[0] ?? "", program.slice(1), {
    ...{ cwd: folder, detached: true, stdio: ["ignore", "pipe", "pipe"] },
    env: { PATH: `${join(process.execPath, "..")}:${process.env.PATH}`, npm_execpath: fake, FAKE_NPM: mode, ...env },
  });
  started.push(child);
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk: Buffer) => (output.stdout += chunk));
  child.stderr?.on("data", (chunk: Buffer) => (output.stderr += chunk));
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once("close", (code, signal) => resolve({ code, signal })),
  );
  return { child, output, ended, hasPrinted: (text: string) => expect.poll(() => output.stderr).toContain(text) };
}

const npmProcesses = (): number[] => JSON.parse(readFileSync(join(folder, "npm-processes.json"), "utf8"));

/** Waits until npm works. @returns its process and the process of its child */
async function npmRuns(): Promise<number[]> {
  await expect.poll(() => existsSync(join(folder, "npm-processes.json")) && npmProcesses().length).toBe(2);
  expect(Number(readFileSync(join(folder, ".installing"), "utf8"))).toBe(npmProcesses()[0]);
  return npmProcesses();
}

test("installs although npm is set to ignore scripts, prints nothing to stdout, and then has nothing to do", async () => {
  mkdirSync(join(folder, "node_modules/left"), { recursive: true });
  const first = start("good", undefined, { npm_config_ignore_scripts: "true", npm_lifecycle_event: "start" });
  expect([await first.ended, first.output.stdout]).toEqual([{ code: 0, signal: null }, ""]);
  expect(first.output.stderr).toMatch(
    /^Removing what.*ignore-scripts does not count.*then the console is built.*Installed in/s,
  );
  expect(JSON.parse(readFileSync(join(folder, "npm-arguments.json"), "utf8"))).toContain("--ignore-scripts=false");
  const second = start("fails");
  expect([await second.ended, second.output.stderr]).toEqual([{ code: 0, signal: null }, ""]);
  expect(existsSync(join(folder, ".installing"))).toBe(false);
});

test("Ctrl-C waits for npm, and a second one ends npm and its children before the prompt returns", async () => {
  const { child, ended, hasPrinted } = start("hangs", ["sh", "scripts/ready.sh", "start", "echo", "never"]);
  const pids = await npmRuns();
  // The terminal sends the signal to the whole group, and npm again to its child.
  const ctrlC = () => {
    kill(-(child.pid ?? 0), "SIGINT");
    kill(child.pid ?? 0, "SIGINT");
  };
  ctrlC();
  await hasPrinted("Ctrl-C again kills it");
  expect([child.exitCode, isAlive(pids[0] ?? 0)]).toEqual([null, true]);
  ctrlC();
  expect(await ended).toEqual({ code: null, signal: "SIGINT" });
  expect([existsSync(join(folder, ".installing")), ...pids.map(isAlive)]).toEqual([false, false, false]);
});

test.each(["SIGTERM", "SIGHUP"] as const)("%s ends npm and its children", async (signal) => {
  const { child, ended } = start("hangs");
  const pids = await npmRuns();
  child.kill(signal);
  expect(await ended).toEqual({ code: signal === "SIGTERM" ? 143 : 129, signal: null });
  expect(pids.map(isAlive)).toEqual([false, false]);
});

test("npm ends when the shell above it dies", async () => {
  const { child } = start("hangs", ["sh", "scripts/ready.sh", "start", "echo", "never"]);
  const pids = await npmRuns();
  child.kill("SIGKILL");
  await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
});

test("while npm outlives a killed start, the next start refuses and names npm; after its end the lock does not count", async () => {
  const killed = start("hangs");
  const pids = await npmRuns();
  killed.child.kill("SIGKILL");
  const second = start("good");
  expect((await second.ended).code).toBe(1);
  expect(second.output.stderr).toMatch(new RegExp(`^Process ${pids[0]} installs the packages of this folder`));
  for (const pid of pids) kill(pid, "SIGKILL");
  await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
  expect((await start("good").ended).code).toBe(0);
});

test("an empty lock does not count", async () => {
  writeFileSync(join(folder, ".installing"), "");
  expect((await start("good").ended).code).toBe(0);
});

test("a failure shows npm's warnings and errors; a full disk ends npm at once", async () => {
  const failed = start("fails");
  expect((await failed.ended).code).toBe(1);
  expect(failed.output.stderr).toMatch(/npm warn a warning of npm\nnpm error a reason\nnpm ci failed: correct what/);
  const full = start("full");
  expect((await full.ended).code).toBe(1);
  expect(full.output.stderr).toMatch(/ENOSPC.*The disk is full: free some space and start again\.\n$/s);
  expect(npmProcesses().map(isAlive)).toEqual([false, false]);
});

test("too little free disk is told with both numbers", () => {
  expect(whyNoSpace(tmpdir(), 1)).toBeUndefined();
  expect(whyNoSpace(tmpdir(), 1e18)).toMatch(/need about 1000000000\.0 GB, and \d+\.\d GB are free\./);
});
