import type { SqlTx } from "@highstreet/db";
import { notifyWorkers } from "@highstreet/delivery";
import { publishItemsSql, publishStoresSql } from "./log.sql.ts";

/**
 * Writes `inventory.update` events, except for whole feeds. For each given item with a changed published state, appends an event
 * and stores the new published state. So after every commit the last event of an item equals the database, and no event repeats the
 * event before it.
 *
 * The caller holds the locks of the stores (`lockStores`) and has written its own rows in the same transaction.
 * @param items the items, in each of the stores; null: all
 */
export async function publishItemChanges(
  tx: SqlTx,
  retailerId: string,
  { storeIds, itemKeys }: { storeIds: string[]; itemKeys: string[] | null },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  notifyWorkers(tx);
  if (itemKeys !== null) await tx.keepPlans();
  const statement = itemKeys === null ? publishStoresSql : publishItemsSql;
  await tx.execute(statement, [retailerId, storeIds, itemKeys, at, tx.traceparent]);
}
