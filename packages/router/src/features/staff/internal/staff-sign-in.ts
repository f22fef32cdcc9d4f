import type { Database } from "@highstreet/db";
import type { Context } from "../../../kernel/context.ts";
import type { SignInBody, SignInPath } from "../sign-in.schema.ts";
import {
  type AttemptLimits,
  type Attempts,
  HashingTurns,
  limitsOfCode,
  limitsOfPasskeys,
  limitsOfSession,
  limitsOfSignIn,
  singleUse,
} from "./attempts.ts";
import type { Auth } from "./auth.ts";
import { busy, refusal, tooMany, translateAnswer, wrongPassword } from "./gate-answers.ts";
import type { Account, KnownBrowsers } from "./known-browser.ts";
import { createLinks } from "./staff-links.ts";

type Session = NonNullable<Awaited<ReturnType<Auth["api"]["getSession"]>>>;

export interface SignInRequest {
  headers: Headers;
  address: string;
  session: Session | null;
}

export type SignIn = { [P in SignInPath]: (request: SignInRequest, body: SignInBody<P>) => Promise<Response> };

interface SignInOptions {
  auth: Auth;
  db: Database;
  attempts: Attempts;
  known: KnownBrowsers;
  consoleUrl: string;
  open: () => Context;
  log: (line: string) => void;
}

type UserKey = { email: string } | { id: string };

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

  /** @param body undefined calls with GET */
  async function callBetterAuth(path: string, { headers, address }: SignInRequest, body?: object) {
    const own = new Headers({ "content-type": "application/json", "x-forwarded-for": address });
    for (const name of forwardedHeaders) {
      const value = headers.get(name);
      if (value !== null) own.set(name, value);
    }
    const url = `${consoleUrl}/api/auth${path}`;
    return translateAnswer(
      await auth.handler(
        new Request(url, { method: body ? "POST" : "GET", headers: own, body: body && JSON.stringify(body) }),
      ),
    );
  }

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

  async function browserOf({ headers }: SignInRequest, email: string): Promise<string | undefined> {
    const claim = cookieOf(headers, known.nameOf(email));
    const account = claim ? await accountOf({ email }) : undefined;
    return account && known.idIn(claim, account);
  }

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

  async function secondStep(request: SignInRequest, { code }: { code: string }): Promise<Response> {
    const user = await pendingUser(request);
    if (!user) return refusal(401, "SignInExpired", "Signing in took too long. Enter your password again.");
    return limitAttempt(request, user.email, await limitsForCode(request, user), async () => {
      const answer = await verifyCode(request, user.id, code);
      return answer.ok ? remember(answer, { id: user.id }) : answer;
    });
  }

  async function confirm(request: SignInRequest, { session, user }: Session, code: string): Promise<Response> {
    if (user.twoFactorEnabled) return alreadyOn();
    if (!isTotpCode(code.replaceAll(" ", "")))
      return refusal(422, "WrongCode", "Enter the six digits that your app shows.");
    const others = { userId: user.id, id: { not: session.id } };
    const open = await db.prisma.session.findMany({ where: others, select: { id: true } });
    return limitAttempt(request, user.email, await limitsForCode(request, user), async () => {
      const response = await verifyCode(request, user.id, code);
      if (response.ok) await db.prisma.session.deleteMany({ where: { id: { in: open.map(({ id }) => id) } } });
      return response;
    });
  }

  /**
   * Handles a change that needs the password, and a code if the account has codes or one is given. Verifies the password first,
   * so that a wrong password uses no recovery code.
   */
  function guarded(path: SignInPath) {
    return async (
      request: SignInRequest,
      { password: given, code }: { password: string; code?: string | undefined },
    ): Promise<Response> => {
      const { user } = sessionOf(request);
      const needsCode = user.twoFactorEnabled || code !== undefined;
      const ofCode = needsCode ? await limitsForCode(request, user) : { limits: [] };
      const ofSession = limitsOfSession(user.id);
      const both = { ...ofSession, limits: [...ofSession.limits, ...ofCode.limits] };
      return limitAttempt(request, user.email, both, async () => {
        const { password } = await auth.$context;
        const account = await accountOf({ id: user.id });
        const isRight = account && (await password.verify({ hash: account.passwordHash, password: given }));
        if (!isRight) return refusal(400, "WrongPassword", wrongPassword);
        const answer = needsCode ? await verifyCode(request, user.id, code ?? "") : undefined;
        if (answer && !answer.ok) return answer;
        if (path !== "/passkey/generate-register-options") {
          return (await callBetterAuth(path, request, { password: given })).response;
        }
        const { details, response } = await callBetterAuth(path, request);
        // The device needs the `user` of the options, which other answers leave out.
        return response.ok ? Response.json(details, { headers: response.headers }) : response;
      });
    };
  }

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
    "/passkey/generate-authenticate-options": async (request) => {
      const taken = await attempts.take(limitsOfPasskeys(request.address), request.address);
      if ("retryAfter" in taken) return tooMany(taken.retryAfter);
      return (await callBetterAuth("/passkey/generate-authenticate-options", request)).response;
    },
    "/passkey/verify-authentication": async (request, body) => {
      const { response, details } = await callBetterAuth("/passkey/verify-authentication", request, body);
      const { userId } = (details.session ?? {}) as { userId?: string };
      return userId ? remember(response, { id: userId }) : response;
    },
    "/passkey/generate-register-options": guarded("/passkey/generate-register-options"),
    "/passkey/verify-registration": async (request, body) =>
      (await callBetterAuth("/passkey/verify-registration", request, body)).response,
    "/passkey/update-passkey": async (request, body) =>
      (await callBetterAuth("/passkey/update-passkey", request, body)).response,
    "/passkey/delete-passkey": async (request, body) =>
      (await callBetterAuth("/passkey/delete-passkey", request, body)).response,
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
