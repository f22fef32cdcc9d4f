/** The statements by which the router changes what endpoints follow. */
import { attemptsOf, isDeliverable, isFollowed, newestOfSubject, ofEndpoint } from "../delivery.sql.ts";

/** `$2` partner, `$3` its own retailer or null, `$4` whether a test endpoint, `$5` retailers, `$6` stores; an empty list means all. */
const followed = `
  SELECT r.retailer_id FROM retailer r
  WHERE r.partner_id = $2 AND r.is_test = $4 AND ($3::uuid IS NULL OR r.retailer_id = $3)
    AND ($5::uuid[] = '{}' OR r.retailer_id = ANY ($5))
    AND ($6::uuid[] = '{}' OR EXISTS (SELECT FROM store s WHERE s.retailer_id = r.retailer_id AND s.store_id = ANY ($6)))`;

export const unfollowSql = `DELETE FROM delivery_following WHERE endpoint_id = $1 AND retailer_id NOT IN (${followed})`;

/** In small letters. As one text, because Citus takes no sub-select here. */
const folded = (categories: string): string => `lower(${categories}::text[]::text)::text[]`;

/** `$7` actions, `$8` categories, `$9` whether it has or had any. */
export const followSql = `
  INSERT INTO delivery_following (retailer_id, endpoint_id, actions, store_ids, categories, is_filtered)
  SELECT retailer_id, $1, $7::text[], $6::uuid[], ${folded("$8")}, $9::boolean FROM (${followed}) f
  ON CONFLICT (retailer_id, endpoint_id) DO UPDATE SET actions = excluded.actions, store_ids = excluded.store_ids,
    categories = excluded.categories, is_filtered = excluded.is_filtered`;

/** The endpoints that follow every retailer of the partner `$1` of the mode `$2`. */
export const followersOfPartnerSql = `
  SELECT id AS "endpointId", actions, categories, is_filtered AS "isFiltered" FROM webhook_endpoint
  WHERE partner_id = $1 AND retailer_id IS NULL AND is_test = $2 AND retailer_ids = '{}' AND store_ids = '{}'`;

export const followRetailerSql = `
  INSERT INTO delivery_following (retailer_id, endpoint_id, actions, categories, is_filtered)
  VALUES ($1, $2, $3, ${folded("$4")}, $5)
  ON CONFLICT (retailer_id, endpoint_id) DO NOTHING`;

export const unfollowAllSql = "DELETE FROM delivery_following WHERE endpoint_id = $1";

export const addFollowerSql = "INSERT INTO delivery_follower (endpoint_id, ping_due_at) VALUES ($1, $2)";

/** `$2`: whether a ping is due. `$3`: whether its failures are over, those of an earlier ping, too. `$4` now. */
export const changeFollowerSql = `
  UPDATE delivery_follower SET lease_epoch = lease_epoch + 1,
    ping_due_at = CASE WHEN $2 THEN $4 WHEN $3 THEN NULL ELSE ping_due_at END, ping_tries = CASE WHEN $3 THEN 0 ELSE ping_tries END,
    hold_until = CASE WHEN $3 THEN NULL ELSE hold_until END, failures = CASE WHEN $3 THEN 0 ELSE failures END,
    failing_since = CASE WHEN $3 THEN NULL ELSE failing_since END
  WHERE endpoint_id = $1
  RETURNING worker_id AS "workerId"`;

export const holdFollowerSql =
  "SELECT true AS held FROM delivery_follower WHERE endpoint_id = $1 AND lease_epoch = $2 FOR NO KEY UPDATE";
export const settlePingSql = "UPDATE delivery_follower SET ping_due_at = $2, ping_tries = $3 WHERE endpoint_id = $1";

export const readFollowerSql = `SELECT worker_id AS "workerId" FROM delivery_follower WHERE endpoint_id = $1`;
export const removeFollowerSql = "DELETE FROM delivery_follower WHERE endpoint_id = $1";
/** A worker may still call the endpoint while it has a lease. */
export const forgetFollowersSql = `
  DELETE FROM delivery_follower f
  WHERE NOT EXISTS (SELECT FROM webhook_endpoint e WHERE e.id = f.endpoint_id)
    AND NOT EXISTS (SELECT FROM delivery_worker w WHERE w.id = f.worker_id)`;
export const removePositionsSql = "DELETE FROM delivery_position WHERE endpoint_id = $1";

const mine = ofEndpoint("$3");

/**
 * `$3` endpoint, `$4` and `$5` the range, `$6` status or null, `$7` now. An event after the cursor of the position waits already. Each event
 * is looked up by its key.
 */
export const queueForEndpointSql = `
  WITH place AS (
    SELECT COALESCE((SELECT cursor FROM delivery_position WHERE retailer_id = $1 AND store_id = $2 AND endpoint_id = $3),
                    s.next_sequence - 1) AS cursor, s.next_sequence - 1 AS head
    FROM store s WHERE s.retailer_id = $1 AND s.store_id = $2
      AND EXISTS (SELECT FROM delivery_following WHERE retailer_id = $1 AND endpoint_id = $3)
  ), chosen AS (
    SELECT e.sequence, COALESCE(tried.attempts, 0) AS attempts, tried.enhanced, COALESCE(${newestOfSubject("e")} > e.sequence, false) AS overtaken
    FROM place CROSS JOIN store_event e
    CROSS JOIN delivery_following f
    CROSS JOIN LATERAL (
      SELECT max(try) AS attempts, CASE WHEN count(ms) > 0 THEN bool_or(enhanced) END AS enhanced,
             CASE WHEN bool_or(outcome = 'delivered') THEN 'delivered' ELSE (array_agg(outcome ORDER BY try DESC))[1]::text END AS status
      FROM ${attemptsOf("e.sequence", mine)} a
    ) tried
    WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.sequence BETWEEN $4 AND $5 AND ${isDeliverable}
      AND f.retailer_id = $1 AND f.endpoint_id = $3 AND ${isFollowed()}
      AND (tried.attempts IS NOT NULL OR e.sequence <= place.cursor)
      AND ($6::text IS NULL OR CASE WHEN tried.status = 'retrying' THEN 'pending' ELSE tried.status END = $6)
  ), queued AS (
    INSERT INTO endpoint_retry AS r (retailer_id, store_id, endpoint_id, sequence, tries, attempts, enhanced, due_at)
    SELECT $1, $2, $3, sequence, 0, attempts, enhanced, $7 FROM chosen WHERE NOT overtaken
    ON CONFLICT (retailer_id, store_id, endpoint_id, sequence) DO UPDATE SET due_at = LEAST(r.due_at, excluded.due_at)
    RETURNING r.sequence
  ), woken AS (
    INSERT INTO delivery_position AS p (retailer_id, store_id, endpoint_id, cursor, in_flight_high_water, due_at)
    SELECT $1, $2, $3, head, head, $7 FROM place WHERE EXISTS (SELECT FROM queued)
    ON CONFLICT (retailer_id, store_id, endpoint_id) DO UPDATE SET wake_version = p.wake_version + 1, due_at = LEAST(p.due_at, excluded.due_at)
  )
  SELECT (SELECT count(*) FROM queued) AS queued, (SELECT count(*) FROM chosen WHERE overtaken) AS superseded`;
