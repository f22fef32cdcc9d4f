import "server-only";
import { readSetting } from "@highstreet/router";

/** The environment, read on first use, because a build has no environment. */
export const environment = {
  get databaseUrl(): string {
    return required("databaseUrl");
  },
  get connections(): number | undefined {
    return readSetting(process.env, "connections");
  },
  get secretKey(): string {
    return required("secretKey");
  },
  /** Public address of this console, without a path. */
  get consoleUrl(): string {
    return required("consoleUrl");
  },
  get apiUrl(): string {
    const { env } = process;
    return readSetting(env, "publicUrl") ?? `http://localhost:${readSetting(env, "restPort")}`;
  },
  get allowLocalWebhooks(): boolean {
    return readSetting(process.env, "allowLocalWebhooks");
  },
  get canMail(): boolean {
    return readSetting(process.env, "smtpUrl") !== undefined;
  },
  /** Whether the webhook inbox exists: a receiver for development. */
  get webhookInbox(): boolean {
    return readSetting(process.env, "webhookInbox");
  },
  /** Calls per second of one member of staff or, without a session, of one address. */
  get rateLimit(): number {
    return readSetting(process.env, "rateLimit");
  },
  /** Addresses and networks of trusted proxies. Their `X-Forwarded-For` names the caller. */
  get trustedProxies(): string[] {
    return readSetting(process.env, "trustedProxies");
  },
};

/** `main.ts` has checked that the setting exists. `next dev` has no such check. */
function required(key: "databaseUrl" | "secretKey" | "consoleUrl"): string {
  const value = readSetting(process.env, key);
  if (value === undefined) throw new Error(`The setting ${key} is missing.`);
  return value;
}
