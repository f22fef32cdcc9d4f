import type { SqlTx } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { effectiveItem, visibleIn } from "../../core/items/index.ts";
import { refreshAt } from "./refresh-at.ts";
import { type EffectiveRow, unidentified, wantedItem } from "./wanted-item.ts";

/** Each looked up by its whole key: a join might read the whole store. `LIMIT` keeps it from becoming one. */
const readItems = `
  SELECT e.item_key AS "itemKey", e.status, e.price, e.currency, e.title, e.description, e.brand, e.images,
         ${visibleIn("search")} AS "isVisible"
  FROM unnest($3::text[]) k (item_key)
  CROSS JOIN LATERAL (
    SELECT * FROM ${effectiveItem} e WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.item_key = k.item_key LIMIT 1
  ) e`;

/** Whether an item that is to be so has to be sent. `claimed_until`: what the provider has is not known. */
const isDue = `(l.claimed_until IS NOT NULL OR CASE WHEN excluded.wanted IS NULL
  THEN COALESCE(l.sent->>'status' <> 'out_of_stock', false) ELSE l.sent IS DISTINCT FROM excluded.wanted END)`;

const put = `
  INSERT INTO listing AS l (retailer_id, store_id, item_key, wanted, problem, state, due_at, updated_at)
  SELECT $1, $2, v.item_key, v.wanted::jsonb, v.problem::jsonb, CASE WHEN v.wanted IS NULL THEN 'unidentified' ELSE 'waiting' END,
         CASE WHEN v.wanted IS NOT NULL THEN $6::timestamptz END, $6::timestamptz
  FROM unnest($3::text[], $4::text[], $5::text[]) v (item_key, wanted, problem)
  WHERE v.wanted IS NOT NULL OR v.problem IS NOT NULL OR EXISTS (
    SELECT FROM listing x WHERE x.retailer_id = $1 AND x.store_id = $2 AND x.item_key = v.item_key)
  ORDER BY v.item_key
  ON CONFLICT (retailer_id, store_id, item_key) DO UPDATE SET
    wanted = excluded.wanted,
    problem = excluded.problem,
    state = CASE WHEN ${isDue} THEN 'waiting' WHEN excluded.wanted IS NOT NULL THEN 'sent'
                 WHEN excluded.problem IS NOT NULL THEN 'unidentified' ELSE 'withdrawn' END,
    due_at = CASE WHEN ${isDue} THEN GREATEST(excluded.updated_at, l.claimed_until)
                  WHEN excluded.wanted IS NOT NULL THEN ${refreshAt("l.item_key", "l.sent_at")} END,
    updated_at = excluded.updated_at
  WHERE l.wanted IS DISTINCT FROM excluded.wanted
     OR COALESCE(l.problem->>'code' = '${unidentified.code}', false) <> (excluded.problem IS NOT NULL)
  RETURNING item_key`;

/**
 * Makes the listings of some items of a store what they are to be; those that differ from what was sent are due at once. The
 * caller holds the store's lock.
 * @returns how many were to be something else
 */
export async function compareItems(tx: SqlTx, store: StoreIds, itemKeys: string[], now: Date): Promise<number> {
  const ids = [store.retailerId, store.storeId];
  tx.send("SET LOCAL plan_cache_mode = force_generic_plan");
  const rows = await tx.query<EffectiveRow>(readItems, [...ids, itemKeys]);
  const wanted = rows.map(wantedItem);
  const json = (value: object | null): string | null => value && JSON.stringify(value);
  const changed = await tx.query(put, [
    ...ids,
    rows.map(({ itemKey }) => itemKey),
    wanted.map((one) => json(one.wanted)),
    wanted.map((one) => json(one.problem)),
    now,
  ]);
  return changed.length;
}
