/** The quantities of the items `$3` of the store `$2`, in thousandths. Looks up each item, so that no plan reads the whole store. */
export const quantitiesSql = `
  SELECT k.item_key AS "itemKey", i.thousandths, i.status
  FROM unnest($3::text[]) k (item_key) CROSS JOIN LATERAL (
    SELECT (quantity * 1000)::float8 AS thousandths, status FROM stock_item i
    WHERE i.retailer_id = $1 AND i.store_id = $2 AND i.item_key = k.item_key LIMIT 1) i`;
