import { effectiveItem } from "../products/index.ts";
import type { Item } from "./inventory.schema.ts";
import { normalizedId } from "./item-key.ts";

/** The columns of an item's record, of `effectiveItem e`. */
export const itemColumns = `e.item_key AS "itemKey", e.store_id AS "storeId", e.barcode, e.status, e.quantity, e.price, e.currency,
  e.condition, e.hidden, COALESCE(e.hidden_everywhere, false) AS "hiddenEverywhere", e.channels, e.title, e.description, e.brand,
  e.images, e.category, e.color, e.size, e.group_id AS "groupId", e.created_at AS "createdAt", e.updated_at AS "updatedAt"`;

/** Where items are read from. */
export const items = `${effectiveItem} e`;

export interface ItemRow extends Omit<Item, "id" | "quantity" | "price" | "attributes" | "createdAt" | "updatedAt"> {
  itemKey: string;
  quantity: string;
  price: string;
  color: string | null;
  size: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** An item as the API shows it. `country`: of the item's store. */
export function presentItem(row: ItemRow, country: string): Item {
  const { itemKey, color, size, ...rest } = row;
  return {
    ...rest,
    id: normalizedId(country, { itemKey, barcode: row.barcode }),
    quantity: Number(row.quantity),
    price: Number(row.price),
    attributes: { color, size },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
