import { hkdfSync, randomUUID } from "node:crypto";
import { openDatabase } from "@highstreet/db";
import { createSandboxProviders } from "@highstreet/providers";
import type { Context, Settings } from "../context.ts";
import { createVault } from "../vault.ts";
import { createAuth } from "./auth.ts";
import { loadStaffActor } from "./load-staff-actor.ts";

export interface StaffAccessOptions extends Settings {
  databaseUrl: string;
  /** `HIGHSTREET_SECRET_KEY`: 32 bytes in base64. */
  secretKey: string;
  /** Where the console is reached, without a path. */
  consoleUrl: string;
  limitSignIns: boolean;
}

/** What a console needs to serve staff. */
export interface StaffAccess {
  /** Answers what is sent to `/api/auth/…`: signing in, out, the session. */
  handleAuth(request: Request): Promise<Response>;
  /** The context of a call with these headers: of the member of staff whose session cookie they carry, or of nobody. */
  contextOf(headers: Headers): Promise<Context>;
}

/** Opens the database, and makes sign-in and contexts over it. To be called on first use: a build needs neither. */
export function openStaffAccess(options: StaffAccessOptions): StaffAccess {
  const { databaseUrl, secretKey, consoleUrl, limitSignIns, ...settings } = options;
  const vault = createVault(secretKey);
  const db = openDatabase({ url: databaseUrl });
  const auth = createAuth(db, { secret: sessionSecret(secretKey), baseUrl: consoleUrl, limitSignIns });
  const providers = createSandboxProviders();
  return {
    handleAuth: (request) => auth.handler(request),
    contextOf: async (headers) => {
      const session = await auth.api.getSession({ headers });
      return {
        db,
        actor: session && (await loadStaffActor(db, session.user)),
        now: () => new Date(),
        requestId: headers.get("x-request-id") ?? randomUUID(),
        providers,
        vault,
        settings,
      };
    },
  };
}

/** Another key for another purpose, so that neither gives the other away. */
function sessionSecret(secretKey: string): string {
  const bytes = hkdfSync("sha256", Buffer.from(secretKey, "base64"), "", "highstreet staff sessions", 32);
  return Buffer.from(bytes).toString("base64url");
}
