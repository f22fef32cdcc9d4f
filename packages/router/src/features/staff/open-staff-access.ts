import type { Database } from "@highstreet/db";
import { ChangeWatch } from "../../core/log/index.ts";
import { openContext, sandboxWarning } from "../../core/provider-state/index.ts";
import type { Actor, Context, Settings } from "../../kernel/context.ts";
import { unavailable } from "../../kernel/database-error.ts";
import type { Meter } from "../../kernel/meter.ts";
import { readQuotas } from "../../kernel/quotas.ts";
import { createRateLimit } from "../../kernel/rate-limit.ts";
import { type AskShare, createShares } from "../../kernel/rate-shares.ts";
import { requestIdOf } from "../../kernel/request.ts";
import { readSetting } from "../../kernel/settings/index.ts";
import type { Tracer } from "../../kernel/tracer.ts";
import { createAuthenticate, createKeyCache, OPEN_CALLS } from "../keys/index.ts";
import { Attempts } from "./internal/attempts.ts";
import type { Auth } from "./internal/auth.ts";
import { KnownBrowsers } from "./internal/known-browser.ts";
import { sessionSecrets } from "./internal/session-secrets.ts";
import { createSignIn } from "./internal/staff-sign-in.ts";
import { openSignInGate } from "./sign-in-gate.ts";

/** The actor of a signed-in user. Reads the roles for each call, so that a removed role ends at once. */
async function loadStaffActor(
  { prisma }: Pick<Database, "prisma">,
  user: { id: string; name: string },
): Promise<Actor> {
  const [partnerRole, members] = await Promise.all([
    prisma.partnerMember.findUnique({ where: { userId: user.id } }),
    prisma.staffMember.findMany({
      where: { userId: user.id },
      select: { retailerId: true, role: true, retailer: { select: { partnerId: true } } },
      orderBy: { retailer: { partnerId: "asc" } },
    }),
  ]);
  // The partner role includes every role at the partner's retailers.
  const others = members.filter(({ retailer }) => retailer.partnerId !== partnerRole?.partnerId);
  return {
    kind: "staff",
    userId: user.id,
    name: user.name,
    partnerId: partnerRole?.partnerId ?? members[0]?.retailer.partnerId,
    isPartner: partnerRole !== null,
    roles: new Map(others.map(({ retailerId, role }) => [retailerId, role])),
    partners: new Map(others.map(({ retailerId, retailer }) => [retailerId, retailer.partnerId])),
  };
}

export interface StaffAccessOptions extends Settings {
  databaseUrl: string;
  /** Maximum number of connections; default 10. */
  connections?: number | undefined;
  /** `HIGHSTREET_SECRET_KEY` (`parseKeys`). */
  secretKey: string;
  /** The URL of the console without a path. */
  consoleUrl: string;
  /** Logs one line for each failed sign-in. Default: the console's standard error. */
  log?: (line: string) => void;
  /** The settings of the providers and of the clock (`HIGHSTREET_PROVIDERS`, `HIGHSTREET_CLOCK_AHEAD`). */
  env: Record<string, string | undefined>;
  /** Ends the streams of changes, because the process ends. */
  ending?: AbortSignal;
  /** Default: nothing is counted. */
  meter?: Meter | undefined;
  tracer?: Tracer | undefined;
}

/** The functions that a console needs to serve staff. */
export interface StaffAccess {
  /**
   * Answers requests to `/api/auth/…`: sign-in, sign-out, the second factor and the password.
   * @param address the caller's address (`callerAddress`)
   */
  handleAuth(request: Request, address: string): Promise<Response>;
  /** The sign-in settings of the caller with these headers; null for a caller without a session. */
  securityOf(headers: Headers): Promise<StaffSecurity | null>;
  /** The context of a call with these headers. Without a valid session cookie, the context has no actor. */
  contextOf(headers: Headers): Promise<Context>;
  /**
   * The context of a call with an API key in `Authorization`. Without a valid key, the context has no actor.
   * @param address the caller's address
   * @throws RateLimited if the address has sent too many unknown keys
   */
  keyContextOf(headers: Headers, address: string): Promise<Context>;
  /** Shares of the limit on calls, which all processes divide. */
  askShare: AskShare;
}

