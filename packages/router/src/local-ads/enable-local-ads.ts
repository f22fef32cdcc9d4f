import { type ChannelRow, newChannel, readChannel, saveChannel } from "../channels/index.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { lockStores } from "../events/index.ts";
import { type StoreRow, storeNotFound } from "../stores/index.ts";
import { settled, withStatus } from "./ads-state.ts";
import type { LocalAdsParameters } from "./local-ads.schema.ts";
import { nextLocalDay } from "./next-local-day.ts";

/** spec.md, Limits: local ads minimum inventory. */
const IN_STOCK_PRODUCTS = 50;

const inStock = `SELECT in_stock_count AS actual FROM store WHERE retailer_id = $1 AND store_id = $2`;

/**
 * Sets the daily budget of local ads, in force from the store's next local day on. A further call before midnight
 * replaces the change to come; the budget in force, given again, cancels it (contract §5, local-ads).
 * @throws StoreNotFound; SearchChannelNotConnected, then InsufficientInStockProducts, on every call
 */
export async function enableLocalAds(
  ctx: Context,
  store: StoreRow,
  parameters: LocalAdsParameters,
): Promise<{ created: boolean; row: ChannelRow }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    if (!(await lockStores(tx, store.retailerId, [store.storeId])).length) throw storeNotFound();
    const search = await readChannel(tx, store, "search");
    if (search?.status !== "connected") {
      throw new DomainError("SearchChannelNotConnected", "Local ads need the store's search channel to be connected.");
    }
    const actual = (await tx.query<{ actual: number }>(inStock, [store.retailerId, store.storeId]))[0]?.actual ?? 0;
    if (actual < IN_STOCK_PRODUCTS) {
      const detail = `Local ads need at least ${IN_STOCK_PRODUCTS} products in stock; the store has ${actual}.`;
      throw new DomainError("InsufficientInStockProducts", detail, { required: IN_STOCK_PRODUCTS, actual });
    }
    const before = await readChannel(tx, store, "local_ads");
    const current = (before && settled(before, now)) ?? { ...newChannel(store, "local_ads", now), dailyBudget: "0" };
    const isInForce = Number(current.dailyBudget) === parameters.dailyBudget;
    const after = {
      ...current,
      parameters: { dailyBudget: parameters.dailyBudget },
      upcomingBudget: isInForce ? null : parameters.dailyBudget.toFixed(2),
      upcomingActivates: isInForce ? null : nextLocalDay(now, store.timezone),
    };
    return { created: !before, row: await saveChannel(tx, before, withStatus(after, true), now) };
  });
}
