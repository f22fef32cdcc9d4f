import { forgetReceivers } from "@highstreet/delivery";
import type { Context } from "../../kernel/context.ts";
import { expireEvents, removeExpired } from "./internal/expire-events.ts";

const DAY_MS = 24 * 3_600_000;

/**
 * Removes events and deliveries after the given number of days. Can run late, twice, and in several workers at once.
 */
export async function retainLogs(ctx: Context, { days }: { days: number }): Promise<void> {
  const before = new Date(ctx.now().getTime() - days * DAY_MS);
  await expireEvents(ctx, before);
  await removeExpired(ctx, before);
  await forgetReceivers(ctx.db, ctx.now());
}
