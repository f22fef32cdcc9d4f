import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { childEnv } from "@highstreet/db/testing";

const children = new Set<ChildProcess>();
const OWN_ROOT = join(import.meta.dirname, "../../../..");

export interface Service {
  databaseUrl: string;
  secretKey: string;
  /** The folder of the release. Default: this one. */
  root?: string;
  /** More of the environment. */
  env?: Record<string, string>;
}

async function start(
  app: "rest" | "worker",
  { root = OWN_ROOT, databaseUrl, secretKey, env }: Service,
): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(join(root, `apps/${app}/src/main.ts`), {
    env: {
      ...childEnv,
      ...{ DATABASE_URL: databaseUrl, HIGHSTREET_SECRET_KEY: secretKey },
      ...{ HIGHSTREET_REST_PORT: "0", HIGHSTREET_METRICS_PORT: "0", HIGHSTREET_LOG_LEVEL: "fatal" },
      ...{ HIGHSTREET_ALLOW_LOCAL_WEBHOOKS: "1", HIGHSTREET_RATE_LIMIT: "1000000" },
      ...env,
    },
    execArgv: [],
  });
  children.add(child);
  const failed = once(child, "exit").then(([code]) =>
    Promise.reject(new Error(`the process ended at its start with ${code}`)),
  );
  const [{ port }] = (await Promise.race([once(child, "message"), failed])) as [{ port: number }];
  // Later the test ends the process.
  failed.catch(() => undefined);
  return { child, port };
}

export const startWorker = async (service: Service): Promise<ChildProcess> => (await start("worker", service)).child;

export interface RestProcess {
  child: ChildProcess;
  /** Its address, such as `http://127.0.0.1:4000`. */
  origin: string;
}

export async function startRestProcess(service: Service): Promise<RestProcess> {
  const { child, port } = await start("rest", service);
  return { child, origin: `http://127.0.0.1:${port}` };
}

/** @returns its address */
export const startRest = async (service: Service): Promise<string> => (await startRestProcess(service)).origin;

/** Waits for the end of a process after SIGTERM. */
export async function end(child: ChildProcess): Promise<void> {
  children.delete(child);
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

export async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

export async function killAll(): Promise<void> {
  await Promise.all([...children].map(kill));
}
