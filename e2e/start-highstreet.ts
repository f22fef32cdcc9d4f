import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { scratchFolder } from "./scratch-folder.ts";

const ROOT = join(import.meta.dirname, "..");
const STARTED = "Ctrl-C ends everything.";

/**
 * Starts all of Highstreet as `npm start` does, on free ports and with a database of its own, and says in the environment
 * where it is. The function returned ends it and removes what it made.
 */
export default async function startHighstreet(): Promise<() => Promise<void>> {
  const folder = scratchFolder();
  const dataDir = join(folder, "data");
  const [rest, console, restMetrics, workerMetrics] = await freePorts(4);
  const demoFile = join(dataDir, "demo.json");
  const child = spawn(process.execPath, [join(ROOT, "scripts/start.ts")], {
    cwd: ROOT,
    // The channel closes should this process be killed: start ends then.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...process.env,
      // The browser's alone.
      TMPDIR: undefined,
      DATABASE_URL: undefined,
      HIGHSTREET_DATA_DIR: dataDir,
      HIGHSTREET_REST_PORT: String(rest),
      HIGHSTREET_CONSOLE_PORT: String(console),
      HIGHSTREET_REST_METRICS_PORT: String(restMetrics),
      HIGHSTREET_WORKER_METRICS_PORT: String(workerMetrics),
      HIGHSTREET_PUBLIC_URL: `http://localhost:${rest}`,
      HIGHSTREET_CONSOLE_URL: `http://localhost:${console}`,
      HIGHSTREET_SIGN_IN_LIMIT: "off",
    },
  });
  const end = async () => {
    await stop(child);
    rmSync(folder, { recursive: true, force: true });
    removeIfEmpty(dirname(folder));
  };
  try {
    await started(child);
  } catch (error) {
    await end();
    throw error;
  }
  process.env.HIGHSTREET_E2E_REST = `http://localhost:${rest}`;
  process.env.HIGHSTREET_E2E_CONSOLE = `http://localhost:${console}`;
  process.env.HIGHSTREET_E2E_DEMO = readFileSync(demoFile, "utf8");
  return end;
}

async function started(child: ChildProcess): Promise<void> {
  let said = "";
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString("utf8");
      if (said.includes(STARTED)) resolve();
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("error", reject);
    child.once("exit", (code) =>
      reject(new Error(`scripts/start.ts ended with ${code} before it was ready:\n${said}`)),
    );
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}

/** Ports that nobody listens on; held all at once, so that they differ. */
async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    probes.map(
      (probe) =>
        new Promise<number>((resolve, reject) => {
          probe.once("error", reject).listen(0, () => {
            const address = probe.address();
            if (address === null || typeof address === "string") reject(new Error("a TCP server has a port"));
            else resolve(address.port);
          });
        }),
    ),
  );
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return ports;
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    // The data of `npm start`, or another run's.
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "ENOTEMPTY" && code !== "ENOENT") throw error;
  }
}
