import type { Context } from "../../kernel/context.ts";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { newResetLink } from "./internal/reset-link.ts";

/**
 * Makes a link for a new password of the account with the e-mail address. Only the system may call this.
 * @throws InsufficientScope; ValidationFailed when no account has the address
 */
export async function makeLinkForAccount(ctx: Context, input: { email: string }): Promise<{ link: string }> {
  if (ctx.actor?.kind !== "system") throw new DomainError("InsufficientScope", "Only the system makes such links.");
  const user = await ctx.db.prisma.user.findUnique({ where: { email: input.email.toLowerCase() } });
  if (!user) throw validationFailed([{ pointer: "/email", code: "InvalidValue", message: "belongs to no account" }]);
  return { link: await ctx.db.transaction("no shop", (tx) => newResetLink(ctx, tx, user.id)) };
}
