import type { Database } from "@highstreet/db";
import type { Context } from "../../../kernel/context.ts";
import type { SignInBody, SignInPath } from "../sign-in.schema.ts";
import {
  type AttemptLimits,
  type Attempts,
  limitsOfCode,
  limitsOfSession,
  limitsOfSignIn,
  singleUse,
} from "./attempts.ts";
import type { Auth } from "./auth.ts";
import { busy, refusal, tooMany, translateAnswer, wrongPassword } from "./gate-answers.ts";
import { HashingTurns } from "./hashing-turns.ts";
import type { Account, KnownBrowsers } from "./known-browser.ts";
import { createLinks } from "./staff-links.ts";

type Session = NonNullable<Awaited<ReturnType<Auth["api"]["getSession"]>>>;

/** A request below `/api/auth`. */
export interface SignInRequest {
  headers: Headers;
  address: string;
  session: Session | null;
}

/** The handler of each path. Callers check that requests to `staff` paths have a session. */
export type SignIn = { [P in SignInPath]: (request: SignInRequest, body: SignInBody<P>) => Promise<Response> };

interface SignInOptions {
  auth: Auth;
  db: Database;
  attempts: Attempts;
  known: KnownBrowsers;
  /** The URL of the console, without a path. */
  consoleUrl: string;
  /** A context without an actor, for invitations and links. */
  open: () => Context;
  /** Logs one line for each failure. */
  log: (line: string) => void;
}

/** Identifies a staff account by e-mail address or by id. */
type UserKey = { email: string } | { id: string };

/** The request headers that better-auth receives. */
const forwardedHeaders = [
  "cookie",
  "origin",
  "referer",
  "user-agent",
  "sec-fetch-site",
  "sec-fetch-mode",
  "sec-fetch-dest",
];

/** @throws Error without a session: the gate refuses such requests to `staff` paths */
function sessionOf({ session }: SignInRequest): Session {
  if (!session) throw new Error("a staff path was called without a session");
  return session;
}

const alreadyOn = () => refusal(409, "AlreadyOn", "Sign-in codes are on already. Switch them off first.");

const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);

/** The value of a cookie. Empty for a missing cookie, and for a value that is not URL encoding. */
function cookieOf(headers: Headers, name: string): string {
  const pair = (headers.get("cookie") ?? "").split(/; */).find((one) => one.startsWith(`${name}=`));
  try {
    return decodeURIComponent(pair?.slice(name.length + 1) ?? "");
  } catch {
    return "";
  }
}

/**
 * Handles sign-in, the second factor and the password of staff with better-auth. An attempt at a password or a code is counted
 * before it is verified. The count is given back unless the password or code is wrong.
 */
