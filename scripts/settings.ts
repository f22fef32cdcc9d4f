import { createHash, randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { StartError } from "../packages/db/src/start-error.ts";
import {
  readSetting,
  readSettings as readSettingsOf,
  unknownSettings,
} from "../packages/router/src/config/settings.ts";

export const ROOT = join(import.meta.dirname, "..");

/** Saves 40 % of the processor time of a start (bench/FOOTPRINT.md). */
export const COMPILE_CACHE = join(ROOT, "node_modules/.cache/node");

/**
 * The worker with its options for Node. The data of a delivery lives just long enough to be moved by garbage collection, unless the
 * young generation has 64 MB. A delivery then takes a fifth less processor time.
 */
export const WORKER = ["--max-semi-space-size=64", "apps/worker/src/main.ts"];

export type Settings = {
  dataDir: string;
  ports: Record<"rest" | "console" | "restMetrics" | "workerMetrics" | "consoleMetrics" | "sftpMetrics", number>;
  /** Whether SFTP is on. */
  hasSftp: boolean;
  urls: { rest: string; console: string };
  /** The address that REST, SFTP and console listen on. */
  host: string;
  /** Longest wait for the database in DATABASE_URL. */
  databaseWaitMs: number;
  /** The file for the seed's sign-in data of the demo shop; undefined if this database gets no demo shop. */
  demoFile: string | undefined;
  /** Settings for rest, worker, console, sftp and seed in addition to the environment; DATABASE_URL comes later. The operator's settings win. */
  env: Record<string, string>;
};

/**
 * Reads .env and the environment, creates the data folder and its secret key, and checks that the ports are free.
 * @throws StartError with one line for each wrong setting
 */
export async function readSettings(args = process.argv.slice(2)): Promise<Settings> {
  readEnvFile();
  for (const line of unknownSettings(process.env)) console.warn(line);
  const given = orExplain(() => readSettingsOf(process.env, "start"));
  const isDemo = wantsDemo(args) || !given.databaseUrl;
  const { host } = given;
  const dataDir = dataFolder();
  const ports = {
    rest: given.restPort,
    console: given.consolePort,
    restMetrics: given.restMetricsPort,
    workerMetrics: given.workerMetricsPort,
    consoleMetrics: given.consoleMetricsPort,
    sftpMetrics: given.sftpMetricsPort,
  };
  const hasSftp = given.sftpPort !== undefined;
  const taken = [
    await whyTaken(ports.rest, "HIGHSTREET_REST_PORT", host),
    await whyTaken(ports.console, "HIGHSTREET_CONSOLE_PORT", host),
    await whyTaken(ports.restMetrics, "HIGHSTREET_REST_METRICS_PORT", host),
    await whyTaken(ports.workerMetrics, "HIGHSTREET_WORKER_METRICS_PORT", host),
    await whyTaken(ports.consoleMetrics, "HIGHSTREET_CONSOLE_METRICS_PORT", host),
    given.sftpPort !== undefined && (await whyTaken(given.sftpPort, "HIGHSTREET_SFTP_PORT", host)),
    hasSftp && (await whyTaken(ports.sftpMetrics, "HIGHSTREET_SFTP_METRICS_PORT", host)),
  ].filter((why) => why);
  if (taken.length) throw new StartError(taken.join("\n"));
  const urls = {
    rest: given.publicUrl ?? `http://localhost:${ports.rest}`,
    console: given.consoleUrl ?? `http://localhost:${ports.console}`,
  };
  const demoFile = isDemo ? join(dataDir, demoFileOf(given.databaseUrl)) : undefined;
  const env = {
    HIGHSTREET_SECRET_KEY: given.secretKey ?? secretKey(dataDir),
    HIGHSTREET_PUBLIC_URL: urls.rest,
    HIGHSTREET_CONSOLE_URL: urls.console,
    HIGHSTREET_REST_PORT: String(ports.rest),
    HIGHSTREET_CONSOLE_PORT: String(ports.console),
    // No load balancer needs time to react.
    ...unlessSet({ HIGHSTREET_DRAIN_DELAY_SECONDS: "0", NEXT_TELEMETRY_DISABLED: "1" }),
    ...(demoFile && unlessSet(DEMO)),
  };
  const { databaseWaitMs } = given;
  return { dataDir, ports, hasSftp, urls, host, databaseWaitMs, demoFile, env };
}

export function readEnvFile(): void {
  const file = join(ROOT, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

export function dataFolder(): string {
  return resolve(ROOT, readSetting(process.env, "dataDir"));
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

/** Shows the operator the message of an error without its stack. @throws StartError */
export function explain(cause: unknown): never {
  throw new StartError(cause instanceof Error ? cause.message : String(cause), { cause });
}

export function orExplain<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    return explain(error);
  }
}

/** A line if nothing can listen on the port. */
async function whyTaken(port: number, variable: string, host: string): Promise<string | undefined> {
  const probe = createServer();
  const error = await new Promise<Error | undefined>((done) => {
    probe.once("error", done).listen(port, host, () => done(undefined));
  });
  if (error) {
    const reason = "code" in error && error.code === "EADDRINUSE" ? "taken" : `not usable (${error.message})`;
    return `Port ${port} is ${reason}: end what listens there, or set ${variable} to another port.`;
  }
  await new Promise((done) => probe.close(done));
  return undefined;
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
