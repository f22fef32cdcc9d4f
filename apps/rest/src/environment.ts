import {
  type DrainTimes,
  type Quotas,
  readDrainTimes,
  readQuotas,
  readRateLimit,
  readTrustedProxies,
} from "@highstreet/router";
import { LOOPBACK } from "./cors.ts";

/** The settings of the REST service. */
export interface Environment {
  databaseUrl: string;
  /** 32 bytes in base64 */
  secretKey: string;
  port: number;
  /** The address that the API listens on. Default: 127.0.0.1. */
  host: string;
  /** The port of the SFTP gateway; undefined: there is no gateway. */
  sftpPort: number | undefined;
  /** The file with the host key of the gateway; undefined: the key is derived from the secret key. */
  sftpHostKeyFile: string | undefined;
  metricsPort: number;
  metricsHost: string;
  publicUrl: string;
  allowLocalWebhooks: boolean;
  quotas: Quotas;
  drain: DrainTimes;
  /** Maximum calls per second of one key. */
  rateLimit: number;
  /** Origins of the browser pages that can call. `loopback`: all origins of this machine. */
  corsOrigins: string[];
  /** Addresses and networks (CIDR) of trusted proxies. Their `X-Forwarded-For` counts. */
  trustedProxies: string[];
  logLevel: string;
}

function required(env: NodeJS.ProcessEnv, name: string, meaning: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set: ${meaning}.`);
  return value;
}

function port(env: NodeJS.ProcessEnv, name: string, standard: number): number {
  const number = Number(env[name] || standard);
  if (Number.isInteger(number) && number >= 0 && number < 65_536) return number;
  throw new Error(`${name} is "${env[name]}": it must be a port, 1 to 65535.`);
}

/** The entries of a comma-separated list. */
function listed(env: NodeJS.ProcessEnv, name: string): string[] {
  const given = (env[name] ?? "").split(",").map((entry) => entry.trim());
  return given.filter((entry) => entry !== "");
}

function origins(env: NodeJS.ProcessEnv, name: string): string[] {
  const named = listed(env, name);
  const wrong = named.find((origin) => origin !== LOOPBACK && URL.parse(origin)?.origin !== origin);
  if (wrong === undefined) return named;
  throw new Error(`${name} holds "${wrong}": name origins such as https://shop.example, separated by commas.`);
}

/** @throws Error with one line if a setting is missing or wrong */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const restPort = port(env, "HIGHSTREET_REST_PORT", 4000);
  return {
    databaseUrl: required(
      env,
      "DATABASE_URL",
      "it names the database, as postgresql://user:password@host:5432/database",
    ),
    secretKey: required(env, "HIGHSTREET_SECRET_KEY", "32 bytes in base64 that seal secrets (openssl rand -base64 32)"),
    port: restPort,
    host: env.HIGHSTREET_HOST || "127.0.0.1",
    sftpPort: env.HIGHSTREET_SFTP_PORT ? port(env, "HIGHSTREET_SFTP_PORT", 0) : undefined,
    sftpHostKeyFile: env.HIGHSTREET_SFTP_HOST_KEY_FILE || undefined,
    metricsHost: env.HIGHSTREET_METRICS_HOST || "127.0.0.1",
    metricsPort: port(env, "HIGHSTREET_METRICS_PORT", 9464),
    publicUrl: env.HIGHSTREET_PUBLIC_URL || `http://localhost:${restPort}`,
    allowLocalWebhooks: env.HIGHSTREET_ALLOW_LOCAL_WEBHOOKS === "1",
    quotas: readQuotas(env),
    drain: readDrainTimes(env),
    rateLimit: readRateLimit(env),
    corsOrigins: origins(env, "HIGHSTREET_CORS_ORIGINS"),
    trustedProxies: readTrustedProxies(env),
    logLevel: env.HIGHSTREET_LOG_LEVEL || "info",
  };
}
