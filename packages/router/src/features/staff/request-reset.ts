import { queueMail } from "../../core/mail/index.ts";
import type { Context } from "../../kernel/context.ts";

/**
 * Queues the e-mail with a link for a new password. The worker looks the address up, so an unknown address takes the same time and has
 * the same answer. The link is never returned.
 */
export async function requestReset(ctx: Context, { email }: { email: string }): Promise<void> {
  await ctx.db.transaction("no shop", (tx) => queueMail(ctx, tx, { kind: "reset", recipient: email, subjectId: "" }));
}
