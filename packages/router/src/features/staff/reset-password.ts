import { hashPassword } from "better-auth/crypto";
import type { Context } from "../../kernel/context.ts";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { setPassword } from "./internal/set-password.ts";

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
  return ctx.db.transaction("no shop", async (tx) => {
    const user = await tx.prisma.user.findUnique({ where: { email: input.email.toLowerCase() } });
    if (!user) throw validationFailed([{ pointer: "/email", code: "InvalidValue", message: "belongs to no account" }]);
    return { userId: user.id, sessionsEnded: await setPassword(ctx, tx, user.id, password) };
  });
}
