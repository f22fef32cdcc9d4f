import { gtinOf } from "./gtin.ts";

/** What is said of an item itself, where the shop knows it. */
export interface ShownDescription {
  title: string;
  description: string | null;
  brand: string | null;
  images: string[];
}

/** An item as it is to be shown, or was sent: `listing.wanted`, `listing.sent`. */
export interface ShownItem {
  status: "in_stock" | "low_stock" | "out_of_stock";
  /** An exact decimal. */
  price: string;
  currency: string;
  /** null: the provider's own catalogue says what its GTIN is. */
  description: ShownDescription | null;
}

/** Why an item that is to be shown is not sent. */
export const unidentified = {
  code: "not_identifiable",
  message: "The barcode is no GTIN and the item has no title: the search engine cannot tell what it is. Add a title.",
};

/** A row of `effectiveItem`. */
export interface EffectiveRow {
  itemKey: string;
  status: ShownItem["status"];
  price: string;
  currency: string;
  title: string | null;
  description: string | null;
  brand: string | null;
  images: string[];
  /** In the search channel. */
  isVisible: boolean;
}

/**
 * What is to be shown of an item: everything that is visible and that the provider can identify, by a GTIN or by a title of
 * the shop's. The quantity is no part of it: it is sent as it is at sending, and its change alone sends nothing.
 */
export function wantedItem(row: EffectiveRow): { wanted: ShownItem | null; problem: typeof unidentified | null } {
  if (!row.isVisible) return { wanted: null, problem: null };
  const { itemKey, status, price, currency, title, description, brand, images } = row;
  if (!title && !gtinOf(itemKey)) return { wanted: null, problem: unidentified };
  const described = title ? { title, description, brand, images } : null;
  return { wanted: { status, price, currency, description: described }, problem: null };
}
