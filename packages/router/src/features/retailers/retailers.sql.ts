import { candidatesIn } from "../../kernel/scan.sql.ts";

/**
 * Counts the stores of the retailers `$1` by the state of their source and channels.
 *
 * Reads each retailer separately, store by store, so that no plan reads the stores of other retailers. The query hides from the
 * planner that it needs all stores of a retailer. Otherwise the planner reads the whole table if one retailer has most rows.
 */
export const countStores = `
  SELECT r.retailer_id AS "retailerId", counted.*
  FROM retailer r
  CROSS JOIN LATERAL (
    SELECT count(*) AS stores,
      count(*) FILTER (WHERE i.status = 'connected') AS "sourcesConnected",
      count(*) FILTER (WHERE COALESCE(i.status, 'pending') = 'pending') AS "sourcesPending",
      count(*) FILTER (WHERE c.connected) AS "channelsConnected",
      count(*) FILTER (WHERE NOT c.connected) AS "channelsPending"
    FROM (SELECT store_id FROM store WHERE retailer_id = r.retailer_id ORDER BY store_id ${candidatesIn("2147483647")}) s
    LEFT JOIN LATERAL (
      SELECT status FROM inventory_source WHERE retailer_id = r.retailer_id AND store_id = s.store_id LIMIT 1
    ) i ON true
    CROSS JOIN LATERAL (
      SELECT bool_and(status = 'connected') AS connected FROM channel WHERE retailer_id = r.retailer_id AND store_id = s.store_id
    ) c
  ) counted
  WHERE r.retailer_id = ANY ($1::uuid[])`;
