import type { Sql } from "@highstreet/db";
import { readChannel, type StoreIds } from "../channels/index.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { eventBody } from "../events/index.ts";
import { findStore } from "../stores/index.ts";
import type { Attempt, DeliveryDetail, GetDelivery } from "./deliveries.schema.ts";
import { type DeliveryRow, deliveries, presentDelivery } from "./delivery-row.ts";
import { signDelivery } from "./sign-delivery.ts";

const one = `SELECT * FROM ${deliveries} d WHERE sequence = $3`;

const attempts = `
  SELECT try, at, status, ms AS "durationMs", outcome, answer FROM delivery_attempt
  WHERE retailer_id = $1 AND store_id = $2 AND sequence = $3 ORDER BY try`;

/**
 * @param sequence as it was given
 * @throws DeliveryNotFound
 */
export async function readDelivery(sql: Sql, store: StoreIds, sequence: string): Promise<DeliveryRow> {
  const number = /^[0-9]{1,15}$/.test(sequence) ? Number(sequence) : -1;
  const [row] = await sql.query<DeliveryRow>(one, [store.retailerId, store.storeId, number]);
  if (!row) throw new DomainError("DeliveryNotFound", "The store has no delivery of this sequence.");
  return row;
}

/**
 * One delivery: its request, and every attempt (contract §6). The body is what was sent; URL and signatures are those of the
 * channel as it is now, because earlier ones are not kept.
 * @throws RetailerNotFound, StoreNotFound, DeliveryNotFound
 */
export async function getDelivery(ctx: Context, input: GetDelivery): Promise<DeliveryDetail> {
  const store = await findStore(ctx, input);
  const row = await readDelivery(ctx.db, store, input.sequence);
  const values = [store.retailerId, store.storeId, row.sequence];
  const made = await ctx.db.query<Omit<Attempt, "at"> & { at: Date }>(attempts, values);
  const channel = await readChannel(ctx.db, store, "webhooks");
  const { webhookUrl, enhancedProductData } = channel?.parameters ?? {};
  const body = eventBody(row, row.tries ? row.wasEnhanced === true : enhancedProductData === true);
  const at = row.lastTryAt ?? ctx.now();
  const headers = channel?.secret
    ? signDelivery({ storeId: store.storeId, sequence: row.sequence, body, at }, ctx.vault.open(channel.secret))
    : {};
  return {
    ...presentDelivery(row),
    request: { url: typeof webhookUrl === "string" ? webhookUrl : null, headers, body },
    attempts: made.map((attempt) => ({ ...attempt, at: attempt.at.toISOString() })),
  };
}
