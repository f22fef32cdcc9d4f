import { setupColumns } from "./setup-row.ts";

/** Number of channels that a worker claims at once. */
const BATCH = 32;

/**
 * Claims due channels: the first of each partner, then the second of each, and so on. If more partners wait than a batch holds,
 * the choice is random. `$1` now, `$2` end of the claims.
 */
export const claimDue = `
  WITH due AS MATERIALIZED (
    SELECT retailer_id, store_id,
      row_number() OVER (PARTITION BY partner_id ORDER BY live_at IS NOT NULL, next_check_at) AS place
    FROM search_setup WHERE next_check_at <= $1
  ), next AS MATERIALIZED (
    SELECT retailer_id, store_id FROM due ORDER BY place, random() LIMIT ${BATCH}
  ), claimed AS MATERIALIZED (
    SELECT s.retailer_id, s.store_id FROM search_setup s JOIN next USING (retailer_id, store_id)
    WHERE s.next_check_at <= $1 FOR UPDATE OF s SKIP LOCKED
  )
  UPDATE search_setup u SET next_check_at = $2 FROM claimed
  WHERE u.retailer_id = claimed.retailer_id AND u.store_id = claimed.store_id
  RETURNING ${setupColumns}`;
