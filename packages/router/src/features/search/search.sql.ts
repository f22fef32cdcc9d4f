const BATCH = 32;

const setupColumns = `u.retailer_id AS "retailerId", u.store_id AS "storeId", u.location_id AS "locationId",
  u.given_store_code AS "givenStoreCode", u.found_closed_at AS "foundClosedAt", u.access_missing_since AS "accessMissingSince", u.invitation_at AS "invitationAt",
  u.access_at AS "accessAt", u.store_code_at AS "storeCodeAt", u.merchant_id AS "merchantId", u.registered_store AS "registeredStore",
  u.sending_at AS "sendingAt", u.sent_at AS "sentAt", u.live_at AS "liveAt", u.profile, u.matching, u.items,
  u.checked_at AS "checkedAt", u.next_check_at AS "nextCheckAt", u.failures, u.problem,
  u.verification_code AS "verificationCode", u.contested_at AS "contestedAt"`;

/**
 * Due channels at `$1`: the first of each partner, then the second of each, and so on. If more partners wait than a batch holds, the
 * choice is random.
 */
export const findDueSql = `
  WITH due AS MATERIALIZED (
    SELECT retailer_id, store_id,
      row_number() OVER (PARTITION BY partner_id ORDER BY live_at IS NOT NULL, next_check_at) AS place
    FROM search_setup WHERE next_check_at <= $1
  )
  SELECT retailer_id AS "retailerId", store_id AS "storeId" FROM due ORDER BY place, random() LIMIT ${BATCH}`;

/** Claims those of the channels of the stores `$2` of the retailer `$1` that are due at `$3`, until `$4`. Skips locked rows. */
export const claimDueSql = `
  WITH due AS MATERIALIZED (
    SELECT store_id FROM search_setup WHERE retailer_id = $1 AND store_id = ANY ($2::uuid[]) AND next_check_at <= $3
    FOR UPDATE SKIP LOCKED
  )
  UPDATE search_setup u SET next_check_at = $4 FROM due WHERE u.retailer_id = $1 AND u.store_id = due.store_id
  RETURNING ${setupColumns}`;

/** Their location was closed while they waited, and serves no store. */
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

/** Otherwise waiting sightings could take all connections. */
export const lockForSightingSql = `SELECT widget_seen_at AS "seenAt" FROM store WHERE retailer_id = $1 AND store_id = $2
  FOR NO KEY UPDATE SKIP LOCKED`;

export const lockLocationSql = "SELECT pg_advisory_xact_lock(hashtextextended('search-location ' || $1, 0))";
