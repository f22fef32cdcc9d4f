import type { Prisma } from "@highstreet/db";
import { isSuccess, signDelivery } from "@highstreet/delivery";
import { subjectOf } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { forEachConcurrent, nextRetailers, PartialRun } from "../../kernel/jobs.ts";
import type { DueWork } from "../../kernel/kernel.sql.ts";
import type { AlertCall } from "./alerts.schema.ts";

interface Body {
  action: "alert.opened" | "alert.test";
  data: Record<string, unknown>;
}

/**
 * Calls the webhook of a shop and keeps the answer as the last one.
 * @param id the `Webhook-Id`, the same for each try
 * @returns undefined without a webhook
 */
export async function callWebhook(
  ctx: Context,
  retailerId: string,
  { id, ...body }: Body & { id: string },
): Promise<AlertCall | undefined> {
  const { prisma } = ctx.db;
  const webhook = await prisma.alertWebhook.findUnique({ where: { retailerId } });
  if (!webhook) return undefined;
  const { url, secret } = webhook;
  const at = ctx.now();
  const delivery = { storeId: "", sequence: 0, body: JSON.stringify(body), at, id };
  // Alerts are not part of a store's log, so they have no sequence.
  const { "x-webhook-sequence": _, ...headers } = signDelivery(delivery, [
    ctx.vault.open(secret, ["alert_webhook", retailerId]),
  ]);
  const result = await ctx.sender.send({ url, headers, body: delivery.body, mayStart: () => true }).result;
  const call: AlertCall = {
    at: at.toISOString(),
    ok: isSuccess(result),
    status: result.status,
    answer: result.answer,
  };
  await prisma.alertWebhook.updateMany({ where: { retailerId, url }, data: { lastCall: call } });
  return call;
}

const [BATCH, EACH] = [32, 4];
/** A run begins no calls after this time. */
const RUN_MS = 10_000;
const MINUTE_MS = 60_000;
/** Longer than a call may take. After a kill, another run calls then. */
const CLAIM_MS = 2 * MINUTE_MS;
/** Pauses after failures: 1, 4, 16, 64 and 256 minutes. The last try is almost six hours after the first. */
const MAX_TRIES = 6;
const pauseMs = (tries: number): number => MINUTE_MS * 4 ** (tries - 1);

/** A partner's retailers with first tries come first, so that retries of a dead webhook do not delay other shops. */
const due: DueWork = {
  table: "alert",
  where: "call_due_at <= clock.now",
  since: "call_due_at + call_tries * interval '1 day'",
};

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
  if (!count || !store) return;
  const data = {
    id,
    kind,
    ...subjectOf(alert),
    message,
    openedAt: openedAt.toISOString(),
    retailer: { id: retailerId, name: store.retailer.name },
    store: subjectOf(alert).endpointId === null ? { id: storeId, name: store.name } : null,
  };
  const answer = await callWebhook(ctx, retailerId, { id: `alert_${id}`, action: "alert.opened", data });
  const isOver = !answer || answer.ok || tries >= MAX_TRIES;
  const next = isOver ? null : new Date(ctx.now().getTime() + pauseMs(tries));
  await prisma.alert.updateMany({ where: { ...key, callDueAt: until }, data: { callDueAt: next } });
}

/** Reads due alerts in turns: a few of one retailer of each partner, then of the next. @param done the retailers that had a turn */
async function readDue(ctx: Context, done: Set<string>): Promise<Due[]> {
  const found: Due[] = [];
  for (;;) {
    const round = await nextRetailers(ctx, due, { served: [], done });
    for (const retailerId of round) {
      if (found.length >= BATCH) return found;
      done.add(retailerId);
      const alerts = await ctx.db.prisma.alert.findMany({
        where: { retailerId, callDueAt: { lte: ctx.now() } },
        orderBy: [{ callTries: "asc" }, { callDueAt: "asc" }],
        take: EACH,
        include: { store: { select: { name: true, retailer: { select: { name: true } } } } },
      });
      found.push(...alerts);
    }
    if (!round.length) return found;
  }
}

/**
 * Makes the webhook calls that are due, a few of each retailer. Each is claimed first, and recorded after the answer.
 * @throws AggregateError with all errors on our side, at the end of the run
 */
export async function callAlertWebhooks(ctx: Context): Promise<void> {
  const until = performance.now() + RUN_MS;
  const parts = new PartialRun();
  const done = new Set<string>();
  for (let alerts = await readDue(ctx, done); alerts.length; alerts = await readDue(ctx, done)) {
    await parts.run(() => forEachConcurrent(alerts, (alert) => call(ctx, alert)));
    if (performance.now() > until) break;
  }
  parts.end("batches of calls failed");
}
