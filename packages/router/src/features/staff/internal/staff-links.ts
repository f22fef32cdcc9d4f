import { networkOf } from "../../../access/caller.ts";
import type { Context } from "../../../kernel/context.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { acceptInvitation, readInvitation } from "../accept-invitation.ts";
import { applyResetLink, requestReset } from "../reset-password.ts";
import type { SignInBody } from "../sign-in.schema.ts";
import type { HashingTurns } from "./attempts.ts";
import { type Attempts, limitsOfLostPassword } from "./attempts.ts";
import { busy, refusal, tooOften } from "./gate-answers.ts";
import type { SignIn, SignInRequest } from "./staff-sign-in.ts";

interface LinkOptions {
  attempts: Attempts;
  turns: HashingTurns;
  open: () => Context;
  signIn: (request: SignInRequest, body: SignInBody<"/sign-in/email">) => Promise<Response>;
}

type Links = Pick<SignIn, "/invitation" | "/accept-invitation" | "/lost-password" | "/new-password">;

const done = (body: object = {}) => Response.json(body, { headers: { "cache-control": "no-store" } });

async function answer(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && error.status < 500) {
      const { status, code, message, retryAfter } = error;
      return refusal(status, code, message, retryAfter === undefined ? {} : { "retry-after": String(retryAfter) });
    }
    throw error;
  }
}

/** Handles invitations and links for a new password. The secret of a link has 256 bits, so nothing counts guesses. */
export function createLinks({ attempts, turns, open, signIn }: LinkOptions): Links {
  return {
    "/invitation": ({ session }, { token }) =>
      answer(async () => {
        const invitation = await readInvitation(open(), { token });
        return done({ ...invitation, signedInAs: session?.user.email ?? null });
      }),
    "/accept-invitation": (request, { token, account: given }) =>
      answer(async () => {
        const signedInAs = request.session?.user.email;
        const account = given && { name: given.name, password: given.newPassword };
        const accept = () => acceptInvitation(open(), { token, account, signedInAs });
        const { hasAccount } = await readInvitation(open(), { token });
        const accepted = await turns.run(networkOf(request.address), accept);
        if (!accepted) return busy();
        const { email, retailerId } = accepted;
        if (hasAccount || !account) return done({ retailerId });
        const signedIn = await signIn(request, { email, password: account.password });
        return signedIn.ok ? Response.json({ retailerId }, { headers: signedIn.headers }) : signedIn;
      }),
    "/lost-password": ({ address }, { email }) =>
      answer(async () => {
        const ctx = open();
        if (!ctx.settings.canMail) {
          return refusal(409, "NoMail", "This installation sends no e-mail. Ask an owner of the shop for a link.");
        }
        const taken = await attempts.take(limitsOfLostPassword(email, address), address);
        if ("retryAfter" in taken) return tooOften(taken.retryAfter);
        await requestReset(ctx, { email });
        return done();
      }),
    "/new-password": ({ address }, { token, newPassword }) =>
      answer(async () => {
        const set = await turns.run(networkOf(address), () => applyResetLink(open(), { token, password: newPassword }));
        return set ? done(set) : busy();
      }),
  };
}
