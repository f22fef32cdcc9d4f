import type { StoreIds } from "../../core/channels/index.ts";
import { stateColumns } from "./stock.sql.ts";

// `stock_written` has the items that PATCHes have written since the digest of their store.

export const forgetWrittenSql = "DELETE FROM stock_written WHERE retailer_id = $1 AND store_id = $2";

/**
 * Keeps the digest of a store valid after a PATCH, which has written the items `$4` and the stock version `$3`. The next feed reads
 * these items again. So a till that sends PATCHes does not make the next feed read the whole store.
 */
export const keepDigestSql = `
  WITH kept AS (
    UPDATE stock_digest SET stock_version = $3 WHERE retailer_id = $1 AND store_id = $2 AND stock_version = $3::bigint - 1
    RETURNING retailer_id, store_id
  )
  INSERT INTO stock_written (retailer_id, store_id, item_key)
  SELECT k.retailer_id, k.store_id, w.item_key FROM kept k CROSS JOIN unnest($4::text[]) AS w (item_key)
  ON CONFLICT DO NOTHING`;

/** The states of the items that PATCHes have written since the digest. `LIMIT` prevents a join that would read the whole store. */
export const writtenStatesQuery = ({ retailerId, storeId }: StoreIds): string => `
  SELECT w.item_key, ${stateColumns("i.")}
  FROM stock_written w CROSS JOIN LATERAL (
    SELECT * FROM stock_item i
    WHERE i.retailer_id = w.retailer_id AND i.store_id = w.store_id AND i.item_key = w.item_key LIMIT 1
  ) i
  WHERE w.retailer_id = '${retailerId}' AND w.store_id = '${storeId}'`;
