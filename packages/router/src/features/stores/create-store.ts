import { findRetailer } from "../../access/find-retailer.ts";
import { withinQuota } from "../../access/quotas.ts";
import { recordHistory } from "../../core/history/index.ts";
import { holdRulesSql } from "../../core/rules/index.ts";
import type { CreateStore, Store } from "../../core/stores/stores.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { newId } from "../../kernel/ids.ts";
import { insertStores, newStore, presentStore, storeWrite } from "./internal/store-record.ts";

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
    // A store without items follows all rules. A change of the rules finds the store, or comes before it.
    const [rules] = await tx.query<{ ruleVersion: number; hasPeriods: boolean }>(holdRulesSql, [retailerId]);
    await withinQuota(ctx, tx, partnerId, "stores");
    await insertStores(tx.prisma, [store], rules);
    await recordHistory(ctx, tx, [storeWrite(null, store)]);
  });
  return presentStore(store);
}
