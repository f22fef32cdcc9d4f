import "server-only";
import { readRateLimit, readTrustedProxies } from "@highstreet/router";

/** The environment, read on first use, because a build has no environment. */
export const environment = {
  get databaseUrl(): string {
    return required("DATABASE_URL");
  },
  get secretKey(): string {
    return required("HIGHSTREET_SECRET_KEY");
  },
  /** Public address of this console, without a path. */
  get consoleUrl(): string {
    return required("HIGHSTREET_CONSOLE_URL").replace(/\/+$/, "");
  },
  /** Address of the REST API, to show to people. */
  get apiUrl(): string {
    return required("HIGHSTREET_PUBLIC_URL").replace(/\/+$/, "");
  },
  get allowLocalWebhooks(): boolean {
    return process.env.HIGHSTREET_ALLOW_LOCAL_WEBHOOKS === "1";
  },
  /** Whether the worker can send e-mail. */
  get canMail(): boolean {
    return Boolean(process.env.HIGHSTREET_SMTP_URL);
  },
  /** Whether the webhook inbox exists: a receiver for development. */
  get webhookInbox(): boolean {
    return process.env.HIGHSTREET_WEBHOOK_INBOX === "1";
  },
  /** Calls per second of one member of staff or, without a session, of one address. */
  get rateLimit(): number {
    return readRateLimit(process.env);
  },
  /** Addresses and networks of trusted proxies. Their `X-Forwarded-For` names the caller. */
  get trustedProxies(): string[] {
    return readTrustedProxies(process.env);
  },
};

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