export function createSignIn({ auth, db, attempts, known, consoleUrl, open, log }: SignInOptions): SignIn {
  const turns = new HashingTurns();

  /** Calls better-auth with the parsed body and `forwardedHeaders`, without other parts of the request. */
  async function callBetterAuth(path: string, { headers, address }: SignInRequest, body: object) {
    const own = new Headers({ "content-type": "application/json", "x-forwarded-for": address });
    for (const name of forwardedHeaders) {
      const value = headers.get(name);
      if (value !== null) own.set(name, value);
    }
    const url = `${consoleUrl}/api/auth${path}`;
    return translateAnswer(
      await auth.handler(new Request(url, { method: "POST", headers: own, body: JSON.stringify(body) })),
    );
  }

  /** Counts an attempt against its limits, waits for its turn, and verifies it. */
  async function limitAttempt(
    { address }: SignInRequest,
    email: string,
    { limits, network }: AttemptLimits,
    verify: () => Promise<Response>,
  ): Promise<Response> {
    const logAttempt = (what: string) => log(`${what}: ${JSON.stringify({ account: email, address })}`);
    const taken = await attempts.take(limits, address);
    if ("retryAfter" in taken) {
      logAttempt("sign-in refused after too many failures");
      return tooMany(taken.retryAfter);
    }
    let isWrong = false;
    try {
      const answer = (await turns.run(network, verify)) ?? busy();
      isWrong = answer.status === 400 || answer.status === 401;
      return answer;
    } finally {
      if (!isWrong) await taken.giveBack();
      else {
        logAttempt("sign-in failed, wrong password or code");
        await attempts.sweep();
      }
    }
  }

  async function accountOf(user: UserKey): Promise<Account | undefined> {
    const row = await db.prisma.account.findFirst({
      where: { providerId: "credential", user },
      select: { password: true, user: { select: { id: true, email: true } } },
    });
    return row?.password ? { userId: row.user.id, email: row.user.email, passwordHash: row.password } : undefined;
  }

  /** The id of the browser, if it has signed in to the account before. */
  async function browserOf({ headers }: SignInRequest, email: string): Promise<string | undefined> {
    const claim = cookieOf(headers, known.nameOf(email));
    const account = claim ? await accountOf({ email }) : undefined;
    return account && known.idIn(claim, account);
  }

  /** Adds the cookie that makes the browser known after a successful sign-in. */
  async function remember(answer: Response, user: UserKey): Promise<Response> {
    const account = await accountOf(user);
    if (account) answer.headers.append("set-cookie", known.cookieFor(account));
    return answer;
  }

  /** The user who has entered the right password and must still enter a code. */
  async function pendingUser({ headers }: SignInRequest): Promise<{ id: string; email: string } | null> {
    const { createAuthCookie, internalAdapter } = await auth.$context;
    // better-auth verifies the cookie's signature later. The value alone is a secret of 119 bits.
    const [identifier] = cookieOf(headers, createAuthCookie("two_factor").name).split(".");
    const row = identifier ? await internalAdapter.findVerificationValue(identifier) : null;
    return row && internalAdapter.findUserById(row.value);
  }

  /** Verifies a TOTP code, which works once. Verifies any other text as a recovery code. */
  async function verifyCode(request: SignInRequest, userId: string, given: string): Promise<Response> {
    const code = given.replaceAll(" ", "");
    if (!isTotpCode(code)) return (await callBetterAuth("/two-factor/verify-backup-code", request, { code })).response;
    const use = await attempts.take([singleUse(userId, code)], request.address);
    if ("retryAfter" in use) {
      return refusal(401, "WrongCode", "This code was used before. Wait until your app shows the next one.");
    }
    const { response } = await callBetterAuth("/two-factor/verify-totp", request, { code });
    if (!response.ok) await use.giveBack();
    return response;
  }

  async function limitsForCode(
    request: SignInRequest,
    { id, email }: { id: string; email: string },
  ): Promise<AttemptLimits> {
    return limitsOfCode(id, request.address, await browserOf(request, email));
  }

  /** Handles the second step of sign-in: the code. */
  async function secondStep(request: SignInRequest, { code }: { code: string }): Promise<Response> {
    const user = await pendingUser(request);
    if (!user) return refusal(401, "SignInExpired", "Signing in took too long. Enter your password again.");
    return limitAttempt(request, user.email, await limitsForCode(request, user), async () => {
      const answer = await verifyCode(request, user.id, code);
      return answer.ok ? remember(answer, { id: user.id }) : answer;
    });
  }

  /** Verifies the first code of a new second factor and so switches the second factor on. */
  async function confirm(request: SignInRequest, { session, user }: Session, code: string): Promise<Response> {
    if (user.twoFactorEnabled) return alreadyOn();
    if (!isTotpCode(code.replaceAll(" ", "")))
      return refusal(422, "WrongCode", "Enter the six digits that your app shows.");
    const others = { userId: user.id, id: { not: session.id } };
    const open = await db.prisma.session.findMany({ where: others, select: { id: true } });
    return limitAttempt(request, user.email, await limitsForCode(request, user), async () => {
      const response = await verifyCode(request, user.id, code);
      // The sessions of other browsers began without a code.
      if (response.ok) await db.prisma.session.deleteMany({ where: { id: { in: open.map(({ id }) => id) } } });
      return response;
    });
  }

  /** Handles a change that needs the password and a code. Verifies the password first, so that a wrong password uses no recovery code. */
  function guarded(path: SignInPath) {
    return async (
      request: SignInRequest,
      { password: given, code }: { password: string; code: string },
    ): Promise<Response> => {
      const { user } = sessionOf(request);
      const ofCode = await limitsForCode(request, user);
      const ofSession = limitsOfSession(user.id);
      const both = { ...ofSession, limits: [...ofSession.limits, ...ofCode.limits] };
      return limitAttempt(request, user.email, both, async () => {
        const { password } = await auth.$context;
        const account = await accountOf({ id: user.id });
        const isRight = account && (await password.verify({ hash: account.passwordHash, password: given }));
        if (!isRight) return refusal(400, "WrongPassword", wrongPassword);
        const answer = await verifyCode(request, user.id, code);
        return answer.ok ? (await callBetterAuth(path, request, { password: given })).response : answer;
      });
    };
  }

  /** Handles the first step of sign-in: the password. */
  async function firstStep(request: SignInRequest, body: SignInBody<"/sign-in/email">): Promise<Response> {
    const { email } = body;
    const limits = limitsOfSignIn(email, request.address, await browserOf(request, email));
    return limitAttempt(request, email, limits, async () => {
      const { response, details } = await callBetterAuth("/sign-in/email", request, body);
      return response.ok && !details.twoFactorRedirect ? remember(response, { email }) : response;
    });
  }

  return {
    ...createLinks({ attempts, turns, open, signIn: firstStep }),
    "/sign-in/email": firstStep,
    "/sign-out": async (request) => (await callBetterAuth("/sign-out", request, {})).response,
    "/two-factor/verify-totp": async (request, { code }) =>
      request.session ? confirm(request, request.session, code) : secondStep(request, { code }),
    "/two-factor/verify-backup-code": async (request, body) =>
      request.session ? alreadyOn() : secondStep(request, body),
    "/two-factor/enable": async (request, body) => {
      const { user } = sessionOf(request);
      if (user.twoFactorEnabled) return alreadyOn();
      return limitAttempt(
        request,
        user.email,
        limitsOfSession(user.id),
        async () => (await callBetterAuth("/two-factor/enable", request, body)).response,
      );
    },
    "/two-factor/disable": guarded("/two-factor/disable"),
    "/two-factor/generate-backup-codes": guarded("/two-factor/generate-backup-codes"),
    "/change-password": async (request, body) => {
      const { user } = sessionOf(request);
      return limitAttempt(request, user.email, limitsOfSession(user.id), async () => {
        const { response } = await callBetterAuth("/change-password", request, { ...body, revokeOtherSessions: true });
        return response.ok ? remember(response, { id: user.id }) : response;
      });
    },
  };
}
