import type { Tx } from "@highstreet/db";
import type { Context } from "../../../kernel/context.ts";
import { consoleLink, newLinkSecret } from "./link-token.ts";

/** How long a link for a new password is valid, in ms. */
const VALID_MS = 4 * 3_600_000;

/** Makes the link that sets a new password. An earlier link of the person ends. */
export async function newResetLink(ctx: Context, { prisma }: Pick<Tx, "prisma">, userId: string): Promise<string> {
  const { secret, digest } = newLinkSecret();
  const link = { digest, expiresAt: new Date(ctx.now().getTime() + VALID_MS) };
  await prisma.resetLink.upsert({ where: { userId }, create: { userId, ...link }, update: link });
  return consoleLink(ctx, "/new-password", secret);
}
