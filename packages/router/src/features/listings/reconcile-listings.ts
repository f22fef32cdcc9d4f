import type { StoreIds } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { runEnd } from "../../core/provider-state/index.ts";
import type { Context } from "../../kernel/context.ts";
import { compareItems } from "./compare-items.ts";
import { compareMarked } from "./compare-marked.ts";

/** Under one lock of the store. */
const BATCH = 1_000;

const published = `
  SELECT retailer_id AS "retailerId", store_id AS "storeId" FROM publication
  WHERE $1::timestamptz IS NULL OR reconciled_at IS NULL OR reconciled_at < $1
  ORDER BY reconciled_at NULLS FIRST, retailer_id, store_id`;

const unmarked = `
  SELECT i.item_key AS "itemKey", c.item_key IS NOT NULL AS "isMarked"
  FROM stock_item i
  LEFT JOIN listing_change c ON c.retailer_id = i.retailer_id AND c.store_id = i.store_id AND c.item_key = i.item_key
  WHERE i.retailer_id = $1 AND i.store_id = $2 AND i.item_key > $3
  ORDER BY i.item_key LIMIT ${BATCH}`;

const noteLooked = `UPDATE publication SET reconciled_at = $3 WHERE retailer_id = $1 AND store_id = $2 RETURNING store_id`;

const makeDue = "UPDATE publication SET due_at = LEAST(due_at, $3) WHERE retailer_id = $1 AND store_id = $2";

/** A store whose listings were not what its shelves say. */
export interface WrongListings extends StoreIds {
  differences: number;
}

async function reconcileStore(ctx: Context, store: StoreIds): Promise<{ items: number; differences: number }> {
  const ids = [store.retailerId, store.storeId];
  while (!(await compareMarked(ctx, store)).isAll);
  let [items, differences, last] = [0, 0, ""];
  for (;;) {
    const { rows, found } = await ctx.db.sqlTransaction(store, async (tx) => {
      await lockStores(tx, store.retailerId, [store.storeId]);
      const now = ctx.now();
      if (!(await tx.query(noteLooked, [...ids, now])).length) return { rows: [], found: 0 };
      const rows = await tx.query<{ itemKey: string; isMarked: boolean }>(unmarked, [...ids, last]);
      // What is marked is known to be compared yet: it is no difference.
      const keys = rows.flatMap(({ itemKey, isMarked }) => (isMarked ? [] : itemKey));
      const found = keys.length ? await compareItems(tx, store, keys, now) : 0;
      if (found) tx.send(makeDue, [...ids, now]);
      return { rows, found };
    });
    items += rows.length;
    differences += found;
    if (rows.length < BATCH) return { items, differences };
    last = rows.at(-1)?.itemKey ?? last;
  }
}

/**
 * Holds the listings of stores against what their items say, whatever was marked: there should be no difference. What there
 * is, is mended. A run takes about a minute at most; the next goes on with the stores that were not looked at for longest.
 * @param since leaves out the stores that were looked at since then
 * @returns how many stores and items were looked at, and the stores that were wrong
 * @throws AggregateError after the last one, of all that went wrong on our side
 */
export async function reconcileListings(
  ctx: Context,
  { since = null }: { since?: Date | null } = {},
): Promise<{ stores: number; items: number; wrong: WrongListings[] }> {
  const end = runEnd(ctx.now());
  const wrong: WrongListings[] = [];
  const errors: unknown[] = [];
  let [stores, items] = [0, 0];
  for (const store of await ctx.db.query<StoreIds>(published, [since])) {
    if (ctx.now() >= end) break;
    try {
      const found = await reconcileStore(ctx, store);
      stores++;
      items += found.items;
      if (found.differences) wrong.push({ ...store, differences: found.differences });
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length) throw new AggregateError(errors, `${errors.length} stores could not be held against their items`);
  return { stores, items, wrong };
}
