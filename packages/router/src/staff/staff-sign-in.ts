import type { Database } from "@highstreet/db";
import type { Attempts } from "./attempts.ts";
import type { Auth } from "./auth.ts";
import { busy, inOurWords, refusal, tooMany, wrongPassword } from "./gate-answers.ts";
import { HashingTurns } from "./hashing-turns.ts";
import type { Account, KnownBrowsers } from "./known-browser.ts";
import type { Door, DoorBody } from "./sign-in.schema.ts";
import { type Judging, judgingOfCode, judgingOfSession, judgingOfSignIn, onlyUse } from "./sign-in-limits.ts";

type Session = NonNullable<Awaited<ReturnType<Auth["api"]["getSession"]>>>;

/** A request below `/api/auth`. */
export interface Knock {
  headers: Headers;
  address: string;
  session: Session | null;
}

/** What each path does. `staff` paths are called with a session. */
export type SignIn = { [D in Door]: (knock: Knock, body: DoorBody<D>) => Promise<Response> };

interface SignInOptions {
  auth: Auth;
  db: Database;
  attempts: Attempts;
  known: KnownBrowsers;
  /** Where the console is reached, without a path. */
  consoleUrl: string;
  /** Takes a line about each failure. */
  log: (line: string) => void;
}

/** An account of staff, by one of the two. */
type Named = { email: string } | { id: string };

