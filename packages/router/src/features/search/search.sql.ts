/** Number of channels that a worker claims at once. */
const BATCH = 32;

/** The columns of a `SetupRow`, of a table aliased `u`. */
const setupColumns = `u.retailer_id AS "retailerId", u.store_id AS "storeId", u.location_id AS "locationId",
  u.given_store_code AS "givenStoreCode", u.found_closed_at AS "foundClosedAt", u.access_missing_since AS "accessMissingSince", u.invitation_at AS "invitationAt",
  u.access_at AS "accessAt", u.store_code_at AS "storeCodeAt", u.merchant_id AS "merchantId", u.registered_store AS "registeredStore",
  u.sending_at AS "sendingAt", u.sent_at AS "sentAt", u.live_at AS "liveAt", u.profile, u.matching, u.items,
  u.checked_at AS "checkedAt", u.next_check_at AS "nextCheckAt", u.failures, u.problem,
  u.verification_code AS "verificationCode", u.contested_at AS "contestedAt"`;

/**
 * Claims due channels: the first of each partner, then the second of each, and so on. If more partners wait than a batch holds,
 * the choice is random. A distributed database locks no rows of several machines: there, the last condition is the claim. `$1` now,
 * `$2` end of the claims.
 */
export const claimDueSql = (isDistributed: boolean): string => `
  WITH due AS MATERIALIZED (
    SELECT retailer_id, store_id,
      row_number() OVER (PARTITION BY partner_id ORDER BY live_at IS NOT NULL, next_check_at) AS place
    FROM search_setup WHERE next_check_at <= $1
  ), next AS MATERIALIZED (
    SELECT retailer_id, store_id FROM due ORDER BY place, random() LIMIT ${BATCH}
  ), claimed AS MATERIALIZED (
    SELECT s.retailer_id, s.store_id FROM search_setup s JOIN next USING (retailer_id, store_id)
    WHERE s.next_check_at <= $1 ${isDistributed ? "" : "FOR UPDATE OF s SKIP LOCKED"}
  )
  UPDATE search_setup u SET next_check_at = $2 FROM claimed
  WHERE u.retailer_id = claimed.retailer_id AND u.store_id = claimed.store_id AND u.next_check_at <= $1
  RETURNING ${setupColumns}`;

/** Channels that have seen their location closed while they waited for it. The location serves no store. */
const waiting = (condition: string): string => `
  SELECT u.retailer_id AS "retailerId", u.store_id AS "storeId", u.location_id AS "locationId", s.name, s.postcode,
         concat_ws(', ', s.address, s.city) AS address, u.verification_code AS code,
         COALESCE(c.waiting_since, c.created_at) AS "waitingSince"
  FROM search_setup u
  JOIN channel c ON c.retailer_id = u.retailer_id AND c.store_id = u.store_id AND c.channel = 'search'
  JOIN store s ON s.retailer_id = u.retailer_id AND s.store_id = u.store_id
  WHERE u.access_at IS NULL AND u.found_closed_at IS NOT NULL ${condition}
    AND NOT EXISTS (SELECT 1 FROM search_location l WHERE l.location_id = u.location_id)
  ORDER BY c.waiting_since, u.store_id`;

export const waitingSql = { all: waiting(""), ofStore: waiting("AND u.retailer_id = $1 AND u.store_id = $2") };

/** Skips a locked store. Otherwise waiting sightings could take all connections while the store is changed. */
export const lockForSightingSql = `SELECT widget_seen_at AS "seenAt" FROM store WHERE retailer_id = $1 AND store_id = $2
  FOR NO KEY UPDATE SKIP LOCKED`;

/** Locks the location `$1` until the transaction ends. */
export const lockLocationSql = "SELECT pg_advisory_xact_lock(hashtextextended('search-location ' || $1, 0))";
