import { readSettings } from "@highstreet/router";
import { readRetentionDays } from "@highstreet/router/features/retention/index.ts";

/** @throws Error with one line for each setting that is missing or wrong */
export function readEnvironment(env: NodeJS.ProcessEnv) {
  const settings = readSettings(env, "worker");
  const { smtpUrl, smtpFrom } = settings;
  return {
    ...settings,
    metricsPort: settings.metricsPort ?? 9465,
    connections: settings.connections ?? 20,
    retention: readRetentionDays(env),
    /** undefined: the worker sends no e-mail. */
    smtp: smtpUrl !== undefined && smtpFrom !== undefined ? { url: smtpUrl, from: smtpFrom } : undefined,
  };
}
