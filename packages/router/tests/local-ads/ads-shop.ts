import type { TestContext } from "@highstreet/router/testing";
import { channelKind, newChannel, readChannel, type StoreIds, saveChannel } from "../../src/core/channels/index.ts";
import { lockStores } from "../../src/core/log/index.ts";

const keepSetup = `
  INSERT INTO search_setup (retailer_id, store_id, location_id, merchant_id, profile) VALUES ($1, $2, '1', 'merchant', $3)
  ON CONFLICT (retailer_id, store_id) DO UPDATE SET profile = excluded.profile`;

const stock = "UPDATE store SET in_stock_count = $3 WHERE retailer_id = $1 AND store_id = $2";

export const profile = { latitude: 51.5, longitude: -0.1 };

/**
 * Connects or disconnects a store's search channel without the search engine.
 * @param place the coordinates of its business profile
 */
export async function setSearch(
  test: TestContext,
  store: StoreIds,
  isConnected: boolean,
  place: typeof profile | null = profile,
): Promise<void> {
  const now = test.ctx.now();
  await test.ctx.db.transaction("no shop", async (tx) => {
    await lockStores(tx, store.retailerId, [store.storeId]);
    const before = await readChannel(tx, store, "search");
    const parameters = { locationId: "1", storeCode: "S1", businessAccountId: "1" };
    const status = isConnected ? "connected" : "pending";
    const row = { ...(before ?? newChannel(store, "search", now)), parameters, status } as const;
    await saveChannel(tx, before, row, "call", now);
    await tx.query(keepSetup, [store.retailerId, store.storeId, place && JSON.stringify(place)]);
    await channelKind("local_ads").onSearchChanged?.(tx, store, now);
  });
}

/** Gives a store this number of products in stock. */
export async function setStock(test: TestContext, store: StoreIds, inStock: number): Promise<void> {
  await test.ctx.db.query(stock, [store.retailerId, store.storeId, inStock]);
}

/** A store that can enable local ads. */
export async function newAdsShop(
  test: TestContext,
  fields: Parameters<TestContext["store"]>[1] = {},
  inStock = 50,
): Promise<StoreIds> {
  const { id } = await test.retailer();
  const { ids } = await test.store(id, fields);
  await setSearch(test, ids, true);
  await setStock(test, ids, inStock);
  return ids;
}
