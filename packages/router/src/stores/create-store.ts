import type { Context } from "../context.ts";
import { recordHistory } from "../history/index.ts";
import { newId } from "../ids.ts";
import { withinQuota } from "../quotas/index.ts";
import { findRetailer } from "../retailers/index.ts";
import { insertStores } from "./insert-stores.ts";
import { newStore } from "./new-store.ts";
import { presentStore } from "./present-store.ts";
import { storeWrite } from "./store-write.ts";
import type { CreateStore, Store } from "./stores.schema.ts";

/**
 * Adds a store to a retailer (contract §2). Its inventory source is pending, and no channel is enabled.
 * @throws RetailerNotFound; ValidationFailed if the country has several time zones and the input has none; ExternalIdTaken;
 *   QuotaExceeded
 */
export async function createStore(ctx: Context, input: CreateStore): Promise<Store> {
  const now = ctx.now();
  const { retailerId, partnerId } = await findRetailer(ctx, input.retailerId);
  const store = newStore({ retailerId, storeId: newId(now) }, input.body, now);
  await ctx.db.transaction({ retailerId }, async (tx) => {
    await withinQuota(ctx, tx, partnerId, "stores");
    await insertStores(tx.prisma, [store]);
    recordHistory(ctx, tx, [storeWrite(null, store)]);
  });
  return presentStore(store);
}
