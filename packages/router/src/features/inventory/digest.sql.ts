import type { StoreIds } from "../../core/channels/index.ts";

// COPY takes no parameters. Its statements contain ids that come from the database, so they are UUIDs.

/** The items of a store for COPY. The first column is the key. */
const itemRows = (columns: string, { retailerId, storeId }: StoreIds): string =>
  `SELECT item_key${columns} FROM stock_item WHERE retailer_id = '${retailerId}' AND store_id = '${storeId}'`;

export const itemKeysQuery = (store: StoreIds): string => itemRows("", store);

export const itemStatesQuery = (store: StoreIds): string =>
  itemRows(
    ", price, quantity, currency, condition, length(barcode) - length(item_key), absent_since IS NOT NULL",
    store,
  );

export const digestQuery = ({ retailerId, storeId }: StoreIds): string =>
  `SELECT digest FROM stock_digest WHERE retailer_id = '${retailerId}' AND store_id = '${storeId}'`;

/** The target of COPY. */
export const digestColumns = "stock_digest (retailer_id, store_id, stock_version, digest)";

/** Size of the digest of a store if the digest has version `$3`. */
export const digestLengthSql = `
  SELECT length(digest) AS length FROM stock_digest WHERE retailer_id = $1 AND store_id = $2 AND stock_version = $3`;

export const deleteDigestSql = "DELETE FROM stock_digest WHERE retailer_id = $1 AND store_id = $2";

/** Reads all rows as of one moment, without a lock that a feed would wait for. */
export const readAsOfOneMomentSql = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";