/** What of a request better-auth sees. */
const passed = ["cookie", "origin", "referer", "user-agent", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest"];

/** The gate lets nobody else to a path of staff. */
function sessionOf({ session }: Knock): Session {
  if (!session) throw new Error("a path of staff was called without a session");
  return session;
}

const alreadyOn = () => refusal(409, "AlreadyOn", "Sign-in codes are on already. Switch them off first.");

const isOfApp = (code: string): boolean => /^\d{6}$/.test(code);

function cookieOf(headers: Headers, name: string): string {
  const pair = (headers.get("cookie") ?? "").split(/; */).find((one) => one.startsWith(`${name}=`));
  return decodeURIComponent(pair?.slice(name.length + 1) ?? "");
}

/**
 * Signing in, the second factor and the password of staff, over better-auth. An attempt at a password or a code is counted
 * before it is judged, and given back unless it was wrong.
 */
export function createSignIn({ auth, db, attempts, known, consoleUrl, log }: SignInOptions): SignIn {
  const turns = new HashingTurns();

  /** Calls better-auth with what a path took, and with nothing else of the request. */
  async function pass(path: string, { headers, address }: Knock, body: object) {
    const own = new Headers({ "content-type": "application/json", "x-forwarded-for": address });
    for (const name of passed) {
      const value = headers.get(name);
      if (value !== null) own.set(name, value);
    }
    const url = `${consoleUrl}/api/auth${path}`;
    return inOurWords(
      await auth.handler(new Request(url, { method: "POST", headers: own, body: JSON.stringify(body) })),
    );
  }

  async function judged(
    { address }: Knock,
    email: string,
    { limits, network }: Judging,
    judge: () => Promise<Response>,
  ): Promise<Response> {
    const tell = (what: string) => log(`${what}: ${JSON.stringify({ account: email, address })}`);
    const taken = await attempts.take(limits, address);
    if ("retryAfter" in taken) {
      tell("sign-in refused after too many failures");
      return tooMany(taken.retryAfter);
    }
    let isWrong = false;
    try {
      const answer = (await turns.run(network, judge)) ?? busy();
      isWrong = answer.status === 400 || answer.status === 401;
      return answer;
    } finally {
      if (!isWrong) await taken.giveBack();
      else {
        tell("sign-in failed, wrong password or code");
        await attempts.sweep();
      }
    }
  }

  async function accountOf(user: Named): Promise<Account | undefined> {
    const row = await db.prisma.account.findFirst({
      where: { providerId: "credential", user },
      select: { password: true, user: { select: { id: true, email: true } } },
    });
    return row?.password ? { userId: row.user.id, email: row.user.email, passwordHash: row.password } : undefined;
  }

  /** The browser's id if it has signed in to the account before. */
  async function browserOf({ headers }: Knock, email: string): Promise<string | undefined> {
    const claim = cookieOf(headers, known.nameOf(email));
    const account = claim ? await accountOf({ email }) : undefined;
    return account && known.idIn(claim, account);
  }

  /** Remembers the browser of somebody who has just signed in. */
  async function remember(answer: Response, user: Named): Promise<Response> {
    const account = await accountOf(user);
    if (account) answer.headers.append("set-cookie", known.cookieFor(account));
    return answer;
  }

  /** Who has given the right password, and has yet to give a code. */
  async function challenged({ headers }: Knock): Promise<{ id: string; email: string } | null> {
    const { createAuthCookie, internalAdapter } = await auth.$context;
    // Signed. better-auth verifies the signature; the value alone is a secret of 119 bits.
    const [identifier] = cookieOf(headers, createAuthCookie("two_factor").name).split(".");
    const row = identifier ? await internalAdapter.findVerificationValue(identifier) : null;
    return row && internalAdapter.findUserById(row.value);
  }

  /** Has a code of the app judged, which is good once; anything else is judged as a recovery code. */
  async function judgeCode(knock: Knock, userId: string, given: string): Promise<Response> {
    const code = given.replaceAll(" ", "");
    if (!isOfApp(code)) return (await pass("/two-factor/verify-backup-code", knock, { code })).shown;
    const use = await attempts.take([onlyUse(userId, code)], knock.address);
    if ("retryAfter" in use) {
      return refusal(401, "WrongCode", "This code was used before. Wait until your app shows the next one.");
    }
    const { shown } = await pass("/two-factor/verify-totp", knock, { code });
    if (!shown.ok) await use.giveBack();
    return shown;
  }

  async function judgingCode(knock: Knock, { id, email }: { id: string; email: string }): Promise<Judging> {
    return judgingOfCode(id, knock.address, await browserOf(knock, email));
  }

  /** The second step of signing in. */
  async function secondStep(knock: Knock, { code }: { code: string }): Promise<Response> {
    const user = await challenged(knock);
    if (!user) return refusal(401, "SignInExpired", "Signing in took too long. Enter your password again.");
    return judged(knock, user.email, await judgingCode(knock, user), async () => {
      const answer = await judgeCode(knock, user.id, code);
      return answer.ok ? remember(answer, { id: user.id }) : answer;
    });
  }

  /** The first code of a new second factor, which is in force from then on. */
  async function confirm(knock: Knock, { session, user }: Session, code: string): Promise<Response> {
    if (user.twoFactorEnabled) return alreadyOn();
    if (!isOfApp(code.replaceAll(" ", "")))
      return refusal(422, "WrongCode", "Enter the six digits that your app shows.");
    const others = { userId: user.id, id: { not: session.id } };
    const open = await db.prisma.session.findMany({ where: others, select: { id: true } });
    return judged(knock, user.email, await judgingCode(knock, user), async () => {
      const shown = await judgeCode(knock, user.id, code);
      // Other browsers have shown no code.
      if (shown.ok) await db.prisma.session.deleteMany({ where: { id: { in: open.map(({ id }) => id) } } });
      return shown;
    });
  }

  /** A change that needs the password and a code. The password is judged first, so that no recovery code is lost. */
  function guarded(path: Door) {
    return async (knock: Knock, { password: given, code }: { password: string; code: string }): Promise<Response> => {
      const { user } = sessionOf(knock);
      const ofCode = await judgingCode(knock, user);
      const ofSession = judgingOfSession(user.id);
      const both = { ...ofSession, limits: [...ofSession.limits, ...ofCode.limits] };
      return judged(knock, user.email, both, async () => {
        const { password } = await auth.$context;
        const account = await accountOf({ id: user.id });
        const isRight = account && (await password.verify({ hash: account.passwordHash, password: given }));
        if (!isRight) return refusal(400, "WrongPassword", wrongPassword);
        const answer = await judgeCode(knock, user.id, code);
        return answer.ok ? (await pass(path, knock, { password: given })).shown : answer;
      });
    };
  }

  return {
    "/sign-in/email": async (knock, body) => {
      const { email } = body;
      const judging = judgingOfSignIn(email, knock.address, await browserOf(knock, email));
      return judged(knock, email, judging, async () => {
        const { shown, said } = await pass("/sign-in/email", knock, body);
        return shown.ok && !said.twoFactorRedirect ? remember(shown, { email }) : shown;
      });
    },
    "/sign-out": async (knock) => (await pass("/sign-out", knock, {})).shown,
    "/two-factor/verify-totp": async (knock, { code }) =>
      knock.session ? confirm(knock, knock.session, code) : secondStep(knock, { code }),
    "/two-factor/verify-backup-code": async (knock, body) => (knock.session ? alreadyOn() : secondStep(knock, body)),
    "/two-factor/enable": async (knock, body) => {
      const { user } = sessionOf(knock);
      if (user.twoFactorEnabled) return alreadyOn();
      return judged(
        knock,
        user.email,
        judgingOfSession(user.id),
        async () => (await pass("/two-factor/enable", knock, body)).shown,
      );
    },
    "/two-factor/disable": guarded("/two-factor/disable"),
    "/two-factor/generate-backup-codes": guarded("/two-factor/generate-backup-codes"),
    "/change-password": async (knock, body) => {
      const { user } = sessionOf(knock);
      return judged(knock, user.email, judgingOfSession(user.id), async () => {
        const { shown } = await pass("/change-password", knock, { ...body, revokeOtherSessions: true });
        return shown.ok ? remember(shown, { id: user.id }) : shown;
      });
    },
  };
}
