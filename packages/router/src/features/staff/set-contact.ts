import type { Context } from "../../kernel/context.ts";
import { findTeam } from "./internal/team.ts";
import type { SetContact } from "./staff.schema.ts";

/** Sets how shops reach the partner of the caller; null says nothing. @throws InsufficientScope without the partner role */
export async function setContact(ctx: Context, { contact }: SetContact): Promise<void> {
  const { partnerId } = await findTeam(ctx, undefined);
  await ctx.db.transaction("no shop", async (tx) => {
    await ctx.checkCaller?.(tx);
    await tx.prisma.partner.update({ where: { id: partnerId }, data: { contact } });
  });
}
