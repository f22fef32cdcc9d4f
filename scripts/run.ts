import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./settings.ts";

export type Result = { ok: boolean; output: string };

/**
 * Runs a program of node_modules/.bin, or `node`, to its end.
 * @param options.print prints the output at once instead of collecting it
 * @param options.signal ends the program, which can still clean up
 */
export async function run(
  name: string,
  args: string[],
  { print = false, env = {}, signal }: { print?: boolean; env?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Result> {
  const program = name === "node" ? process.execPath : join(ROOT, "node_modules/.bin", name);
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", print ? "inherit" : "pipe", print ? "inherit" : "pipe"],
  });
  signal?.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });
  const output: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => output.push(chunk));
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ ok: false, output: `${name}: ${error.message}` }));
    child.once("close", (code) => resolve({ ok: code === 0, output: Buffer.concat(output).toString("utf8") }));
  });
}
