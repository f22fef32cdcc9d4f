import type { Context } from "../../kernel/context.ts";
import { buildDigest } from "./build-digest.ts";
import { readDigest, type StoreIds } from "./stored-digest.ts";

const AT_ONCE = 1_000;

const next = `
  SELECT retailer_id AS "retailerId", store_id AS "storeId" FROM stock_digest
  WHERE (retailer_id, store_id) > ($1, $2) ORDER BY retailer_id, store_id LIMIT ${AT_ONCE}`;

const versionOf = "SELECT stock_version AS version FROM store WHERE retailer_id = $1 AND store_id = $2";

/** A digest that did not say how its store's items are. */
export interface WrongDigest extends StoreIds {
  /** Items that it had otherwise, or not, or beside. */
  differences: number;
}

const drop = "DELETE FROM stock_digest WHERE retailer_id = $1 AND store_id = $2 AND stock_version = $3";

async function audit(ctx: Context, store: StoreIds): Promise<WrongDigest | undefined> {
  const ids = [store.retailerId, store.storeId];
  const found = await ctx.db.bulkTransaction(store, "large", async (tx) => {
    // All of it as of one moment, and no lock that a feed would wait for.
    await tx.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    const [current] = await tx.query<{ version: number }>(versionOf, ids);
    const kept = current && (await readDigest(tx, store, current.version));
    // One of an older version is never read again: the next feed builds another.
    if (!kept) return undefined;
    const { version } = current;
    return { version, differences: kept.differencesTo(await buildDigest(tx, store, kept.count, kept.seed)) };
  });
  if (!found?.differences) return undefined;
  await ctx.db.query(drop, [...ids, found.version]);
  return { ...store, differences: found.differences };
}

/**
 * Compares every digest with its store's items. One that is wrong is taken away, so that the next feed builds it anew;
 * there should never be any. The worker runs it each night.
 */
export async function auditDigests(ctx: Context): Promise<{ audited: number; wrong: WrongDigest[] }> {
  const wrong: WrongDigest[] = [];
  const none = "00000000-0000-0000-0000-000000000000";
  let last: StoreIds = { retailerId: none, storeId: none };
  let audited = 0;
  for (;;) {
    const stores = await ctx.db.query<StoreIds>(next, [last.retailerId, last.storeId]);
    for (const store of stores) {
      const found = await audit(ctx, store);
      if (found) wrong.push(found);
      audited++;
      last = store;
    }
    if (stores.length < AT_ONCE) return { audited, wrong };
  }
}
