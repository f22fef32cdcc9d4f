import type { Database, Tracer } from "@highstreet/db";
import { foreignOrigin, requestIdOf } from "../../access/caller.ts";
import { openContext, sandboxWarning } from "../../config/open-context.ts";
import { createRateLimit } from "../../config/rate-limit.ts";
import { readQuotas, readSetting } from "../../config/settings.ts";
import { ChangeWatch } from "../../core/log/index.ts";
import type { Actor, Context, Meter, Settings } from "../../kernel/context.ts";
import { unavailable } from "../../kernel/database-error.ts";
import { createAuthenticate, createKeyCache, OPEN_CALLS } from "../keys/index.ts";
import { Attempts } from "./internal/attempts.ts";
import type { Auth } from "./internal/auth.ts";
import { refusal } from "./internal/gate-answers.ts";
import { grantOf } from "./internal/grants.ts";
import { KnownBrowsers } from "./internal/known-browser.ts";
import { createSignIn } from "./internal/staff-sign-in.ts";
import { sessionSecrets } from "./session-secrets.ts";
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
      select: {
        retailerId: true,
        role: true,
        storeRole: true,
        storeIds: true,
        retailer: { select: { partnerId: true } },
      },
      orderBy: { retailer: { partnerId: "asc" } },
    }),
  ]);
  const others = members.filter(({ retailer }) => retailer.partnerId !== partnerRole?.partnerId);
  return {
    kind: "staff",
    userId: user.id,
    name: user.name,
    partnerId: partnerRole?.partnerId ?? members[0]?.retailer.partnerId,
    isPartner: partnerRole !== null,
    roles: new Map(others.map((row) => [row.retailerId, grantOf(row).role])),
    stores: new Map(
      others.flatMap(({ retailerId, ...row }) => {
        const { stores } = grantOf(row);
        return stores ? [[retailerId, new Set(stores)] as const] : [];
      }),
    ),
    partners: new Map(others.map(({ retailerId, retailer }) => [retailerId, retailer.partnerId])),
  };
}

export interface StaffAccessOptions extends Settings {
  databaseUrl: string;
  connections?: number | undefined;
  secretKey: string;
  consoleUrl: string;
  /** The language of the console's pages for a request. E-mails to the person have the same. */
  languageOf?: (headers: Headers) => string;
  log?: (line: string) => void;
  env: Record<string, string | undefined>;
  ending?: AbortSignal;
  meter?: Meter | undefined;
  tracer?: Tracer | undefined;
}

export interface StaffAccess {
  handleAuth(request: Request, address: string): Promise<Response>;
  securityOf(headers: Headers): Promise<StaffSecurity | null>;
  contextOf(headers: Headers): Promise<Context>;
  /**
   * The context of a call with an API key in `Authorization`. Without a valid key, the context has no actor.
   * @param address the caller's address
   * @throws RateLimited if the address has sent too many unknown keys
   */
  keyContextOf(headers: Headers, address: string): Promise<Context>;
  /** Call this function first in each route (`foreignOrigin`). `handleAuth` calls it itself. @throws ForeignOrigin */
  refuseForeign(request: Request): void;
}

export interface StaffSecurity {
  name: string;
  email: string;
  recoveryCodes: number | null;
  passkeys: { id: string; name: string | null; createdAt: Date | null }[];
}

/** Opens the database for sign-in and calls of staff. Call this function on first use, because a build needs no database. */
export function openStaffAccess(options: StaffAccessOptions): StaffAccess {
  const {
    databaseUrl,
    connections,
    secretKey,
    consoleUrl,
    languageOf,
    log = console.warn,
    env,
    ending,
    meter,
    tracer,
    ...given
  } = options;
  const settings: Settings = {
    ...given,
    consoleUrl,
    canMail: readSetting(env, "smtpUrl") !== undefined,
    quotas: readQuotas(env),
    sandboxWarning: sandboxWarning(env),
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
    refuseForeign: (request) => {
      const refused = foreignOrigin(request, consoleUrl);
      if (refused) throw refused;
    },
    handleAuth: async (request, address) => {
      const refused = foreignOrigin(request, consoleUrl);
      if (refused) return refusal(refused.status, refused.code, refused.message);
      gate ??= openGate();
      return (await gate)(request, address);
    },
    securityOf: async (headers) => {
      const session = await sessionOf(headers);
      if (!session) return null;
      const { id, name, email, twoFactorEnabled } = session.user;
      const passkeys = await db.prisma.passkey.findMany({
        where: { userId: id },
        select: { id: true, name: true, createdAt: true },
        orderBy: { createdAt: "asc" },
      });
      if (!twoFactorEnabled) return { name, email, passkeys, recoveryCodes: null };
      const { api } = await openAuth();
      const { backupCodes } = await api.viewBackupCodes({ body: { userId: id } });
      return { name, email, passkeys, recoveryCodes: backupCodes.length };
    },
    keyContextOf: async (headers, address) => {
      const readActor = () => authenticate(headers.get("authorization") ?? undefined, "any", address);
      return { ...contextFor(await readActor(), requestIdOf(headers.get("x-request-id"))), readActor };
    },
    contextOf: async (headers) => {
      const session = await sessionOf(headers);
      const actor = session && (await loadStaffActor(db, session.user));
      const language = languageOf?.(headers);
      if (session && language && session.user.language !== language) {
        await db.prisma.user.updateMany({ where: { id: session.user.id }, data: { language } });
      }
      const readActor = async () => {
        const current = await sessionOf(headers, { disableRefresh: true });
        return current && loadStaffActor(db, current.user);
      };
      return { ...contextFor(actor, requestIdOf(headers.get("x-request-id"))), readActor };
    },
  };
}
