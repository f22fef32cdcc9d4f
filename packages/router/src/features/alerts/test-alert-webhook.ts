import { randomUUID } from "node:crypto";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import type { AlertCall, AlertsOf } from "./alerts.schema.ts";
import { callWebhook } from "./internal/call-webhook.ts";

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
