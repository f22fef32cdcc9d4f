import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { COMPILE_CACHE, ROOT } from "../../scripts/settings.ts";

export interface Child {
  process: ChildProcess;
  pid: number;
  /** Resolves with the next IPC message that `isIt` accepts. */
  message<Message>(isIt: (message: unknown) => message is Message): Promise<Message>;
  /** Resolves when the process has ended; null after a signal. */
  exitCode: Promise<number | null>;
  /** Ends the process, and resolves after its end. */
  end(): Promise<void>;
}

export interface Program {
  /** Node's arguments: a script, from the root, and its own. */
  args: string[];
  env?: Record<string, string>;
  cwd?: string;
  /** Destination of the output. Default: only errors are printed. */
  log?: string;
}

/** Starts a Node process that ends with this one. */
export function start({ args, env, cwd = ROOT, log }: Program): Child {
  const out = log === undefined ? ("ignore" as const) : openSync(log, "a");
  const child = spawn(process.execPath, ["--import", join(ROOT, "scripts/end-with-parent.ts"), ...args], {
    cwd,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, ...env, HIGHSTREET_CHILD: "1" },
    stdio: ["ignore", out, log === undefined ? "inherit" : out, "ipc"],
  });
  if (typeof out === "number") closeSync(out);
  const exitCode = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return {
    process: child,
    pid: child.pid ?? 0,
    exitCode,
    message: <Message>(isIt: (message: unknown) => message is Message) =>
      new Promise<Message>((resolve, reject) => {
        const gone = () => reject(new Error(`${args.at(-1)} ended by itself${log ? `: see ${log}` : ""}`));
        const heard = (message: unknown) => {
          if (!isIt(message)) return;
          child.off("message", heard).off("exit", gone);
          resolve(message);
        };
        child.on("message", heard).once("exit", gone);
      }),
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      const late = await Promise.race([exitCode, delay(5_000, "late", { ref: false })]);
      if (late === "late") child.kill("SIGKILL");
      await exitCode;
    },
  };
}

/** For `Child.message`: the message has this member. */
export const has =
  <Message>(key: string) =>
  (message: unknown): message is Message =>
    key in Object(message);

/** For `Child.message`: the process is ready, and listens on a port if it is a server. */
export const isListening = has<{ ready: true; port: number }>("ready");
