import type { Context } from "../context.ts";

/** Removes the answers that are no longer replayed. The worker does it now and then; `runOnce` heeds none of them anyway. */
export async function sweepAnswers(ctx: Context): Promise<void> {
  await ctx.db.query("DELETE FROM idempotency_key WHERE expires_at <= $1", [ctx.now()]);
}
