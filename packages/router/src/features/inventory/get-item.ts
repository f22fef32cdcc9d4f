import type { ChannelId, ChannelStatus } from "../../core/channels/channel.schema.ts";
import { itemKeyOf } from "../../core/items/index.ts";
import { storeNotFound } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { canAccessRetailer, retailerNotFound } from "../../kernel/find-retailer.ts";
import { isId } from "../../kernel/ids.ts";
import { sanitizeForPostgres } from "../../kernel/text.ts";
import type { GetItem, Item } from "./inventory.schema.ts";
import { type ItemRow, itemColumns, items, presentItem } from "./present-item.ts";

/**
 * Tenancy gate, store, item and channels in one statement: this is the read that is made most. As one column of JSON, for
 * reading what thirty columns are takes longer than reading them.
 */
const byKey = `
  SELECT to_json(found) AS found
  FROM (
    SELECT r.retailer_id AS "owner", r.partner_id AS "partnerId", s.store_id AS "inStore", s.country, ${itemColumns},
      (SELECT json_object_agg(c.channel, c.status) FROM channel c
       WHERE c.retailer_id = r.retailer_id AND c.store_id = s.store_id) AS "enabled"
    FROM retailer r
    LEFT JOIN store s ON s.retailer_id = r.retailer_id AND s.store_id = $2
    LEFT JOIN ${items} ON e.retailer_id = r.retailer_id AND e.store_id = s.store_id AND e.item_key = $3
    WHERE r.retailer_id = $1
  ) found`;

interface Found {
  owner: string;
  partnerId: string;
  inStore: string | null;
  country: string;
  enabled: Record<string, ChannelStatus> | null;
}

/** What is said of a barcode that no store in scope has. */
export function productNotFound(): DomainError {
  return new DomainError("ProductNotFound", "No store in scope has an item with this barcode.");
}

/** One item of a store. @throws RetailerNotFound, StoreNotFound, ProductNotFound, in this order */
export async function getItem(ctx: Context, input: GetItem): Promise<Item> {
  if (!isId(input.retailerId)) throw retailerNotFound();
  const storeId = isId(input.storeId) ? input.storeId : null;
  const key = itemKeyOf(sanitizeForPostgres(input.barcode));
  const [first] = await ctx.db.query<{ found: Found & (ItemRow | { itemKey: null }) }>(byKey, [
    ...[input.retailerId, storeId, key],
  ]);
  const row = first?.found;
  if (!row || !canAccessRetailer(ctx.actor, { retailerId: row.owner, partnerId: row.partnerId }))
    throw retailerNotFound();
  if (row.inStore === null) throw storeNotFound();
  if (row.itemKey === null) throw productNotFound();
  return presentItem(row, row.country, new Map(Object.entries(row.enabled ?? {}) as [ChannelId, ChannelStatus][]));
}
