import { readQuotas, readSettings } from "@highstreet/router";

/** @throws Error with one line for each setting that is missing or wrong */
export function readEnvironment(env: NodeJS.ProcessEnv) {
  const settings = readSettings(env, "rest");
  return {
    ...settings,
    connections: settings.connections ?? 10,
    metricsPort: settings.metricsPort ?? 9464,
    publicUrl: settings.publicUrl ?? `http://localhost:${settings.restPort}`,
    quotas: readQuotas(env),
  };
}
