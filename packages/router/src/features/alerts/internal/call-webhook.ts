import { isSuccess, signDelivery } from "@highstreet/delivery";
import type { Context } from "../../../kernel/context.ts";
import type { AlertCall } from "../alerts.schema.ts";

/** What a webhook call says. */
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
    ...{ at: at.toISOString(), ok: isSuccess(result), status: result.status, answer: result.answer },
  };
  // The answer of an earlier address says nothing about this one.
  await prisma.alertWebhook.updateMany({ where: { retailerId, url }, data: { lastCall: call } });
  return call;
}
