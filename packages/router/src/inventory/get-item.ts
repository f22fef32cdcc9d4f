import { channelStatuses } from "../channels/index.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { findStore } from "../stores/index.ts";
import type { GetItem, Item } from "./inventory.schema.ts";
import { itemKeyOf } from "./item-key.ts";
import { type ItemRow, itemColumns, items, presentItem } from "./present-item.ts";

const byKey = `SELECT ${itemColumns} FROM ${items} WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.item_key = $3`;

/** What is said of a barcode that no store in scope has. */
export function productNotFound(): DomainError {
  return new DomainError("ProductNotFound", "No store in scope has an item with this barcode.");
}

/** One item of a store. @throws ProductNotFound */
export async function getItem(ctx: Context, input: GetItem): Promise<Item> {
  const store = await findStore(ctx, input);
  const key = itemKeyOf(input.barcode.replaceAll("\0", ""));
  const [row] = await ctx.db.query<ItemRow>(byKey, [store.retailerId, store.storeId, key]);
  if (!row) throw productNotFound();
  const enabled = await channelStatuses(ctx.db, store.retailerId, store.storeId);
  return presentItem(row, store.country, enabled.get(store.storeId) ?? new Map());
}
