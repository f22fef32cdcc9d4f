/**
 * Serializes statements that change the setups of several stores at one location, so that they cannot deadlock. A transaction
 * takes this lock before it writes the setup of its own store.
 */
const locked = "locked AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended('search-location ' || $1, 0)))";

/** Sets the next check of all channels that wait for location `$1` to `$2`. */
export const checkWaiting = `
  WITH ${locked}
  UPDATE search_setup u SET next_check_at = $2 FROM channel c, locked
  WHERE u.location_id = $1 AND c.retailer_id = u.retailer_id AND c.store_id = u.store_id AND c.channel = 'search'`;

/** Sets the next check of the store `$2`, `$3` that waits for location `$1` to `$4`. */
export const checkStore = `
  WITH ${locked}
  UPDATE search_setup u SET next_check_at = $4 FROM locked
  WHERE u.location_id = $1 AND u.retailer_id = $2 AND u.store_id = $3`;

/** Whether the setup `o` belongs to another partner than the store `$2`, `$3`. */
const isOthers =
  "o.partner_id IS DISTINCT FROM (SELECT partner_id FROM search_setup WHERE retailer_id = $2 AND store_id = $3)";

/** Whether a store of another partner than that of `$2`, `$3` names location `$1`. */
export const isContested = `SELECT FROM search_setup o WHERE o.location_id = $1 AND ${isOthers} LIMIT 1`;

/** The store `$2`, `$3` stops waiting for location `$1` at `$4`. Stores of other partners do not inherit its access. */
export const markContested = `
  WITH ${locked}
  UPDATE search_setup o SET contested_at = $4, next_check_at = $4 FROM locked
  WHERE o.location_id = $1 AND o.access_at IS NULL AND ${isOthers}`;

/**
 * The store that gets location `$1`, whose profile has the codes `$2`. A store with its code in the profile comes first. Other
 * stores must have seen the location closed while they waited; first comes a store that matches the invitation, then the longest wait.
 */
export const firstInLine = `
  SELECT u.retailer_id AS "retailerId", u.store_id AS "storeId", u.verification_code = ANY ($2::text[]) AS "hasCode"
  FROM search_setup u
  JOIN channel c ON c.retailer_id = u.retailer_id AND c.store_id = u.store_id AND c.channel = 'search'
  WHERE u.location_id = $1
    AND (u.verification_code = ANY ($2::text[]) OR u.closed_at IS NOT NULL AND u.contested_at IS NULL)
  ORDER BY "hasCode" DESC, (u.invitation_at >= u.closed_at) IS TRUE DESC, c.waiting_since, c.created_at, c.store_id LIMIT 1`;

/**
 * Moves location `$1` to the store `$2`, `$3` at `$4`, from a store of another partner whose code is not among the codes `$5`
 * of the profile.
 */
export const moveLocation = `
  WITH ${locked}, moved AS (
    UPDATE search_location l SET retailer_id = $2, store_id = $3, claimed_at = $4 FROM search_setup o, locked
    WHERE l.location_id = $1 AND NOT l.is_given_up AND o.retailer_id = l.retailer_id AND o.store_id = l.store_id
      AND ${isOthers} AND o.verification_code <> ALL ($5::text[])
    RETURNING o.retailer_id, o.store_id
  )
  UPDATE search_setup u SET next_check_at = $4 FROM moved
  WHERE u.retailer_id = moved.retailer_id AND u.store_id = moved.store_id
  RETURNING u.store_id`;
