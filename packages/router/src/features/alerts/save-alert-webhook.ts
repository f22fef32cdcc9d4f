import { randomBytes, randomUUID } from "node:crypto";
import { Prisma } from "@highstreet/db";
import { checkOutboundUrl } from "../../access/check-outbound-url.ts";
import { findRetailer } from "../../access/find-retailer.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import type { AlertCall, AlertsOf, SaveAlertWebhook, SavedAlertWebhook } from "./alerts.schema.ts";
import { callWebhook } from "./call-alert-webhooks.ts";

/**
 * Sets or removes the webhook for the alerts of a shop. Another address keeps the secret; removal
 * and a new address make a new one.
 * @returns the new secret, which no other call returns
 * @throws RetailerNotFound; ValidationFailed for an address that may not be called
 */
export async function saveAlertWebhook(ctx: Context, input: SaveAlertWebhook): Promise<SavedAlertWebhook> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { url } = input;
  if (url === null) {
    // Calls that wait end when they find no webhook.
    await ctx.db.transaction({ retailerId }, ({ prisma }) => prisma.alertWebhook.deleteMany({ where: { retailerId } }));
    return { secret: null };
  }
  const before = await ctx.db.prisma.alertWebhook.findUnique({ where: { retailerId }, select: { url: true } });
  await checkOutboundUrl(url, "/url", ctx.settings, before?.url);
  const secret = randomBytes(24).toString("hex");
  const sealed = ctx.vault.seal(secret, ["alert_webhook", retailerId]);
  return ctx.db.transaction({ retailerId }, async ({ prisma }) => {
    const known = await prisma.alertWebhook.findUnique({ where: { retailerId } });
    const isMoved = known?.url !== url;
    await prisma.alertWebhook.upsert({
      where: { retailerId },
      create: { retailerId, url, secret: sealed },
      update: { url, ...(!known && { secret: sealed }), ...(isMoved && { lastCall: Prisma.DbNull }) },
      select: { retailerId: true },
    });
    return { secret: known ? null : secret };
  });
}

/**
 * Sends a signed `alert.test` to the webhook now, and returns the answer.
 * @throws RetailerNotFound; AlertWebhookNotFound without a webhook
 */
export async function testAlertWebhook(ctx: Context, input: AlertsOf): Promise<AlertCall> {
  const { retailerId, name } = await findRetailer(ctx, input.retailerId);
  const data = { retailer: { id: retailerId, name } };
  const call = await callWebhook(ctx, retailerId, { id: `test_${randomUUID()}`, action: "alert.test", data });
  if (!call)
    throw new DomainError("AlertWebhookNotFound", "The shop has no webhook for alerts. Save its address first.");
  return call;
}
