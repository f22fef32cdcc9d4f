import type { Sql } from "@highstreet/db";
import { readChannel, type StoreIds } from "../../core/channels/index.ts";
import { DomainError } from "../../kernel/errors.ts";

/** spec.md, Limits: local ads minimum inventory. */
const IN_STOCK_PRODUCTS = 50;

const inStock = `SELECT in_stock_count AS actual FROM store WHERE retailer_id = $1 AND store_id = $2`;

/**
 * What keeps a store's local ads from being set up or changed: the first of the preconditions that fails (contract §5,
 * local-ads). undefined: nothing does.
 */
export async function findObstacle(sql: Sql, store: StoreIds): Promise<DomainError | undefined> {
  const search = await readChannel(sql, store, "search");
  if (search?.status !== "connected") {
    return new DomainError("SearchChannelNotConnected", "Local ads need the store's search channel to be connected.");
  }
  const { actual, required } = await readInStock(sql, store);
  if (actual >= required) return undefined;
  const detail = `Local ads need at least ${required} products in stock; the store has ${actual}.`;
  return new DomainError("InsufficientInStockProducts", detail, { required, actual });
}

/** How many products a store has in stock, and how many local ads need. */
export async function readInStock(sql: Sql, store: StoreIds): Promise<{ actual: number; required: number }> {
  const [row] = await sql.query<{ actual: number }>(inStock, [store.retailerId, store.storeId]);
  return { actual: row?.actual ?? 0, required: IN_STOCK_PRODUCTS };
}
