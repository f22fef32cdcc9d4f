import { createHash, randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createProviders } from "@highstreet/providers";
import { StartError } from "../packages/db/src/start-error.ts";
import { readDrainTimes } from "../packages/router/src/kernel/drain.ts";
import { openClock } from "../packages/router/src/kernel/open-clock.ts";
import { parseKeys } from "../packages/router/src/kernel/sealing/index.ts";

export const ROOT = join(import.meta.dirname, "..");

/**
 * The worker with its options for Node. The data of a delivery lives just long enough to be moved by garbage collection, unless the
 * young generation has 64 MB. A delivery then takes a fifth less processor time.
 */
export const WORKER = ["--max-semi-space-size=64", "apps/worker/src/main.ts"];

export type Settings = {
  dataDir: string;
  ports: Record<keyof typeof PORTS, number>;
  urls: { rest: string; console: string };
  /** The address that REST and console listen on. */
  host: string;
  /** The file for the seed's sign-in data of the demo shop; undefined if this database gets no demo shop. */
  demoFile: string | undefined;
  /** Settings for rest, worker, console and seed in addition to the environment; DATABASE_URL comes later. The operator's settings win. */
  env: Record<string, string>;
};

const PORTS = {
  rest: ["HIGHSTREET_REST_PORT", 4000],
  console: ["HIGHSTREET_CONSOLE_PORT", 3000],
  restMetrics: ["HIGHSTREET_REST_METRICS_PORT", 9464],
  workerMetrics: ["HIGHSTREET_WORKER_METRICS_PORT", 9465],
  consoleMetrics: ["HIGHSTREET_CONSOLE_METRICS_PORT", 9466],
} as const;

/**
 * Reads .env and the environment, creates the data folder and its secret key, and checks ports, providers, clock and keys.
 * @throws StartError with one line if a setting is wrong
 */
export async function readSettings(args = process.argv.slice(2)): Promise<Settings> {
  readEnvFile();
  checkEnvironment();
  const isDemo = wantsDemo(args) || !process.env.DATABASE_URL;
  const host = process.env.HIGHSTREET_HOST || "127.0.0.1";
  const dataDir = dataFolder();
  const ports = {
    rest: port("rest"),
    console: port("console"),
    restMetrics: port("restMetrics"),
    workerMetrics: port("workerMetrics"),
    consoleMetrics: port("consoleMetrics"),
  };
  for (const name of Object.keys(PORTS) as (keyof typeof PORTS)[]) await free(ports[name], PORTS[name][0], host);
  const urls = {
    rest: process.env.HIGHSTREET_PUBLIC_URL || `http://localhost:${ports.rest}`,
    console: process.env.HIGHSTREET_CONSOLE_URL || `http://localhost:${ports.console}`,
  };
  const demoFile = isDemo ? join(dataDir, demoFileOf(process.env.DATABASE_URL)) : undefined;
  const env = {
    HIGHSTREET_SECRET_KEY: process.env.HIGHSTREET_SECRET_KEY || secretKey(dataDir),
    HIGHSTREET_PUBLIC_URL: urls.rest,
    HIGHSTREET_CONSOLE_URL: urls.console,
    HIGHSTREET_REST_PORT: String(ports.rest),
    HIGHSTREET_CONSOLE_PORT: String(ports.console),
    // No load balancer needs time to react.
    ...unlessSet({ HIGHSTREET_DRAIN_DELAY_SECONDS: "0", NEXT_TELEMETRY_DISABLED: "1" }),
    ...(demoFile && { HIGHSTREET_DEMO_FILE: demoFile, ...unlessSet(DEMO) }),
  };
  return { dataDir, ports, urls, host, demoFile, env };
}

export function readEnvFile(): void {
  const file = join(ROOT, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

export function dataFolder(): string {
  return resolve(ROOT, process.env.HIGHSTREET_DATA_DIR || ".data");
}

/** Settings for a demo shop on this machine. They do not suit a service that others can reach. */
const DEMO = {
  HIGHSTREET_DEMO: "1",
  HIGHSTREET_ALLOW_LOCAL_WEBHOOKS: "1",
  HIGHSTREET_WEBHOOK_INBOX: "1",
  HIGHSTREET_CORS_ORIGINS: "loopback",
};

/** The settings that the operator has not set. An operator's value wins, also an empty one. */
function unlessSet(settings: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => process.env[name] === undefined));
}

function wantsDemo(args: string[]): boolean {
  try {
    return parseArgs({ args, options: { demo: { type: "boolean", default: false } } }).values.demo;
  } catch {
    throw new StartError(`Unknown argument in “${args.join(" ")}”: only --demo is known (npm start -- --demo).`);
  }
}

/** Each database has its own demo shop. */
function demoFileOf(databaseUrl: string | undefined): string {
  if (!databaseUrl) return "demo.json";
  return `demo-${createHash("sha256").update(databaseUrl).digest("hex").slice(0, 8)}.json`;
}

/** The address by which this machine reaches a service that listens on `host`. */
export function addressOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

function checkEnvironment(): void {
  try {
    createProviders(process.env);
    openClock(process.env);
    readDrainTimes(process.env);
    if (process.env.HIGHSTREET_SECRET_KEY) parseKeys(process.env.HIGHSTREET_SECRET_KEY);
  } catch (cause) {
    throw new StartError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function port(name: keyof typeof PORTS): number {
  const [variable, standard] = PORTS[name];
  const given = process.env[variable];
  if (!given) return standard;
  const number = Number(given);
  if (Number.isInteger(number) && number > 0 && number < 65_536) return number;
  throw new StartError(`${variable} is “${given}”: it must be a port, 1 to 65535.`);
}

async function free(number: number, variable: string, host: string): Promise<void> {
  const probe = createServer();
  const error = await new Promise<Error | undefined>((done) => {
    probe.once("error", done).listen(number, host, () => done(undefined));
  });
  if (error) {
    const reason = "code" in error && error.code === "EADDRINUSE" ? "taken" : `not usable (${error.message})`;
    throw new StartError(`Port ${number} is ${reason}: end what listens there, or set ${variable} to another port.`);
  }
  await new Promise((done) => probe.close(done));
}

/** The key that encrypts secrets in the database. Created once, then stored in the data folder. */
export function secretKey(dataDir: string): string {
  const file = join(dataDir, "secret.key");
  try {
    mkdirSync(dataDir, { recursive: true });
    if (!existsSync(file)) {
      // Two first starts can run at once, so this writes the complete file and never replaces an existing one.
      const making = `${file}.${process.pid}`;
      writeFileSync(making, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600 });
      try {
        linkSync(making, file);
      } catch (error) {
        if (!existsSync(file)) throw error;
      } finally {
        rmSync(making);
      }
    }
    return readFileSync(file, "utf8").trim();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      `The data folder ${dataDir} cannot be used (${reason}): give it to this user, or set HIGHSTREET_DATA_DIR.`,
      { cause },
    );
  }
}
