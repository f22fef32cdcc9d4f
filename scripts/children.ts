import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { StartError } from "../packages/db/src/start-error.ts";
import { readDrainTimes } from "../packages/router/src/config/drain.ts";
import type { Lifetime } from "./lifetime.ts";
import { COMPILE_CACHE, ROOT } from "./settings.ts";

export type Program = {
  name: string;
  /** Node's arguments: a script and its own. */
  args: string[];
  cwd?: string;
  env: Record<string, string>;
  /** A module that the child loads at once. The child then waits for `run`. */
  preload?: string;
};

export type Child = {
  process: ChildProcess;
  /** Lets a child with `preload` run. */
  run: () => void;
  /** Resolves with the last output and the result. */
  ended: Promise<{ ok: boolean; report: string }>;
};

/** Added to the drain of a program, as the maximum time for its end. */
const RESERVE_MS = 5_000;

/** Starts programs of this repository that end with `life`. Their output goes to a file or to the terminal. */
export class Children {
  readonly #life: Lifetime;
  readonly #logs: string | undefined;
  readonly #env: Record<string, string>;

  /** @param logs folder of the log files; without it, output goes to the terminal */
  constructor(life: Lifetime, env: Record<string, string>, logs?: string) {
    this.#life = life;
    this.#env = env;
    this.#logs = logs;
  }

  /** Starts a program. The end of `life` stops it with a signal, and kills it long after its drain. */
  start({ name, args, cwd = ROOT, env, preload }: Program): Child {
    this.#life.signal.throwIfAborted();
    if (this.#logs) mkdirSync(this.#logs, { recursive: true });
    const file = this.#logs && join(this.#logs, `${name}.log`);
    if (file) rmSync(file, { force: true });
    const log = file ? openSync(file, "a", 0o600) : ("inherit" as const);
    const child = spawn(process.execPath, ["--import", join(import.meta.dirname, "end-with-parent.ts"), ...args], {
      cwd,
      env: {
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        ...process.env,
        ...this.#env,
        ...env,
        HIGHSTREET_CHILD: preload ? pathToFileURL(join(ROOT, preload)).href : "1",
      },
      // A process group: Ctrl-C reaches the program through start, which ends programs in order and can kill the whole group.
      detached: true,
      stdio: ["ignore", log, log, "ipc"],
    });
    if (typeof log === "number") closeSync(log);
    const ended = new Promise<{ ok: boolean; report: string }>((resolve) => {
      child.once("error", (error) => resolve({ ok: false, report: `${name} could not be started: ${error.message}` }));
      child.once("exit", (code, signal) => {
        killGroup(child.pid);
        const last = file ? readFileSync(file, "utf8").trimEnd().split("\n").slice(-20).join("\n") : "";
        resolve({ ok: code === 0, report: `${last}\n${name} ended (${signal ?? `exit code ${code}`})`.trim() });
      });
    });
    this.#life.onEnd(() => end(child, ended));
    return { process: child, run: () => child.connected && child.send("run"), ended };
  }

  /**
   * Runs a program to its end.
   * @throws StartError with its last lines if it fails
   */
  async run(program: Program): Promise<void> {
    const { ok, report } = await this.start(program).ended;
    this.#life.signal.throwIfAborted();
    if (!ok) throw new StartError(report);
  }
}

/**
 * Waits until `child` reports over IPC that it is ready.
 * @throws StartError if it ends before
 */
export async function ready(child: Child): Promise<void> {
  const isReady = new Promise<true>((resolve) => {
    child.process.on("message", (message) => {
      if (typeof message === "object" && message !== null && "ready" in message) resolve(true);
    });
  });
  const first = await Promise.race([isReady, child.ended]);
  if (first !== true) throw new StartError(first.report);
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const patience = delay(readDrainTimes(process.env).deadlineMs + RESERVE_MS, "late", { ref: false });
  if ((await Promise.race([ended, patience])) === "late") killGroup(child.pid);
  await ended;
}

/** Kills the remaining processes of the group of `pid`. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // The group is empty, as it should be.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