/** The sign-in settings of a member of staff. */
export interface StaffSecurity {
  name: string;
  email: string;
  /** Number of recovery codes left; null if sign-in needs no code. */
  recoveryCodes: number | null;
}

/** Opens the database for sign-in and calls of staff. Call this function on first use, because a build needs no database. */
export function openStaffAccess(options: StaffAccessOptions): StaffAccess {
  const {
    databaseUrl,
    connections,
    secretKey,
    consoleUrl,
    log = console.warn,
    env,
    ending,
    meter,
    tracer,
    ...given
  } = options;
  const settings: Settings = {
    ...{ ...given, consoleUrl, canMail: readSetting(env, "smtpUrl") !== undefined },
    ...{ quotas: readQuotas(env), sandboxWarning: sandboxWarning(env) },
  };
  const database = { url: databaseUrl, connections };
  const opened = openContext({ database, secretKey, settings, env, tracer, ...(meter && { meter }) });
  const { db, now } = opened.shared;
  let auth: Promise<Auth> | undefined;
  // Only a console signs people in. REST and worker do not load this file.
  const openAuth = () => {
    auth ??= import("./internal/auth.ts").then(({ createAuth }) =>
      createAuth(db, { secrets: sessionSecrets(secretKey), baseUrl: consoleUrl }),
    );
    return auth;
  };
  const changes = new ChangeWatch(db, {
    ending,
    onError: (error) => console.error("could not look for changes", error),
  });
  const contextFor = (actor: Actor | null, requestId: string): Context => ({
    ...opened.contextOf(actor, requestId),
    changes,
  });
  // Without notices about revoked keys, each call looks its key up.
  const keyCache = createKeyCache(db, { isListening: false });
  const authenticate = createAuthenticate({ db, keyCache, now }, createRateLimit(OPEN_CALLS, now));
  let gate: Promise<ReturnType<typeof openSignInGate>> | undefined;
  const openGate = async () => {
    const auth = await openAuth();
    const known = new KnownBrowsers((await auth.$context).secret, consoleUrl.startsWith("https:"));
    const attempts = new Attempts(db, now);
    const open = () => contextFor(null, requestIdOf(undefined));
    return openSignInGate(auth, createSignIn({ auth, db, attempts, known, consoleUrl, open, log }));
  };
  // better-auth throws only if the database fails, and hides the cause. An invalid cookie is not an error.
  const sessionOf = async (headers: Headers, query?: { disableRefresh: boolean }) => {
    const { api } = await openAuth();
    return api.getSession({ headers, query }).catch((error: unknown) => {
      throw unavailable(error);
    });
  };
  return {
    askShare: createShares(db),
    handleAuth: async (request, address) => {
      gate ??= openGate();
      return (await gate)(request, address);
    },
    securityOf: async (headers) => {
      const session = await sessionOf(headers);
      if (!session) return null;
      const { id, name, email, twoFactorEnabled } = session.user;
      if (!twoFactorEnabled) return { name, email, recoveryCodes: null };
      const { api } = await openAuth();
      const { backupCodes } = await api.viewBackupCodes({ body: { userId: id } });
      return { name, email, recoveryCodes: backupCodes.length };
    },
    keyContextOf: async (headers, address) => {
      const readActor = () => authenticate(headers.get("authorization") ?? undefined, "any", address);
      return { ...contextFor(await readActor(), requestIdOf(headers.get("x-request-id"))), readActor };
    },
    contextOf: async (headers) => {
      const session = await sessionOf(headers);
      const actor = session && (await loadStaffActor(db, session.user));
      // An open stream does not prolong the session.
      const readActor = async () => {
        const current = await sessionOf(headers, { disableRefresh: true });
        return current && loadStaffActor(db, current.user);
      };
      return { ...contextFor(actor, requestIdOf(headers.get("x-request-id"))), readActor };
    },
  };
}
