import { type DrainTimes, readDrainTimes } from "@highstreet/router";
import { type RetentionDays, readRetentionDays } from "@highstreet/router/features/retention/index.ts";
import { readSmtp, type SmtpSettings } from "./smtp-mailer.ts";

/** The settings of the worker, from environment variables. */
export interface Environment {
  databaseUrl: string;
  /** 32 bytes in base64 */
  secretKey: string;
  metricsPort: number;
  metricsHost: string;
  allowLocalWebhooks: boolean;
  /** Origin of a fake of all shop systems, for tests and demos. */
  connectorsUrl: string | undefined;
  retention: RetentionDays;
  /** undefined: the worker sends no e-mail. */
  smtp: SmtpSettings | undefined;
  /** The URL of the console without a path. */
  consoleUrl: string | undefined;
  drain: DrainTimes;
  logLevel: string;
}

function required(env: NodeJS.ProcessEnv, name: string, meaning: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set: ${meaning}.`);
  return value;
}

/** @throws an Error with one line if a variable is missing or invalid */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const metricsPort = Number(env.HIGHSTREET_METRICS_PORT || 9465);
  if (!Number.isInteger(metricsPort) || metricsPort < 0 || metricsPort > 65_535) {
    throw new Error(`HIGHSTREET_METRICS_PORT is "${env.HIGHSTREET_METRICS_PORT}": it must be a port, 1 to 65535.`);
  }
  return {
    databaseUrl: required(
      env,
      "DATABASE_URL",
      "the address of the database, as postgresql://user:password@host:5432/database",
    ),
    secretKey: required(env, "HIGHSTREET_SECRET_KEY", "32 bytes in base64 that seal secrets (openssl rand -base64 32)"),
    metricsPort,
    metricsHost: env.HIGHSTREET_METRICS_HOST || "127.0.0.1",
    allowLocalWebhooks: env.HIGHSTREET_ALLOW_LOCAL_WEBHOOKS === "1",
    connectorsUrl: env.HIGHSTREET_CONNECTORS_URL || undefined,
    retention: readRetentionDays(env),
    smtp: readSmtp(env),
    consoleUrl: env.HIGHSTREET_CONSOLE_URL?.replace(/\/+$/, ""),
    // A worker takes no calls, so no load balancer needs time to react.
    drain: { ...readDrainTimes(env), delayMs: 0 },
    logLevel: env.HIGHSTREET_LOG_LEVEL || "info",
  };
}
