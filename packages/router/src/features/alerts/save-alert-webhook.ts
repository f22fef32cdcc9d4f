import { randomBytes } from "node:crypto";
import { Prisma } from "@highstreet/db";
import { checkOutboundUrl } from "../../kernel/check-outbound-url.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import type { SaveAlertWebhook, SavedAlertWebhook } from "./alerts.schema.ts";

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
    await ctx.db.prisma.alertWebhook.deleteMany({ where: { retailerId } });
    return { secret: null };
  }
  await checkOutboundUrl(url, "/url", ctx.settings);
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
