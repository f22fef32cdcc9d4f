import type { Sql } from "@highstreet/db";
import type { StoreIds } from "./append-events.ts";
import {
  findWaitingSql,
  moveWaitingSql,
  raiseCursorsSql,
  raiseStoresSql,
  sendOldAgainSql,
} from "./raise-sequences.sql.ts";

/**
 * Continues the log of every store at higher sequences, after a restore. A receiver that keeps the highest sequence then takes every later
 * event, and a reader of the events feed gets `EventsExpired` and reads all items. Only waiting events move, so the time depends on them and
 * on the stores, not on the log. Runs in one transaction, while no service runs.
 * @returns the number of stores
 */
export async function raiseSequences(sql: Sql): Promise<number> {
  const raised = await sql.query(raiseStoresSql);
  for (const { retailerId, storeId } of await sql.query<StoreIds>(findWaitingSql)) {
    await sql.query(moveWaitingSql, [retailerId, storeId]);
  }
  await sql.query(raiseCursorsSql);
  return raised.length;
}

export interface OldEvents {
  from: number;
  upTo: number;
  since: Date;
  now: Date;
}

/**
 * Sends the newest events of their subjects again that are older than the log: under new sequences, because receivers know higher ones. The
 * caller has locked the store, and wakes it.
 * @returns the number of events
 */
export async function sendOldAgain(sql: Sql, store: StoreIds, { from, upTo, since, now }: OldEvents): Promise<number> {
  const [done] = await sql.query<{ moved: number }>(sendOldAgainSql, [
    store.retailerId,
    store.storeId,
    from,
    upTo,
    since,
    now,
  ]);
  return done?.moved ?? 0;
}
