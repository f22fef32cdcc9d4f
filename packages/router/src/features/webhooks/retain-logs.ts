import { forgetReceivers } from "@highstreet/delivery";
import type { Context } from "../../kernel/context.ts";
import { Parts } from "../../kernel/serve-retailers.ts";
import { removeOldEvents } from "./internal/expire-events.ts";

const DAY_MS = 24 * 3_600_000;

/** Number of events that a run expires: 140 million a day, with a run every ten minutes. */
const MOST = 1_000_000;

/**
 * Removes events and deliveries after the given number of days. Can run late, twice, and in several workers at once.
 * @throws AggregateError with the errors of all steps
 */
export async function retainLogs(ctx: Context, { days, most = MOST }: { days: number; most?: number }): Promise<void> {
  const before = new Date(ctx.now().getTime() - days * DAY_MS);
  const parts = new Parts();
  await parts.run(() => removeOldEvents(ctx, before, most));
  await parts.run(() => forgetReceivers(ctx.db, ctx.now()));
  parts.end("steps of the removal failed");
}
