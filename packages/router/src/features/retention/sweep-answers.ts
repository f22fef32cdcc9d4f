import type { Context } from "../../kernel/context.ts";
import { removeInBatches } from "../../kernel/remove-in-batches.ts";
import { removeAnswers } from "./remove-old.sql.ts";

/** Removes the answers that are no longer replayed. The worker does it now and then; `runOnce` heeds none of them anyway. */
export async function sweepAnswers(ctx: Context): Promise<void> {
  await removeInBatches(ctx, removeAnswers, [ctx.now()]);
}
