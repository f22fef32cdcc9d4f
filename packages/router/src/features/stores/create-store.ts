import { recordHistory } from "../../core/history/index.ts";
import type { CreateStore, Store } from "../../core/stores/stores.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { newId } from "../../kernel/ids.ts";
import { withinQuota } from "../../kernel/quotas.ts";
import { insertStores, newStore } from "./internal/new-store.ts";
import { presentStore, storeWrite } from "./internal/present-store.ts";

/**
 * Adds a store to a retailer. Its inventory source is pending, and no channel is enabled.
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
