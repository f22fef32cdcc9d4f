import { longTimeouts, within } from "@highstreet/db";
import { channelKinds } from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { findStore, storeNotFound } from "../../core/stores/index.ts";
import type { StoreIds } from "../../core/stores/stores.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import { storeWrite } from "./store-write.ts";

/** Every table with rows of a store, the store's own last; the retailer's history keeps what was done to it. */
const tables = [
  "budget_change",
  "inventory_source",
  "stock_digest",
  "ingest",
  "customization",
  "stock_item",
  "delivery_retry",
  "delivery_attempt",
  "delivery_cursor",
  "delivery_endpoint",
  "delivery_work",
  "store_event",
  "store",
];

/** What hangs on the store's ingests. */
const ofIngests = (table: string): string => `DELETE FROM ${table} r USING ingest i
  WHERE r.retailer_id = $1 AND i.retailer_id = $1 AND i.store_id = $2 AND i.ingest_id = r.ingest_id`;

/** Rows of edits are locked before stores, always. */
const lockEdits = `
  SELECT FROM customization WHERE retailer_id = $1 AND store_id = $2 ORDER BY item_key FOR UPDATE`;

/**
 * Removes a store with all of its data: stock, source, ingests, edits of this store, events and deliveries.
 * @throws RetailerNotFound, StoreNotFound, PreconditionFailed; ChannelInUse while any channel record exists (contract §2)
 */
export async function deleteStore(ctx: Context, input: StoreIds): Promise<void> {
  const { retailerId, storeId } = await findStore(ctx, input);
  await ctx.db.transaction(
    { retailerId, storeId },
    async (tx) => {
      await tx.query(lockEdits, [retailerId, storeId]);
      // All writers hold the store's lock, so this transaction removes all rows.
      if (!(await lockStores(tx, retailerId, [storeId])).length) throw storeNotFound();
      const store = await findStore({ ...ctx, db: within(ctx.db, tx) }, input);
      checkVersion(ctx, store.version);
      if (await tx.prisma.channel.count({ where: { retailerId, storeId } })) {
        throw new DomainError(
          "ChannelInUse",
          "The store still has channels. DELETE the channels first, then the store.",
        );
      }
      for (const table of ["ingest_rejection", "held_feed"]) await tx.query(ofIngests(table), [retailerId, storeId]);
      for (const kind of channelKinds()) await kind.onStoreDeleted?.(tx, store, ctx.now());
      for (const table of tables) {
        await tx.query(`DELETE FROM ${table} WHERE retailer_id = $1 AND store_id = $2`, [retailerId, storeId]);
      }
      recordHistory(ctx, tx, [storeWrite(store, null)]);
    },
    { statementMs: longTimeouts.statementMs },
  );
}
