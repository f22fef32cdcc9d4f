import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Tx } from "@highstreet/db";
import { queueMail } from "../../../core/mail/index.ts";
import type { Context } from "../../../kernel/context.ts";

/** A secret for a link, with the digest that the database keeps. A fast hash is enough for 256 random bits. */
function newLinkSecret(): { secret: string; digest: Uint8Array<ArrayBuffer> } {
  const secret = randomBytes(32).toString("base64url");
  return { secret, digest: digestOf(secret) };
}

export function digestOf(secret: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hash("sha256", secret, "buffer"));
}

export function isSecretOf(digest: Uint8Array | null, secret: string): boolean {
  const given = digestOf(secret);
  return digest !== null && digest.length === given.length && timingSafeEqual(digest, given);
}

/**
 * A link into the console. The token is behind the `#`, so that no server, proxy or log receives it.
 * @throws Error if the console's address is not configured
 */
function consoleLink({ settings }: Context, path: "/join" | "/new-password", token: string): string {
  if (!settings.consoleUrl) throw new Error("HIGHSTREET_CONSOLE_URL is not set");
  return `${settings.consoleUrl}${path}#${token}`;
}

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

export async function deliverInvitation(
  ctx: Context,
  tx: Tx,
  { id, email, partnerId }: { id: string; email: string; partnerId: string },
) {
  if (!ctx.settings.canMail) return { email, link: (await newInvitationLink(ctx, tx, id)) ?? null };
  await queueMail(ctx, tx, { kind: "invitation", recipient: email, subjectId: id, partnerId });
  return { email, link: null };
}

const VALID_MS = 4 * 3_600_000;

export async function newResetLink(ctx: Context, { prisma }: Pick<Tx, "prisma">, userId: string): Promise<string> {
  const { secret, digest } = newLinkSecret();
  const link = { digest, expiresAt: new Date(ctx.now().getTime() + VALID_MS) };
  await prisma.resetLink.upsert({ where: { userId }, create: { userId, ...link }, update: link });
  return consoleLink(ctx, "/new-password", secret);
}
