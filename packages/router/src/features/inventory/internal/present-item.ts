import type { ChannelStatuses } from "../../../core/channels/index.ts";
import { normalizedId } from "../../../core/items/index.ts";
import type { Item } from "../inventory.schema.ts";
import type { ItemRow } from "../items.sql.ts";
import { explainVisibility } from "./explain-visibility.ts";

/**
 * An item as the API shows it.
 * @param country the country of the store
 * @param enabled the channels of the store and their status
 */
export function presentItem(row: ItemRow, country: string, enabled: ChannelStatuses): Item {
  return {
    id: normalizedId(country, row),
    barcode: row.barcode,
    storeId: row.storeId,
    status: row.status,
    quantity: row.quantity === null ? null : Number(row.quantity),
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
