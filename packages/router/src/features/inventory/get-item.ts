import type { ChannelId, ChannelStatus } from "../../core/channels/channel.schema.ts";
import { findItem, productNotFound } from "../../core/items/index.ts";
import { storeNotFound } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { canAccessRetailer, retailerNotFound } from "../../kernel/find-retailer.ts";
import { isId, storeKeyOf } from "../../kernel/ids.ts";
import { presentItem } from "./internal/present-item.ts";
import type { GetItem, Item } from "./inventory.schema.ts";
import { type ItemInStoreRow, itemInStoreSql } from "./items.sql.ts";

/** One item of a store. @throws RetailerNotFound, StoreNotFound, ProductNotFound, in this order */
export async function getItem(ctx: Context, input: GetItem): Promise<Item> {
  if (!isId(input.retailerId)) throw retailerNotFound();
  const { itemKey } = await findItem(ctx.db, input, input.barcode);
  const [first] = await ctx.db.query<ItemInStoreRow>(itemInStoreSql, [input.retailerId, storeKeyOf(input), itemKey]);
  const row = first?.found;
  if (!row || !canAccessRetailer(ctx.actor, { retailerId: row.owner, partnerId: row.partnerId }))
    throw retailerNotFound();
  if (row.inStore === null) throw storeNotFound();
  if (row.itemKey === null) throw productNotFound();
  return presentItem(row, row.country, new Map(Object.entries(row.enabled ?? {}) as [ChannelId, ChannelStatus][]));
}
