import type { Database } from "@highstreet/db";
import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { twoFactor } from "better-auth/plugins/two-factor";
import { passwordLength } from "../password-length.schema.ts";
import type { SessionSecret } from "./session-secrets.ts";

export interface AuthOptions {
  /** The first secret signs session cookies and encrypts. Each secret decrypts the values that name its version. */
  secrets: SessionSecret[];
  /** The URL of the console without a path: `https://console.example.com`. */
  baseUrl: string;
}

/** Sign-in of shop staff by e-mail and password. Sign-up is off: `createStaffMember` makes the accounts. */
export function createAuth(db: Database, { secrets, baseUrl }: AuthOptions) {
  return betterAuth({
    appName: "Highstreet",
    secrets,
    baseURL: baseUrl,
    basePath: "/api/auth",
    trustedOrigins: spellingsOf(baseUrl),
    database: prismaAdapter(db.prisma, { provider: "postgresql" }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
    },
    // `openSignInGate` counts attempts and is the only way to these endpoints.
    rateLimit: { enabled: false },
    disabledPaths,
    plugins: [twoFactor({ issuer: "Highstreet", accountLockout: { enabled: false } })],
    logger: { level: "error" },
    // Set explicitly, because better-auth skips the check under a test runner.
    advanced: { disableOriginCheck: false },
    telemetry: { enabled: false },
  });
}

/** Endpoints of better-auth that the console does not use. The gate already answers 404 to them; this list is the second defence. */
export const disabledPaths = [
  ...["/account-info", "/callback/:id", "/change-email", "/delete-user", "/delete-user/callback", "/error"],
  ...["/get-access-token", "/get-session", "/link-social", "/list-accounts", "/list-sessions", "/ok", "/refresh-token"],
  ...["/request-password-reset", "/reset-password", "/reset-password/:token", "/revoke-other-sessions"],
  ...["/revoke-session", "/revoke-sessions", "/send-verification-email", "/sign-in/social", "/sign-up/email"],
  ...["/two-factor/get-totp-uri", "/two-factor/send-otp", "/two-factor/verify-otp", "/unlink-account"],
  ...["/update-session", "/update-user", "/verify-email", "/verify-password"],
];

export type Auth = ReturnType<typeof createAuth>;

/** The origins of the console. A console on this machine has two: `localhost` and `127.0.0.1`. */
function spellingsOf(baseUrl: string): string[] {
  const url = new URL(baseUrl);
  const names = ["localhost", "127.0.0.1"];
  if (!names.includes(url.hostname)) return [url.origin];
  return names.map((name) => {
    url.hostname = name;
    return url.origin;
  });
}
