import type { Context } from "../../kernel/context.ts";
import { expireEvents } from "./expire-events.ts";
import { forgetReceivers } from "./receiver-health.ts";
import { removeExpired } from "./remove-expired.ts";

const DAY_MS = 24 * 3_600_000;

/**
 * Keeps events and deliveries for so many days (contract §6: 30), and no longer. Safe to run late, twice, and in several
 * workers at once.
 */
export async function retainLogs(ctx: Context, { days }: { days: number }): Promise<void> {
  const before = new Date(ctx.now().getTime() - days * DAY_MS);
  await expireEvents(ctx, before);
  await removeExpired(ctx, before);
  await forgetReceivers(ctx.db, ctx.now());
}
