import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./settings.ts";

type Options = {
  print?: boolean;
  watch?: (chunk: Buffer) => void;
  env?: Record<string, string>;
  signal?: AbortSignal;
};

export type Result = { ok: boolean; output: string };

/**
 * Runs a program of node_modules/.bin, or `node`, to its end.
 * @param options.print prints the output at once instead of collecting it
 * @param options.watch receives each piece of the printed output
 * @param options.signal ends the program, which can still clean up
 */
export async function run(
  name: string,
  args: string[],
  { print = false, watch, env = {}, signal }: Options = {},
): Promise<Result> {
  const program = name === "node" ? process.execPath : join(ROOT, "node_modules/.bin", name);
  const child = spawn(program, args, {
    cwd: ROOT,
    // The program cannot see the terminal behind a pipe.
    env: { ...process.env, ...(watch && process.stdout.isTTY && { FORCE_COLOR: "1" }), ...env },
    stdio: print && !watch ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
  });
  signal?.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });
  const output: Buffer[] = [];
  const take = (stream: NodeJS.WriteStream) => (chunk: Buffer) => {
    if (print) stream.write(chunk);
    else output.push(chunk);
    watch?.(chunk);
  };
  child.stdout?.on("data", take(process.stdout));
  child.stderr?.on("data", take(process.stderr));
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ ok: false, output: `${name}: ${error.message}` }));
    child.once("close", (code) => resolve({ ok: code === 0, output: Buffer.concat(output).toString("utf8") }));
  });
}
