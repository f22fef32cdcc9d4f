import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./settings.ts";

type Options = {
  watch?: (chunk: Buffer) => void;
  env?: Record<string, string>;
  signal?: AbortSignal;
};

/**
 * Runs a program of node_modules/.bin, or `node`, to its end, and prints its output.
 * @param options.watch receives each piece of the output
 * @param options.signal ends the program, which can still clean up
 * @returns whether it ended well
 */
export async function run(name: string, args: string[], { watch, env = {}, signal }: Options = {}): Promise<boolean> {
  const program = name === "node" ? process.execPath : join(ROOT, "node_modules/.bin", name);
  const child = spawn(program, args, {
    cwd: ROOT,
    // The program cannot see the terminal behind a pipe.
    env: { ...process.env, ...(watch && process.stdout.isTTY && { FORCE_COLOR: "1" }), ...env },
    stdio: ["ignore", watch ? "pipe" : "inherit", watch ? "pipe" : "inherit"],
  });
  signal?.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });
  const take = (stream: NodeJS.WriteStream) => (chunk: Buffer) => {
    stream.write(chunk);
    watch?.(chunk);
  };
  child.stdout?.on("data", take(process.stdout));
  child.stderr?.on("data", take(process.stderr));
  return new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(`${name}: ${error.message}`);
      resolve(false);
    });
    child.once("close", (code) => resolve(code === 0));
  });
}

/** Aborted when a signal arrives or the parent process ends. */
export function endOfScript(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ending.abort());
  process.on("disconnect", () => ending.abort());
  return ending.signal;
}
