import type { Prisma } from "@highstreet/db";

/** Number of channels that a worker claims at once. */
const BATCH = 32;

/** The columns of a `SetupRow`, of a table aliased `u`. */
const setupColumns = `u.retailer_id AS "retailerId", u.store_id AS "storeId", u.location_id AS "locationId",
  u.given_store_code AS "givenStoreCode", u.closed_at AS "closedAt", u.invitation_at AS "invitationAt",
  u.access_at AS "accessAt", u.store_code_at AS "storeCodeAt", u.merchant_id AS "merchantId", u.told,
  u.sending_at AS "sendingAt", u.sent_at AS "sentAt", u.live_at AS "liveAt", u.profile, u.matching, u.items,
  u.checked_at AS "checkedAt", u.next_check_at AS "nextCheckAt", u.failures, u.problem,
  u.verification_code AS "verificationCode", u.contested_at AS "contestedAt"`;

/**
 * Claims due channels: the first of each partner, then the second of each, and so on. If more partners wait than a batch holds,
 * the choice is random. `$1` now, `$2` end of the claims.
 */
export const claimDueSql = `
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

/** Makes the next check of the store `$1`, `$2` due at `$3`. A running check is then repeated. */
export const checkSetupSoonSql = `
  UPDATE search_setup SET next_check_at = $3 WHERE retailer_id = $1 AND store_id = $2 AND next_check_at > $3`;

/** Channels that have seen their location closed while they waited for it. The location serves no store. */
const waiting = (condition: string): string => `
  SELECT u.retailer_id AS "retailerId", u.store_id AS "storeId", u.location_id AS "locationId", s.name, s.postcode,
         concat_ws(', ', s.address, s.city) AS address, u.verification_code AS code,
         COALESCE(c.waiting_since, c.created_at) AS "waitingSince"
  FROM search_setup u
  JOIN channel c ON c.retailer_id = u.retailer_id AND c.store_id = u.store_id AND c.channel = 'search'
  JOIN store s ON s.retailer_id = u.retailer_id AND s.store_id = u.store_id
  WHERE u.access_at IS NULL AND u.closed_at IS NOT NULL ${condition}
    AND NOT EXISTS (SELECT FROM search_location l WHERE l.location_id = u.location_id)
  ORDER BY c.waiting_since, u.store_id`;

export const waitingSql = waiting("");
export const waitingOfStoreSql = waiting("AND u.retailer_id = $1 AND u.store_id = $2");

const fits = "unnest($1::uuid[], $2::uuid[], $3::text[]) fit (retailer_id, store_id, location_id)";

/** Makes the checks of the stores that fit an invitation due at `$4`, even if the answer to its acceptance is lost. */
export const markInvitedSql = `
  UPDATE search_setup u SET invitation_at = $4, next_check_at = $4 FROM ${fits}
  WHERE u.retailer_id = fit.retailer_id AND u.store_id = fit.store_id AND u.location_id = fit.location_id
    AND u.access_at IS NULL
  RETURNING u.store_id`;

/** Gives up the locations of an invitation for which no store waits any more. We may have access to them now. */
export const giveUpUnwantedSql = `
  INSERT INTO search_location (location_id, retailer_id, store_id, claimed_at, is_given_up)
  SELECT fit.location_id, fit.retailer_id, fit.store_id, $4, true FROM ${fits}
  WHERE NOT EXISTS (SELECT FROM search_setup u WHERE u.location_id = fit.location_id)
  ON CONFLICT DO NOTHING`;

/** The store with the widget token `$1`. `$2` the warning of a missing widget, in a JSON array. */
export const findByWidgetSql = `
  SELECT s.retailer_id AS "retailerId", s.store_id AS "storeId", s.widget_seen_at AS "seenAt",
         COALESCE(c.warnings @> $2::jsonb, false) AS "hasWarning"
  FROM store s
  LEFT JOIN channel c ON c.retailer_id = s.retailer_id AND c.store_id = s.store_id AND c.channel = 'search'
  WHERE s.widget_token = $1`;
export type WidgetStore = Pick<Prisma.SearchSetupModel, "retailerId" | "storeId"> & {
  seenAt: Date | null;
  hasWarning: boolean;
};

/** Skips a locked store. Otherwise waiting sightings could take all connections while the store is changed. */
export const lockForSightingSql = `SELECT widget_seen_at AS "seenAt" FROM store WHERE retailer_id = $1 AND store_id = $2
  FOR NO KEY UPDATE SKIP LOCKED`;

/**
 * Serializes statements that change the setups of several stores at one location, so that they cannot deadlock. A transaction
 * takes this lock before it writes the setup of its own store.
 */
const locked = "locked AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended('search-location ' || $1, 0)))";

/** Sets the next check of all channels that wait for location `$1` to `$2`. */
export const checkWaitingSql = `
  WITH ${locked}
  UPDATE search_setup u SET next_check_at = $2 FROM channel c, locked
  WHERE u.location_id = $1 AND c.retailer_id = u.retailer_id AND c.store_id = u.store_id AND c.channel = 'search'`;

/** Sets the next check of the store `$2`, `$3` that waits for location `$1` to `$4`. */
export const checkStoreSql = `
  WITH ${locked}
  UPDATE search_setup u SET next_check_at = $4 FROM locked
  WHERE u.location_id = $1 AND u.retailer_id = $2 AND u.store_id = $3`;

/** Whether the setup `o` belongs to another partner than the store `$2`, `$3`. */
const isOthers =
  "o.partner_id IS DISTINCT FROM (SELECT partner_id FROM search_setup WHERE retailer_id = $2 AND store_id = $3)";

/** Whether a store of another partner than that of `$2`, `$3` names location `$1`. */
export const isContestedSql = `SELECT FROM search_setup o WHERE o.location_id = $1 AND ${isOthers} LIMIT 1`;

/** The store `$2`, `$3` stops waiting for location `$1` at `$4`. Stores of other partners do not inherit its access. */
export const markContestedSql = `
  WITH ${locked}
  UPDATE search_setup o SET contested_at = $4, next_check_at = $4 FROM locked
  WHERE o.location_id = $1 AND o.access_at IS NULL AND ${isOthers}`;

/**
 * The store that gets location `$1`, whose profile has the codes `$2`. A store with its code in the profile comes first. Other
 * stores must have seen the location closed while they waited; first comes a store that matches the invitation, then the longest wait.
 */
export const firstInLineSql = `
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
export const moveLocationSql = `
  WITH ${locked}, moved AS (
    UPDATE search_location l SET retailer_id = $2, store_id = $3, claimed_at = $4 FROM search_setup o, locked
    WHERE l.location_id = $1 AND NOT l.is_given_up AND o.retailer_id = l.retailer_id AND o.store_id = l.store_id
      AND ${isOthers} AND o.verification_code <> ALL ($5::text[])
    RETURNING o.retailer_id, o.store_id
  )
  UPDATE search_setup u SET next_check_at = $4 FROM moved
  WHERE u.retailer_id = moved.retailer_id AND u.store_id = moved.store_id
  RETURNING u.store_id`;
