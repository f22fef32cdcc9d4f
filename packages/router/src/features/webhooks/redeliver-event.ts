import type { Tx } from "@highstreet/db";
import { lockCursor, wakeStore } from "@highstreet/delivery";
import { channelNotEnabled, readChannel, type StoreIds } from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { eventsExpired, lockStores, readLogFloor } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import type { Delivery, GetDelivery } from "./deliveries.schema.ts";
import { newestOfEventSql, queueAgainSql } from "./deliveries.sql.ts";
import { readDelivery } from "./get-delivery.ts";
import { deliveryWrite, presentDelivery } from "./internal/delivery-row.ts";

async function retryNow(tx: Tx, { retailerId, storeId }: StoreIds, sequence: number, now: Date): Promise<void> {
  const isLater = { retailerId, storeId, sequence, dueAt: { gt: now } };
  await tx.prisma.deliveryRetry.updateMany({ where: isLater, data: { dueAt: now } });
}

async function queueAgain(tx: Tx, store: StoreIds, sequence: number, now: Date): Promise<void> {
  const values = [store.retailerId, store.storeId, sequence];
  const [event] = await tx.query<{ newest: number | null }>(newestOfEventSql, values);
  const newerSequence = event?.newest ?? 0;
  if (newerSequence > sequence) {
    const detail = "A newer event of the same subject exists: sending this one would tell the receiver an older state.";
    throw new DomainError("DeliverySuperseded", detail, { newerSequence });
  }
  await tx.query(queueAgainSql, [...values, now]);
}

/**
 * Sends a delivery again now. A waiting delivery keeps its tries. A finished delivery starts a new cycle of four tries. An untried
 * delivery is sent anyway.
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
    if (nextTryAt) await retryNow(tx, store, sequence, now);
    else if (status !== "pending") await queueAgain(tx, store, sequence, now);
    await wakeStore(tx, store);
    recordHistory(ctx, tx, [deliveryWrite(store, { from: sequence, to: sequence })]);
    return presentDelivery(await readDelivery(tx, store, input.sequence));
  });
}
