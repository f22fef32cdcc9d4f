import type { Tx } from "@highstreet/db";
import { queueMail } from "../../../core/mail/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { consoleLink, newLinkSecret } from "./link-token.ts";

/** How long an invitation is open, in ms. */
export const OPEN_MS = 7 * 24 * 3_600_000;

/**
 * Makes the link of an invitation. Earlier links of the invitation end.
 * @returns undefined if the invitation was accepted or cancelled
 */
export async function newInvitationLink(
  ctx: Context,
  { prisma }: Pick<Tx, "prisma">,
  id: string,
): Promise<string | undefined> {
  const { secret, digest } = newLinkSecret();
  const { count } = await prisma.staffInvitation.updateMany({ where: { id }, data: { digest } });
  return count ? consoleLink(ctx, "/join", `${id}.${secret}`) : undefined;
}

/** Queues the e-mail with the link. Without e-mail, returns the link for the person who invites. */
export async function handOver(ctx: Context, tx: Tx, { id, email }: { id: string; email: string }) {
  if (!ctx.settings.canMail) return { email, link: (await newInvitationLink(ctx, tx, id)) ?? null };
  await queueMail(ctx, tx, { kind: "invitation", recipient: email, subjectId: id });
  return { email, link: null };
}
