import { type SqlTx, WaitedTooLong } from "@highstreet/db";
import type { ListingItem, Pickup } from "@highstreet/providers";
import type { StoreIds } from "../../../core/channels/index.ts";
import { gtinOf } from "../../../core/items/index.ts";
import { lockStores } from "../../../core/log/index.ts";
import type { Context } from "../../../kernel/context.ts";

import {
  COMPARED,
  leaveOutSql,
  NOT_IDENTIFIABLE,
  putWantedSql,
  readEffectiveSql,
  takeMarksSql,
} from "../listings.sql.ts";

export interface ShownDescription {
  title: string;
  description: string | null;
  brand: string | null;
  images: string[];
  /** Undefined for a new item. */
  condition?: "refurbished" | "used";
}

/** `listing.wanted` or `listing.sent`. */
export interface ShownItem {
  status: ListingItem["status"];
  /** An exact decimal. */
  price: string;
  currency: string;
  /** null: the provider finds the item by its GTIN in its own catalogue. */
  description: ShownDescription | null;
  /** Undefined: the store says nothing. */
  pickup?: Pickup;
}

const unidentified = {
  code: NOT_IDENTIFIABLE,
  message: "The barcode is no GTIN and the item has no title, so Google cannot identify it. Add a title.",
};

interface EffectiveRow
  extends Omit<ShownItem, "description" | "pickup">,
    Omit<ShownDescription, "title" | "condition"> {
  itemKey: string;
  title: string | null;
  condition: "new" | "refurbished" | "used";
  /** In the search channel. */
  isVisible: boolean;
  /** Ads show only items of the search channel. */
  isInAds: boolean;
  pickup: Pickup | null;
}

/** Items are sent if they are visible and have a GTIN or a title. A new quantity alone causes no call. */
function wantedItem(row: EffectiveRow): { wanted: ShownItem | null; problem: typeof unidentified | null } {
  if (!row.isVisible) return { wanted: null, problem: null };
  const { itemKey, status, price, currency, title, description, brand, images, condition, pickup } = row;
  if (!title && !gtinOf(itemKey)) return { wanted: null, problem: unidentified };
  const other = condition === "new" ? {} : { condition };
  const described = title ? { title, description, brand, images, ...other } : null;
  return { wanted: { status, price, currency, description: described, ...(pickup && { pickup }) }, problem: null };
}

export interface Patience {
  waitMs?: number;
}

export const isBusy = (error: unknown): boolean => error instanceof WaitedTooLong;

const json = (value: object | null): string | null => value && JSON.stringify(value);

/**
 * Updates the wanted states of some items, and which of them local ads leave out. Listings that differ from the sent state are due at once.
 * The caller holds the store's lock.
 * @returns the number of items with a changed wanted state
 */
export async function compareItems(tx: SqlTx, store: StoreIds, itemKeys: string[], now: Date): Promise<number> {
  const ids = [store.retailerId, store.storeId];
  await tx.keepPlans();
  const rows = await tx.query<EffectiveRow>(readEffectiveSql, [...ids, itemKeys]);
  const wanted = rows.map(wantedItem);
  const changed = await tx.query(putWantedSql, [
    ...ids,
    rows.map(({ itemKey }) => itemKey),
    wanted.map((one) => json(one.wanted)),
    wanted.map((one) => json(one.problem)),
    now,
  ]);
  const leftOut = rows.filter((row, n) => wanted[n]?.wanted !== null && !row.isInAds).map(({ itemKey }) => itemKey);
  await tx.execute(leaveOutSql, [...ids, rows.map(({ itemKey }) => itemKey), leftOut, now]);
  return changed.length;
}

/** Compares one batch of marked items with their listings. @returns their number, and whether no mark is left */
export async function compareMarked(
  ctx: Context,
  store: StoreIds,
  patience: Patience = {},
): Promise<{ compared: number; isAll: boolean }> {
  return ctx.db.sqlTransaction(
    store,
    async (tx) => {
      await lockStores(tx, store.retailerId, [store.storeId]);
      const marks = await tx.query<{ itemKey: string }>(takeMarksSql, [store.retailerId, store.storeId]);
      const itemKeys = marks.map(({ itemKey }) => itemKey);
      if (itemKeys.length) await compareItems(tx, store, itemKeys, ctx.now());
      return { compared: itemKeys.length, isAll: itemKeys.length < COMPARED };
    },
    patience,
  );
}
