import type { Sql } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { dayAfter, nextLocalDay } from "./next-local-day.ts";

/** A change of a store's daily budget that is to come, or is due and not made yet. */
export interface BudgetChange {
  /** The store's day that it begins with, `YYYY-MM-DD`. */
  localDate: string;
  /** Pence; 0 ends the ads. */
  budget: number;
  activatesAt: Date;
}

const toCome = `
  SELECT to_char(local_date, 'YYYY-MM-DD') AS "localDate", budget, activates_at AS "activatesAt" FROM budget_change
  WHERE retailer_id = $1 AND store_id = $2 AND made_at IS NULL ORDER BY local_date`;

const last = `SELECT to_char(max(local_date), 'YYYY-MM-DD') AS date FROM budget_change
  WHERE retailer_id = $1 AND store_id = $2`;

const add = `INSERT INTO budget_change (retailer_id, store_id, local_date, budget, activates_at)
  VALUES ($1, $2, $3::date, $4, $5)`;

const cancel = `DELETE FROM budget_change
  WHERE retailer_id = $1 AND store_id = $2 AND made_at IS NULL AND activates_at > $3 RETURNING true`;

const forget = `DELETE FROM budget_change WHERE retailer_id = $1 AND store_id = $2 AND made_at IS NULL`;

const overtaken = `DELETE FROM budget_change
  WHERE retailer_id = $1 AND store_id = $2 AND made_at IS NULL AND local_date < $3::date`;

const make = `UPDATE budget_change SET made_at = $4
  WHERE retailer_id = $1 AND store_id = $2 AND local_date = $3::date AND made_at IS NULL`;

/** A store's changes that are not made yet, in the order of their days. */
export function readToCome(sql: Sql, store: StoreIds): Promise<BudgetChange[]> {
  return sql.query<BudgetChange>(toCome, [store.retailerId, store.storeId]);
}

/** Of changes that are not made yet, the one that counts by now: it overtakes those before. */
export function dueChange(changes: BudgetChange[], now: Date): BudgetChange | undefined {
  return changes.findLast(({ activatesAt }) => activatesAt <= now);
}

/**
 * Replaces the change to come of a store, one a local day: it begins with the next one. One that is due stays. The caller
 * holds the store's lock.
 * @param earliest the first date that it may have
 */
export async function planChange(
  tx: Sql,
  store: StoreIds & { timezone: string },
  budget: number,
  now: Date,
  earliest = "",
): Promise<void> {
  await cancelChange(tx, store, now);
  const [row] = await tx.query<{ date: string | null }>(last, [store.retailerId, store.storeId]);
  const free = row?.date ? dayAfter(row.date) : "";
  const { date, begins } = nextLocalDay(now, store.timezone, free > earliest ? free : earliest);
  await tx.query(add, [store.retailerId, store.storeId, date, budget, begins]);
}

/** Takes back the change to come; one that is due stays. @returns whether there was one */
export async function cancelChange(tx: Sql, store: StoreIds, now: Date): Promise<boolean> {
  return (await tx.query(cancel, [store.retailerId, store.storeId, now])).length > 0;
}

/** Takes back all that is not made, due or not. */
export async function forgetChanges(tx: Sql, store: StoreIds): Promise<void> {
  await tx.query(forget, [store.retailerId, store.storeId]);
}

/** Notes that a change was made; those that it overtook never were. */
export async function noteMade(tx: Sql, store: StoreIds, { localDate }: BudgetChange, now: Date): Promise<void> {
  await tx.query(overtaken, [store.retailerId, store.storeId, localDate]);
  await tx.query(make, [store.retailerId, store.storeId, localDate, now]);
}
