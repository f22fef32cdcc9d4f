/**
 * SQL: the sequence of the last event that the log has of a subject, asked of the row that keeps it (null: none does).
 * @param e alias of what has `action` and `subject`; the retailer is `$1`, the store `$2`
 */
export const newestOfSubject = (e: string): string => `(CASE ${e}.action
  WHEN 'inventory.update' THEN (SELECT announced_sequence FROM stock_item
    WHERE retailer_id = $1 AND store_id = $2 AND item_key = ${e}.subject)
  WHEN 'inventory_source.update' THEN (SELECT event_sequence FROM inventory_source
    WHERE retailer_id = $1 AND store_id = $2)
  WHEN 'channel.update' THEN (SELECT event_sequence FROM channel
    WHERE retailer_id = $1 AND store_id = $2 AND channel = substr(${e}.subject, 9))
  WHEN 'webhook.enabled' THEN (SELECT generation FROM delivery_cursor
    WHERE retailer_id = $1 AND store_id = $2)
END)`;
