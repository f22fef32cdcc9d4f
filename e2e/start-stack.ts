import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const STARTED = "Ctrl-C ends everything.";

/** All of Highstreet, running. */
export interface Stack {
  /** Addresses, without a path. */
  rest: string;
  console: string;
  /** The JSON with the sign-in data of the demo shop. */
  demo: string;
  end: () => Promise<void>;
}

/**
 * Starts all of Highstreet as `npm start` does, on free ports.
 * @param dataDir the database's folder: a new one, or one of a stack that has ended
 * @param env further settings; `HIGHSTREET_CONSOLE_PORT` keeps the address of the console
 */
export async function startStack(dataDir: string, env: Record<string, string> = {}): Promise<Stack> {
  const [rest, free, restMetrics, workerMetrics, consoleMetrics] = await freePorts(5);
  const console = env.HIGHSTREET_CONSOLE_PORT ?? free;
  const urls = { rest: `http://localhost:${rest}`, console: `http://localhost:${console}` };
  const child = spawn(process.execPath, [join(ROOT, "scripts/start.ts")], {
    cwd: ROOT,
    // The channel closes if this process is killed. Start then ends.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...process.env,
      // TMPDIR is only for the browser.
      TMPDIR: undefined,
      DATABASE_URL: undefined,
      HIGHSTREET_DATA_DIR: dataDir,
      HIGHSTREET_REST_PORT: String(rest),
      HIGHSTREET_CONSOLE_PORT: String(console),
      HIGHSTREET_REST_METRICS_PORT: String(restMetrics),
      HIGHSTREET_WORKER_METRICS_PORT: String(workerMetrics),
      HIGHSTREET_CONSOLE_METRICS_PORT: String(consoleMetrics),
      HIGHSTREET_PUBLIC_URL: urls.rest,
      HIGHSTREET_CONSOLE_URL: urls.console,
      ...env,
    },
  });
  try {
    await started(child);
  } catch (error) {
    await stop(child);
    throw error;
  }
  return { ...urls, demo: readFileSync(join(dataDir, "demo.json"), "utf8"), end: () => stop(child) };
}

async function started(child: ChildProcess): Promise<void> {
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString("utf8");
      if (output.includes(STARTED)) resolve();
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("error", reject);
    child.once("exit", (code) =>
      reject(new Error(`scripts/start.ts ended with ${code} before it was ready:\n${output}`)),
    );
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}

/**
 * Free ports, held at the same time, so that they differ. They are below those that systems give to connections, because a start takes
 * a while.
 */
async function freePorts(count: number): Promise<number[]> {
  const probes: Server[] = [];
  while (probes.length < count) {
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) =>
      probe
        .once("error", () => resolve(false))
        .once("listening", () => resolve(true))
        .listen(randomInt(10_000, 32_000)),
    );
    if (isFree) probes.push(probe);
  }
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return ports;
}
