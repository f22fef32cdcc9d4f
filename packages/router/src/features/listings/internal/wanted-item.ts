import type { ListingItem } from "@highstreet/providers";
import { NOT_IDENTIFIABLE } from "../listings.sql.ts";

/** The description of an item, if the shop has one. */
export interface ShownDescription {
  title: string;
  description: string | null;
  brand: string | null;
  images: string[];
  /** Undefined for a new item. */
  condition?: "refurbished" | "used";
}

/** The wanted or sent state of an item: `listing.wanted`, `listing.sent`. */
export interface ShownItem {
  status: ListingItem["status"];
  /** An exact decimal. */
  price: string;
  currency: string;
  /** null: the provider finds the item by its GTIN in its own catalogue. */
  description: ShownDescription | null;
}

/** The problem of a visible item that is not sent. */
export const unidentified = {
  code: NOT_IDENTIFIABLE,
  message: "The barcode is no GTIN and the item has no title, so Google cannot identify it. Add a title.",
};

/** A row of `effectiveItem`. */
export interface EffectiveRow extends Omit<ShownItem, "description">, Omit<ShownDescription, "title" | "condition"> {
  itemKey: string;
  title: string | null;
  condition: "new" | "refurbished" | "used";
  /** In the search channel. */
  isVisible: boolean;
}

/**
 * The wanted state of an item. Items are sent if they are visible and have a GTIN or a title. The state does not include the
 * quantity: each call sends the current quantity, and a new quantity alone causes no call.
 */
export function wantedItem(row: EffectiveRow): { wanted: ShownItem | null; problem: typeof unidentified | null } {
  if (!row.isVisible) return { wanted: null, problem: null };
  const { itemKey, status, price, currency, title, description, brand, images, condition } = row;
  if (!title && !gtinOf(itemKey)) return { wanted: null, problem: unidentified };
  const other = condition === "new" ? {} : { condition };
  const described = title ? { title, description, brand, images, ...other } : null;
  return { wanted: { status, price, currency, description: described }, problem: null };
}

const GTIN_LENGTHS = [8, 12, 13, 14];

/** GS1 General Specifications §7.9: from the right, every second digit counts three times. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) sum += Number(digits.at(-1 - at)) * (at % 2 === 1 ? 3 : 1);
  return sum % 10 === 0;
}

/** Numbers that each shop uses for its own articles: weighed goods, coupons, house articles. */
const isShopsOwn = (gtin13: string): boolean => /^(02|04|2)/.test(gtin13);

/**
 * The GTIN of an item key, with the leading zeros that the key does not have. Null for other keys and for a shop's own numbers. A
 * key of 7 digits is a GTIN-8 with a leading zero.
 */
export function gtinOf(itemKey: string): string | null {
  if (!/^[0-9]{7,14}$/.test(itemKey)) return null;
  const length = GTIN_LENGTHS.find((one) => one >= itemKey.length) ?? 0;
  const gtin = itemKey.padStart(length, "0");
  if (!hasCheckDigit(gtin)) return null;
  return length !== 8 && isShopsOwn(gtin.padStart(14, "0").slice(1)) ? null : gtin;
}
