import { within } from "@highstreet/db";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { lockStores } from "../events/index.ts";
import { recordHistory } from "../history/index.ts";
import { checkVersion } from "../if-match.ts";
import { findStore, storeNotFound } from "./find-store.ts";
import { storeWrite } from "./store-write.ts";
import type { StoreIds } from "./stores.schema.ts";

/** Every table with rows of a store, the store's own last; the retailer's history keeps what was done to it. */
const tables = [
  "inventory_source",
  "ingest",
  "customization",
  "stock_item",
  "delivery_retry",
  "delivery_attempt",
  "delivery_cursor",
  "delivery_work",
  "store_event",
  "store",
];

const rejections = `DELETE FROM ingest_rejection r USING ingest i
  WHERE r.retailer_id = $1 AND i.retailer_id = $1 AND i.store_id = $2 AND i.ingest_id = r.ingest_id`;

/**
 * Removes a store with all of its data: stock, source, ingests, edits of this store, events and deliveries.
 * @throws RetailerNotFound, StoreNotFound, PreconditionFailed; ChannelInUse while any channel record exists (contract §2)
 */
export async function deleteStore(ctx: Context, input: StoreIds): Promise<void> {
  const { retailerId, storeId } = await findStore(ctx, input);
  await ctx.db.transaction(async (tx) => {
    // Whoever writes to the store holds its lock: what is removed here is all there is.
    if (!(await lockStores(tx, retailerId, [storeId])).length) throw storeNotFound();
    const store = await findStore({ ...ctx, db: within(ctx.db, tx) }, input);
    checkVersion(ctx, store.version);
    if (await tx.prisma.channel.count({ where: { retailerId, storeId } })) {
      throw new DomainError("ChannelInUse", "The store still has channels: DELETE them first, then the store.");
    }
    await tx.query(rejections, [retailerId, storeId]);
    for (const table of tables) {
      await tx.query(`DELETE FROM ${table} WHERE retailer_id = $1 AND store_id = $2`, [retailerId, storeId]);
    }
    await recordHistory(ctx, tx, [storeWrite(store, null)]);
  });
}
