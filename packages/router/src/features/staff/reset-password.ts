import { hashPassword } from "better-auth/crypto";
import type { Context } from "../../kernel/context.ts";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";

/**
 * Sets the password of the user with the e-mail address and ends all sessions of the user. Only the system may call this.
 * @param input.password 8 to 128 characters (`Password`)
 * @returns the user's id and the number of sessions that ended
 * @throws InsufficientScope; ValidationFailed when no user has the address
 */
export async function resetPassword(
  ctx: Context,
  input: { email: string; password: string },
): Promise<{ userId: string; sessionsEnded: number }> {
  if (ctx.actor?.kind !== "system") throw new DomainError("InsufficientScope", "Only the system sets passwords.");
  const password = await hashPassword(input.password);
  return ctx.db.transaction("no shop", async ({ prisma }) => {
    const user = await prisma.user.findUnique({ where: { email: input.email.toLowerCase() } });
    if (!user) throw validationFailed([{ pointer: "/email", code: "InvalidValue", message: "belongs to no account" }]);
    const account = { userId: user.id, providerId: "credential" };
    const { count } = await prisma.account.updateMany({ where: account, data: { password } });
    if (count === 0) {
      await prisma.account.create({ data: { ...account, id: newId(ctx.now()), accountId: user.id, password } });
    }
    const ended = await prisma.session.deleteMany({ where: { userId: user.id } });
    return { userId: user.id, sessionsEnded: ended.count };
  });
}
