import type { ChannelStatuses } from "../../core/channels/index.ts";
import { effectiveItem, normalizedId } from "../../core/items/index.ts";
import { explainVisibility } from "./explain-visibility.ts";
import type { Item } from "./inventory.schema.ts";

/** The columns of an item's record, of `items`. */
export const itemColumns = `e.item_key AS "itemKey", e.retailer_id AS "retailerId", e.store_id AS "storeId", e.barcode, e.status,
  e.quantity, e.price, e.currency, e.condition, e.hidden, e.channels, e.title, e.description, e.brand, e.images, e.category,
  e.color, e.size, e.group_id AS "groupId", e.created_at AS "createdAt", e.updated_at AS "updatedAt",
  e.hidden_here AS "hiddenHere", e.hidden_everywhere AS "hiddenEverywhere",
  e.version_here AS "versionHere", e.channels_here AS "channelsHere", e.channels_everywhere AS "channelsEverywhere"`;

/** Where items are read from. */
export const items = `${effectiveItem} e`;

type Stored = Omit<
  Item,
  "id" | "quantity" | "price" | "attributes" | "visibility" | "version" | "createdAt" | "updatedAt" | "hiddenEverywhere"
>;

/** A row of `itemColumns`; read as JSON, its numbers are numbers and its times are texts. */
export interface ItemRow extends Stored {
  itemKey: string;
  retailerId: string;
  quantity: string | number;
  price: string | number;
  color: string | null;
  size: string | null;
  versionHere: number | null;
  hiddenHere: boolean | null;
  hiddenEverywhere: boolean | null;
  channelsHere: string[] | null;
  channelsEverywhere: string[] | null;
  createdAt: Date | string;
  updatedAt: Date | string;
}

/**
 * An item as the API shows it.
 * @param country of the item's store
 * @param enabled the store's channels and their status
 */
export function presentItem(row: ItemRow, country: string, enabled: ChannelStatuses): Item {
  return {
    id: normalizedId(country, row),
    barcode: row.barcode,
    storeId: row.storeId,
    status: row.status,
    quantity: Number(row.quantity),
    price: Number(row.price),
    currency: row.currency,
    condition: row.condition,
    hidden: row.hidden,
    hiddenEverywhere: row.hiddenEverywhere ?? false,
    channels: row.channels,
    title: row.title,
    description: row.description,
    brand: row.brand,
    images: row.images,
    category: row.category,
    attributes: { color: row.color, size: row.size },
    groupId: row.groupId,
    visibility: explainVisibility(row, enabled),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    version: row.versionHere ?? 0,
  };
}
