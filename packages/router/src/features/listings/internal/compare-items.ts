import { type SqlTx, WaitedTooLong } from "@highstreet/db";
import type { StoreIds } from "../../../core/channels/index.ts";
import { lockStores } from "../../../core/log/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { keepPlan } from "../../../kernel/keep-plan.ts";
import { COMPARED, putWantedSql, readEffectiveSql, takeMarksSql } from "../listings.sql.ts";
import { type EffectiveRow, wantedItem } from "./wanted-item.ts";

/** Maximum time that a step waits for a store's lock. */
export interface Patience {
  /** Default: the wait of every transaction in the process. */
  waitMs?: number;
}

/** Whether an error means that other work holds the store's lock. */
export const isBusy = (error: unknown): boolean => error instanceof WaitedTooLong;

const json = (value: object | null): string | null => value && JSON.stringify(value);

/**
 * Updates the listings of some items to their wanted states. Listings that differ from the sent state are due at once. The caller
 * holds the store's lock.
 * @returns the number of items with a changed wanted state
 */
export async function compareItems(tx: SqlTx, store: StoreIds, itemKeys: string[], now: Date): Promise<number> {
  const ids = [store.retailerId, store.storeId];
  keepPlan(tx);
  const rows = await tx.query<EffectiveRow>(readEffectiveSql, [...ids, itemKeys]);
  const wanted = rows.map(wantedItem);
  const changed = await tx.query(putWantedSql, [
    ...ids,
    rows.map(({ itemKey }) => itemKey),
    wanted.map((one) => json(one.wanted)),
    wanted.map((one) => json(one.problem)),
    now,
  ]);
  return changed.length;
}

/**
 * Compares one batch of a store's marked items with their listings.
 * @returns the number of items compared, and whether no mark is left
 */
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
