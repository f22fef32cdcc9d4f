import type { Context } from "../context.ts";
import { removeAnswers, removeInBatches } from "../retention/index.ts";

/** Removes the answers that are no longer replayed. The worker does it now and then; `runOnce` heeds none of them anyway. */
export async function sweepAnswers(ctx: Context): Promise<void> {
  await removeInBatches(ctx, removeAnswers, [ctx.now()]);
}
