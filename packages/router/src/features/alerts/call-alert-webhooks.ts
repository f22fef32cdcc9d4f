import type { Prisma } from "@highstreet/db";
import type { Context } from "../../kernel/context.ts";
import { forEachConcurrent } from "../../kernel/for-each-concurrent.ts";
import { callWebhook } from "./internal/call-webhook.ts";

/** Calls of one run. */
const BATCH = 100;
const MINUTE_MS = 60_000;
/** Longer than a call may take. After a kill, another run calls then. */
const CLAIM_MS = 2 * MINUTE_MS;
/** Pauses after failures: 1, 4, 16, 64 and 256 minutes. The last try is almost six hours after the first. */
const MOST_TRIES = 6;
const pauseMs = (tries: number): number => MINUTE_MS * 4 ** (tries - 1);

type Due = Prisma.AlertGetPayload<{
  include: { store: { select: { name: true; retailer: { select: { name: true } } } } };
}>;

async function call(ctx: Context, alert: Due): Promise<void> {
  const { retailerId, storeId, kind, subject, id, message, openedAt, callDueAt, store } = alert;
  const { prisma } = ctx.db;
  const tries = alert.callTries + 1;
  const key = { retailerId, storeId, kind, subject, id };
  const until = new Date(ctx.now().getTime() + CLAIM_MS);
  const claim = { callDueAt: until, callTries: tries };
  const { count } = await prisma.alert.updateMany({ where: { ...key, callDueAt }, data: claim });
  // Another call may have deleted the store in between.
  if (!count || !store) return;
  const data = {
    ...{ id, kind, channel: subject || null, message, openedAt: openedAt.toISOString() },
    retailer: { id: retailerId, name: store.retailer.name },
    store: { id: storeId, name: store.name },
  };
  const answer = await callWebhook(ctx, retailerId, { id: `alert_${id}`, action: "alert.opened", data });
  const isOver = !answer || answer.ok || tries >= MOST_TRIES;
  const next = isOver ? null : new Date(ctx.now().getTime() + pauseMs(tries));
  await prisma.alert.updateMany({ where: { ...key, callDueAt: until }, data: { callDueAt: next } });
}

/** Makes the webhook calls that are due. Each is claimed first, and recorded after the answer. */
export async function callAlertWebhooks(ctx: Context): Promise<void> {
  const due = await ctx.db.prisma.alert.findMany({
    where: { callDueAt: { lte: ctx.now() } },
    // First tries come first, so that many retries of a dead webhook do not delay other shops.
    orderBy: [{ callTries: "asc" }, { callDueAt: "asc" }],
    take: BATCH,
    include: { store: { select: { name: true, retailer: { select: { name: true } } } } },
  });
  await forEachConcurrent(due, (alert) => call(ctx, alert));
}
