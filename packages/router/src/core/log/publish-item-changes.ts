import type { SqlTx } from "@highstreet/db";
import { notifyWorkers, traceEvents } from "@highstreet/delivery";
import { keepPlan } from "../../kernel/keep-plan.ts";
import { publishItemSql, publishItemsSql } from "./log.sql.ts";

/**
 * Writes `inventory.update` events, except for whole feeds. For each given item with a changed published state, appends an event
 * and stores the new published state. So after every commit the last event of an item equals the database, and no event repeats the
 * event before it.
 *
 * The caller holds the locks of the stores (`lockStores`) and has written its own rows in the same transaction. The statement is
 * sent without a wait.
 * @param items the items, in each of the stores
 */
export function publishItemChanges(
  tx: SqlTx,
  retailerId: string,
  { storeIds, itemKeys }: { storeIds: string[]; itemKeys: string[] },
  now: Date,
): void {
  const at = now.toISOString();
  notifyWorkers(tx);
  const endTrace = traceEvents(tx, retailerId, storeIds);
  if (storeIds.length === 1 && itemKeys.length === 1) {
    tx.send(publishItemSql, [retailerId, storeIds[0], itemKeys[0], at]);
  } else {
    keepPlan(tx);
    tx.send(publishItemsSql, [retailerId, storeIds, itemKeys, at]);
  }
  endTrace();
}
