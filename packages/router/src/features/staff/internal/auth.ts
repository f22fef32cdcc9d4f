import { passkey } from "@better-auth/passkey";
import type { Database } from "@highstreet/db";
import { APIError, betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { twoFactor } from "better-auth/plugins/two-factor";
import { originsOf } from "../../../access/caller.ts";
import { passwordLength } from "../password-length.schema.ts";
import type { SessionSecret } from "../session-secrets.ts";

export interface AuthOptions {
  secrets: SessionSecret[];
  baseUrl: string;
}

export function createAuth(db: Database, { secrets, baseUrl }: AuthOptions) {
  return betterAuth({
    appName: "Highstreet",
    secrets,
    baseURL: baseUrl,
    basePath: "/api/auth",
    trustedOrigins: originsOf(baseUrl),
    database: prismaAdapter(db.prisma, { provider: "postgresql" }),
    user: { additionalFields: { language: { type: "string", required: false, input: false } } },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
    },
    // `openSignInGate` counts attempts and is the only way to these endpoints.
    rateLimit: { enabled: false },
    disabledPaths,
    // The gate asks for the password before a passkey is added, so the age of the session does not matter.
    session: { freshAge: 0 },
    plugins: [
      twoFactor({ issuer: "Highstreet", accountLockout: { enabled: false } }),
      passkey({
        origin: originsOf(baseUrl),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        registration: {
          afterVerification: async ({ verification }) => assertVerified(verification.registrationInfo?.userVerified),
        },
        authentication: {
          afterVerification: async ({ verification }) => assertVerified(verification.authenticationInfo.userVerified),
        },
      }),
    ],
    logger: { level: "error" },
    // Set explicitly, because better-auth skips the check under a test runner.
    advanced: { disableOriginCheck: false },
    telemetry: { enabled: false },
  });
}

/** Refuses a passkey whose device did not check the person: it signs in without a password and without a code. */
function assertVerified(userVerified: boolean | undefined): void {
  if (!userVerified) throw new APIError("UNAUTHORIZED", { code: "AUTHENTICATION_FAILED" });
}

/** Endpoints of better-auth that the console does not use. The gate already answers 404 to them; this list is the second defence. */
export const disabledPaths = [
  "/account-info",
  "/callback/:id",
  "/change-email",
  "/delete-user",
  "/delete-user/callback",
  "/error",
  "/get-access-token",
  "/get-session",
  "/link-social",
  "/list-accounts",
  "/list-sessions",
  "/ok",
  "/passkey/list-user-passkeys",
  "/refresh-token",
  "/request-password-reset",
  "/reset-password",
  "/reset-password/:token",
  "/revoke-other-sessions",
  "/revoke-session",
  "/revoke-sessions",
  "/send-verification-email",
  "/sign-in/social",
  "/sign-up/email",
  "/two-factor/get-totp-uri",
  "/two-factor/send-otp",
  "/two-factor/verify-otp",
  "/unlink-account",
  "/update-session",
  "/update-user",
  "/verify-email",
  "/verify-password",
];

export type Auth = ReturnType<typeof createAuth>;
