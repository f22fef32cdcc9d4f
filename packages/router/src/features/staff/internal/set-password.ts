import type { Tx } from "@highstreet/db";
import type { Context } from "../../../kernel/context.ts";
import { newId } from "../../../kernel/ids.ts";

/** Sets the password of a person and ends all sessions and links for a new password. @returns the number of sessions that ended */
export async function setPassword(
  ctx: Context,
  { prisma }: Pick<Tx, "prisma">,
  userId: string,
  hash: string,
): Promise<number> {
  const account = { userId, providerId: "credential" };
  const { count } = await prisma.account.updateMany({ where: account, data: { password: hash } });
  if (count === 0) {
    await prisma.account.create({ data: { ...account, id: newId(ctx.now()), accountId: userId, password: hash } });
  }
  await prisma.resetLink.deleteMany({ where: { userId } });
  return (await prisma.session.deleteMany({ where: { userId } })).count;
}
