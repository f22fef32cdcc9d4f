import { hashPassword } from "better-auth/crypto";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { digestOf } from "./internal/link-token.ts";
import { setPassword } from "./internal/set-password.ts";

function linkEnded(): DomainError {
  return new DomainError("InvitationNotFound", "This link has ended or was used before. Ask for a new one.");
}

/**
 * Sets a new password with a link, which works once, and ends all sessions of the person. A second factor stays.
 * @throws InvitationNotFound for a link that was used, replaced or has expired
 */
export async function applyResetLink(
  ctx: Context,
  input: { token: string; password: string },
): Promise<{ email: string }> {
  const where = { digest: digestOf(input.token), expiresAt: { gt: ctx.now() } };
  // Hashing costs 0.1 s of a processor, so an unknown link ends here.
  if (!(await ctx.db.prisma.resetLink.count({ where }))) throw linkEnded();
  const hash = await hashPassword(input.password);
  return ctx.db.transaction("no shop", async (tx) => {
    const row = await tx.prisma.resetLink.findFirst({
      where,
      select: { userId: true, user: { select: { email: true } } },
    });
    const { count } = await tx.prisma.resetLink.deleteMany({ where });
    if (!row || !count) throw linkEnded();
    await setPassword(ctx, tx, row.userId, hash);
    return { email: row.user.email };
  });
}
