import type { Tx } from "@highstreet/db";
import { channelNotEnabled, readChannel, type StoreIds } from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { eventsExpired, lockStores, readLogFloor } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { attemptsOf } from "./attempts-of.ts";
import { lockCursor, wakeStore } from "./begin-generation.ts";
import type { Delivery, GetDelivery } from "./deliveries.schema.ts";
import { presentDelivery } from "./delivery-row.ts";
import { deliveryWrite } from "./delivery-write.ts";
import { readDelivery } from "./get-delivery.ts";
import { newestOfSubject } from "./newest-of-subject.ts";

const hasten = `UPDATE delivery_retry SET due_at = LEAST(due_at, $4)
  WHERE retailer_id = $1 AND store_id = $2 AND sequence = $3`;

const newest = `SELECT ${newestOfSubject("e")} AS newest FROM store_event e
  WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.sequence = $3`;

/** A new cycle of four tries; the body is that of the first try, if there was one. */
const again = `
  INSERT INTO delivery_retry (retailer_id, store_id, sequence, tries, attempts, enhanced, due_at)
  SELECT $1, $2, $3::bigint, 0, max(try), CASE WHEN count(ms) > 0 THEN bool_or(enhanced) END, $4
  FROM ${attemptsOf("$3::bigint")} a`;

async function queueAgain(tx: Tx, store: StoreIds, sequence: number, now: Date): Promise<void> {
  const values = [store.retailerId, store.storeId, sequence];
  const [event] = await tx.query<{ newest: number | null }>(newest, values);
  const newerSequence = event?.newest ?? 0;
  if (newerSequence > sequence) {
    const detail = "A newer event of the same subject exists: sending this one would tell the receiver an older state.";
    throw new DomainError("DeliverySuperseded", detail, { newerSequence });
  }
  await tx.query(again, [...values, now]);
}

/**
 * Sends a delivery again, now: one that waits keeps its tries, one that is finished begins a new cycle of four, one that
 * was not tried yet is on its way anyhow (contract §6).
 * @throws RetailerNotFound, StoreNotFound, ChannelNotEnabled, DeliveryNotFound, EventsExpired; DeliverySuperseded
 *   (`newerSequence`)
 */
export async function redeliverEvent(ctx: Context, input: GetDelivery): Promise<Delivery> {
  const now = ctx.now();
  const store = await findStore(ctx, input);
  return ctx.db.transaction(store, async (tx) => {
    await lockStores(tx, store.retailerId, [store.storeId]);
    if (!(await readChannel(tx, store, "webhooks"))) throw channelNotEnabled("webhooks");
    await lockCursor(tx, store);
    const delivery = await readDelivery(tx, store, input.sequence);
    const { sequence, status, nextTryAt } = delivery;
    const floor = await readLogFloor(tx, store);
    if (sequence <= floor) throw eventsExpired(floor);
    if (nextTryAt) await tx.query(hasten, [store.retailerId, store.storeId, sequence, now]);
    else if (status !== "pending") await queueAgain(tx, store, sequence, now);
    await wakeStore(tx, store);
    recordHistory(ctx, tx, [deliveryWrite(store, { from: sequence, to: sequence })]);
    return presentDelivery(await readDelivery(tx, store, input.sequence));
  });
}
