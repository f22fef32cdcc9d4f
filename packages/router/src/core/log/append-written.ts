import { withEffectiveValues } from "../items/index.ts";
import { eventText, productText } from "./event-text.ts";

/**
 * Part of a `WITH` list: appends the events of items that the same statement writes. The relation `written` has them as they
 * are said, by `item_key, barcode, condition, seen_status, seen_price, seen_currency`, with `sequence` and `is_news`.
 * `$1` is the retailer, `$2` the store, `$3` its country, `$4` the time as text.
 */
export const appendWritten = (): string => `
  appended AS (
    INSERT INTO store_event (retailer_id, store_id, sequence, action, subject, data, product, created_at)
    SELECT $1, $2, c.sequence, 'inventory.update', c.item_key, ${eventText}, ${productText}, $4::text::timestamptz
    FROM ${withEffectiveValues(`(
      SELECT $1::uuid AS retailer_id, $2::uuid AS store_id, $3::text AS country, w.* FROM written w WHERE w.is_news
    )`)} c
  )`;
