import type { Tx } from "@highstreet/db";
import { queueMail } from "../../core/mail/index.ts";
import type { Context } from "../../kernel/context.ts";
import { retailerRowOf } from "../../kernel/find-retailer.ts";
import { PATIENCE, serveRetailers } from "../../kernel/serve-retailers.ts";
import { kindsAt, readersOf } from "./internal/readers.ts";

const due = { table: "alert", where: "due_at <= clock.now", since: "due_at" } as const;

/** Announces the due alerts of a retailer. @returns their number */
async function announce(ctx: Context, tx: Tx, retailerId: string): Promise<number> {
  const { prisma } = tx;
  const now = ctx.now();
  const retailer = await prisma.retailer.findUnique({ where: { id: retailerId } });
  if (!retailer) return 0;
  const hasWebhook = (await prisma.alertWebhook.count({ where: { retailerId } })) > 0;
  const { count } = await prisma.alert.updateMany({
    where: { retailerId, dueAt: { lte: now } },
    data: { dueAt: null, announcedAt: now, callDueAt: hasWebhook ? now : null, callTries: 0 },
  });
  if (!count || !ctx.settings.canMail) return count;
  const marked = await prisma.alert.findMany({
    ...{ where: { retailerId, announcedAt: now }, distinct: ["kind"], select: { kind: true } },
  });
  for (const { email, timings } of await readersOf(tx, retailerRowOf(retailer))) {
    const wanted = kindsAt(timings, "at_once");
    if (!marked.some(({ kind }) => wanted.includes(kind))) continue;
    const subjectId = `${retailerId} ${now.toISOString()}`;
    await queueMail(ctx, tx, { kind: "alerts", recipient: email, subjectId });
  }
  return count;
}

/**
 * Announces the alerts that are due: queues one e-mail for each person who wants some of them at once, and the calls of the webhook.
 * The same transaction marks them as announced, so a kill neither loses nor repeats one.
 * @returns the number of announced alerts
 * @throws AggregateError with all errors, at the end of the run
 */
export async function announceAlerts(ctx: Context): Promise<number> {
  let announced = 0;
  await serveRetailers(ctx, due, async (retailerId) => {
    announced += await ctx.db.transaction({ retailerId }, (tx) => announce(ctx, tx, retailerId), PATIENCE);
    return false;
  });
  return announced;
}
