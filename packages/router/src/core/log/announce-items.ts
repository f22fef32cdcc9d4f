import type { SqlTx } from "@highstreet/db";
import { effectiveItem } from "../items/index.ts";
import { eventText, productText } from "./event-text.ts";
import { newsOf } from "./seen-items.ts";
import { callWorkers, wakeDelivery } from "./wake-delivery.ts";

/** Writes what is to be `told`: what has changed, each with its `sequence`. */
const tell = `
  appended AS (
    INSERT INTO store_event (retailer_id, store_id, sequence, action, subject, data, product, created_at)
    SELECT $1, c.store_id, c.sequence, 'inventory.update', c.item_key, ${eventText}, ${productText}, $4::timestamptz
    FROM told c
  ), remembered AS (
    UPDATE stock_item i
    SET announced_status = c.seen_status, announced_price = c.seen_price, announced_currency = c.seen_currency,
        announced_sequence = c.sequence
    FROM told c
    WHERE i.retailer_id = $1 AND i.store_id = c.store_id AND i.item_key = c.item_key
  ), ${wakeDelivery}
  SELECT`;

/** @param items of retailer `$1`, told by `$2` and `$3` */
const announce = (items: string): string => `
  WITH changed AS (
    SELECT *, row_number() OVER (PARTITION BY store_id ORDER BY item_key) - 1 AS n FROM (${newsOf(items)}) e
  ), counted AS (
    UPDATE store s SET next_sequence = s.next_sequence + c.events
    FROM (SELECT store_id, count(*) AS events FROM changed GROUP BY store_id) c
    WHERE s.retailer_id = $1 AND s.store_id = c.store_id
    RETURNING s.store_id, s.country, s.next_sequence - c.events AS first
  ), told AS (
    SELECT c.*, s.country, s.first + c.n AS sequence FROM changed c JOIN counted s USING (store_id)
  ), ${tell}`;

/** One item of one store, as most edits have it: nothing to count, and nothing to join. */
const announceOne = `
  WITH changed AS (${newsOf(`${effectiveItem} e WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.item_key = $3`)}
  ), told AS (
    UPDATE store s SET next_sequence = s.next_sequence + 1
    FROM changed c
    WHERE s.retailer_id = $1 AND s.store_id = $2
    RETURNING c.*, s.country, s.next_sequence - 1 AS sequence
  ), ${tell}`;

/** Each looked up by its whole key: a join would read the whole store to find one. `LIMIT` keeps it from becoming one. */
const announceNamed = announce(`
  (SELECT DISTINCT unnest($2::uuid[]) AS store_id) s CROSS JOIN (SELECT DISTINCT unnest($3::text[]) AS item_key) k
  CROSS JOIN LATERAL (
    SELECT * FROM ${effectiveItem} e
    WHERE e.retailer_id = $1 AND e.store_id = s.store_id AND e.item_key = k.item_key
    LIMIT 1
  ) e`);

/**
 * The writer of `inventory.update` (contract §6, When), but for whole feeds (`announceStaged`). Of the given items it takes those whose state, as the
 * webhooks channel sees it, is not what the log last said of them; appends their events; and remembers them as said.
 * So after every commit the last event of an item says what the database says, and no event repeats the one before it.
 *
 * The caller holds the locks of the stores (`lockStores`), has written its own rows, and calls this in the same transaction.
 * It is sent, not waited for.
 * @param items the items in every one of the stores
 */
export function announceItems(
  tx: SqlTx,
  retailerId: string,
  { storeIds, itemKeys }: { storeIds: string[]; itemKeys: string[] },
  now: Date,
): void {
  const at = now.toISOString();
  callWorkers(tx);
  if (storeIds.length === 1 && itemKeys.length === 1) {
    tx.send(announceOne, [retailerId, storeIds[0], itemKeys[0], at]);
    return;
  }
  // Rows are looked up by their keys, whatever these are; but by its estimate of the arrays PostgreSQL would plan that anew
  // each time, which takes ten times as long as doing it, under the stores' locks.
  tx.send("SET LOCAL plan_cache_mode = force_generic_plan");
  tx.send(announceNamed, [retailerId, storeIds, itemKeys, at]);
}
