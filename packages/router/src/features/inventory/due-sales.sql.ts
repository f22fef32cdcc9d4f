import { saleColumns } from "./stock.sql.ts";

/** Stages the prices after the starts and ends of sales until `$3` as rows `d`, at most `$4`. */
export const stageDueSalesSql = `
  INSERT INTO stock_stage (line, kind, item_key, price, ${saleColumns})
  SELECT 0, 'd', item_key, CASE WHEN ends THEN regular_price ELSE sale_price END, CASE WHEN NOT ends THEN regular_price END,
         CASE WHEN NOT ends THEN sale_price END, CASE WHEN NOT ends THEN sale_from END, CASE WHEN NOT ends THEN sale_until END
  FROM (
    SELECT *, COALESCE(sale_until <= $3, false) AS ends FROM stock_item
    WHERE retailer_id = $1 AND store_id = $2 AND price_changes_at <= $3 ORDER BY item_key LIMIT $4) due`;

/** The stores of the retailer `$1` with starts and ends of sales until `$2`. */
export const storesWithDueSalesSql = `
  SELECT DISTINCT store_id AS "storeId" FROM stock_item WHERE retailer_id = $1 AND price_changes_at <= $2`;
