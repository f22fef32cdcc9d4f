import type { Database } from "@highstreet/db";
import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";

export interface SessionSecret {
  version: number;
  /** At least 32 characters. */
  value: string;
}

export interface AuthOptions {
  /** The first signs the session cookies and encrypts; all decrypt what names their version. */
  secrets: SessionSecret[];
  /** Where the console is reached, without a path: `https://console.example.com`. */
  baseUrl: string;
  /** Whether sign-ins are limited to 3 in 10 seconds a network address (better-auth's own rule; `FailedSignIns` has another). */
  limitSignIns: boolean;
}

/** Sign-in of shop staff by e-mail and password. Nobody signs up by themselves: `createStaffMember` makes the accounts. */
export function createAuth(db: Database, { secrets, baseUrl, limitSignIns }: AuthOptions) {
  return betterAuth({
    appName: "Highstreet",
    secrets,
    baseURL: baseUrl,
    basePath: "/api/auth",
    trustedOrigins: spellingsOf(baseUrl),
    database: prismaAdapter(db.prisma, { provider: "postgresql" }),
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 8 },
    rateLimit: { enabled: limitSignIns },
    // Said aloud, because better-auth leaves the check out under a test runner.
    advanced: { disableOriginCheck: false },
    telemetry: { enabled: false },
  });
}

/** A console on this machine is opened as `localhost` and as `127.0.0.1`: both are it. */
function spellingsOf(baseUrl: string): string[] {
  const url = new URL(baseUrl);
  const names = ["localhost", "127.0.0.1"];
  if (!names.includes(url.hostname)) return [url.origin];
  return names.map((name) => {
    url.hostname = name;
    return url.origin;
  });
}
