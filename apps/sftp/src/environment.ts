import { readFileSync } from "node:fs";
import { readSettings } from "@highstreet/router";
import { deriveHostKey } from "./host-key.ts";

/** @throws Error with one line for each setting that is missing or wrong */
export function readEnvironment(env: NodeJS.ProcessEnv) {
  const settings = readSettings(env, "sftp");
  const { sftpHostKeyFile, secretKey } = settings;
  return {
    ...settings,
    connections: settings.connections ?? 10,
    metricsPort: settings.metricsPort ?? 9467,
    publicUrl: settings.publicUrl ?? `http://localhost:${settings.restPort}`,
    hostKey: sftpHostKeyFile ? readFileSync(sftpHostKeyFile, "utf8") : deriveHostKey(secretKey),
  };
}
