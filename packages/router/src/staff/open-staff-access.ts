import { hkdfSync } from "node:crypto";
import { openDatabase } from "@highstreet/db";
import type { Context, Settings } from "../context.ts";
import { openClock } from "../open-clock.ts";
import { Sender } from "../outbound/index.ts";
import { openProviders } from "../provider-state/index.ts";
import { requestIdOf } from "../request-id.ts";
import { createVault, parseKeys } from "../sealing/index.ts";
import { createAuth, type SessionSecret } from "./auth.ts";
import { FailedSignIns } from "./failed-sign-ins.ts";
import { loadStaffActor } from "./load-staff-actor.ts";

export interface StaffAccessOptions extends Settings {
  databaseUrl: string;
  /** `HIGHSTREET_SECRET_KEY` (`parseKeys`). */
  secretKey: string;
  /** Where the console is reached, without a path. */
  consoleUrl: string;
  limitSignIns: boolean;
  /** The providers and the clock (`HIGHSTREET_PROVIDERS` and what belongs to it, `HIGHSTREET_CLOCK_AHEAD`). */
  env: Record<string, string | undefined>;
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
  const { databaseUrl, secretKey, consoleUrl, limitSignIns, env, ...settings } = options;
  const now = openClock(env);
  const vault = createVault(secretKey);
  const db = openDatabase({ url: databaseUrl });
  const auth = createAuth(db, { secrets: sessionSecrets(secretKey), baseUrl: consoleUrl, limitSignIns });
  const providers = openProviders(env, db, now);
  const sender = new Sender(settings);
  const failed = new FailedSignIns(now);
  return {
    handleAuth: async (request) => {
      const email = limitSignIns ? await emailIn(request) : undefined;
      if (email === undefined) return auth.handler(request);
      const seconds = failed.wait(email);
      if (seconds > 0) return tooMany(seconds);
      const answer = await auth.handler(request);
      if (answer.ok || answer.status === 401) failed.note(email, answer.ok);
      return answer;
    },
    contextOf: async (headers) => {
      const session = await auth.api.getSession({ headers });
      return {
        db,
        actor: session && (await loadStaffActor(db, session.user)),
        now,
        requestId: requestIdOf(headers.get("x-request-id")),
        providers,
        vault,
        settings,
        sender,
      };
    },
  };
}

/** Whom a request would sign in; undefined: nobody. */
async function emailIn(request: Request): Promise<string | undefined> {
  if (!new URL(request.url).pathname.endsWith("/sign-in/email")) return undefined;
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === "object" && body && "email" in body && typeof body.email === "string" ? body.email : undefined;
}

/** As better-auth refuses. */
function tooMany(seconds: number): Response {
  const message = "Too many wrong passwords for this e-mail address. Wait some minutes, then try again.";
  return Response.json({ message }, { status: 429, headers: { "retry-after": String(seconds) } });
}

/**
 * Another key for another purpose, so that neither gives the other away. The first signs sessions, so they end when another key becomes the
 * first; all decrypt.
 */
function sessionSecrets(secretKey: string): SessionSecret[] {
  return parseKeys(secretKey).map((key) => {
    const bytes = Buffer.from(hkdfSync("sha256", key, "", "highstreet staff sessions", 32));
    return { version: bytes.readUInt32BE(), value: bytes.toString("base64url") };
  });
}
