import { effectiveItem, isKeptBack, seenStatus, visibleIn } from "../../core/items/index.ts";
import { candidatesIn, ofValue, scan } from "../../kernel/kernel.sql.ts";
import { listingStates, MAX_COUNTED } from "./listings.schema.ts";

export const NOT_IDENTIFIABLE = "not_identifiable";

/** Items compared under one lock of the store: a few hundredths of a second. */
export const COMPARED = 1_000;

// The provider forgets items after 30 days; an older guide says 14.
export const EARLIEST_DAYS = 8;
const SPREAD_DAYS = 4;

/**
 * When to send an unchanged item again. The time depends on the key, so that items that were first sent together spread. In UTC, because a
 * distributed database takes no functions that depend on the session.
 */
const refreshAt = (itemKey: string, sentAt: string): string => `
  ((${sentAt}) AT TIME ZONE 'UTC'
    + interval '1 day' * (${EARLIEST_DAYS} + ${SPREAD_DAYS} * ('x' || left(md5(${itemKey}), 4))::bit(16)::int / 65536.0)) AT TIME ZONE 'UTC'`;

export const markAllSql = `
  INSERT INTO listing_change (retailer_id, store_id, item_key)
  SELECT retailer_id, store_id, item_key FROM stock_item WHERE retailer_id = $1 AND store_id = $2
  ON CONFLICT DO NOTHING`;

/** Makes the stores of marked items due at `$2`. Stores without a publication are left out. */
const mark = (marked: string): string => `
  WITH marked AS (
    INSERT INTO listing_change (retailer_id, store_id, item_key) ${marked} ON CONFLICT DO NOTHING
    RETURNING store_id
  )
  UPDATE publication p SET due_at = $2
  FROM (SELECT DISTINCT store_id FROM marked) m
  WHERE p.retailer_id = $1 AND p.store_id = m.store_id AND p.due_at > $2`;

/** `LIMIT` prevents a join that would read the whole store. */
const itemOf = (storeId: string, itemKey: string): string => `CROSS JOIN LATERAL (
    SELECT item_key FROM stock_item i
    WHERE i.retailer_id = $1 AND i.store_id = ${storeId} AND i.item_key = ${itemKey} LIMIT 1
  ) i`;

/** Most edits need only this. */
export const markOneSql = mark(`
  SELECT p.retailer_id, p.store_id, i.item_key FROM publication p ${itemOf("$3", "$4")}
  WHERE p.retailer_id = $1 AND p.store_id = $3`);

/** The items `$4` in the stores `$3`. */
export const markNamedSql = mark(`
  SELECT p.retailer_id, p.store_id, i.item_key
  FROM publication p CROSS JOIN (SELECT DISTINCT unnest($4::text[]) AS item_key) k ${itemOf("p.store_id", "k.item_key")}
  WHERE p.retailer_id = $1 AND p.store_id = ANY ($3::uuid[])`);

/** The new and changed items of `stock_change` in the store `$3`. */
export const markStagedSql = mark(`
  SELECT p.retailer_id, p.store_id, s.item_key FROM publication p CROSS JOIN stock_change s
  WHERE p.retailer_id = $1 AND p.store_id = $3 AND s.effect IN ('n', 'c')`);

/** The items of `product_stage` with data that changed at `$2`. */
export const markProductsSql = mark(`
  SELECT p.retailer_id, p.store_id, i.item_key
  FROM publication p JOIN stock_item i ON i.retailer_id = p.retailer_id AND i.store_id = p.store_id
  JOIN product_stage s ON s.item_key = i.item_key
  JOIN product c ON c.retailer_id = p.retailer_id AND c.item_key = s.item_key AND c.updated_at = $2
  WHERE p.retailer_id = $1`);

/** The items of `store_product_stage` with data that changed at `$2`, in the store `$3`. */
export const markStoreProductsSql = mark(`
  SELECT p.retailer_id, p.store_id, f.item_key
  FROM publication p
  JOIN store_product f ON f.retailer_id = p.retailer_id AND f.store_id = p.store_id
  JOIN store_product_stage s ON s.item_key = f.item_key
  WHERE p.retailer_id = $1 AND p.store_id = $3 AND f.updated_at = $2`);

/** Key lookups, because the planner might read the whole table for each row of a self-join. */
export const takeMarksSql = `
  DELETE FROM listing_change
  WHERE retailer_id = $1 AND store_id = $2 AND item_key = ANY (ARRAY (
    SELECT item_key FROM listing_change WHERE retailer_id = $1 AND store_id = $2 ORDER BY item_key LIMIT ${COMPARED}))
  RETURNING item_key AS "itemKey"`;

/** Ads show the listing of search. An item that only the safety stock of ads keeps back leaves the campaign. */
const isInAds = `(${visibleIn("'local_ads'", "e.")} AND NOT ${isKeptBack("'local_ads'", "e.")})`;

/** `LIMIT` prevents a join that might read the whole store. */
export const readEffectiveSql = `
  SELECT e.item_key AS "itemKey", ${seenStatus("'search'", "e.")} AS status, e.price::text AS price, e.currency, e.condition, e.search_title AS title, e.search_description AS description, e.brand, e.search_images AS images,
         ${visibleIn("'search'")} AS "isVisible", ${isInAds} AS "isInAds",
         COALESCE(e.search_pickup, (SELECT pickup FROM store s WHERE s.retailer_id = $1 AND s.store_id = $2)) AS pickup
  FROM unnest($3::text[]) k (item_key)
  CROSS JOIN LATERAL (
    SELECT * FROM ${effectiveItem} e WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.item_key = k.item_key LIMIT 1
  ) e`;

/** With `claimed_until`, the state at the provider is unknown. */
const isDue = `(l.claimed_until IS NOT NULL OR CASE WHEN excluded.wanted IS NULL
  THEN COALESCE(l.sent->>'status' <> 'out_of_stock', false) ELSE l.sent IS DISTINCT FROM excluded.wanted END)`;

/** The wanted states `$4` and problems `$5` of the items `$3`. Changed items are due at `$6`. */
export const putWantedSql = `
  INSERT INTO listing AS l (retailer_id, store_id, item_key, wanted, problem, state, due_at, updated_at)
  SELECT s.retailer_id, s.store_id, v.item_key, v.wanted::jsonb, v.problem::jsonb, CASE WHEN v.wanted IS NULL THEN 'unidentified'::listing_state ELSE 'waiting' END,
         CASE WHEN v.wanted IS NOT NULL THEN $6::timestamptz END, $6::timestamptz
  FROM unnest($3::text[], $4::text[], $5::text[]) v (item_key, wanted, problem) CROSS JOIN store s
  WHERE s.retailer_id = $1 AND s.store_id = $2 AND (v.wanted IS NOT NULL OR v.problem IS NOT NULL OR EXISTS (
    SELECT 1 FROM listing x WHERE x.retailer_id = $1 AND x.store_id = $2 AND x.item_key = v.item_key))
  ORDER BY v.item_key
  ON CONFLICT (retailer_id, store_id, item_key) DO UPDATE SET
    wanted = excluded.wanted,
    problem = excluded.problem,
    state = CASE WHEN ${isDue} THEN 'waiting'::listing_state WHEN excluded.wanted IS NOT NULL THEN 'sent'
                 WHEN excluded.problem IS NOT NULL THEN 'unidentified' ELSE 'withdrawn' END,
    due_at = CASE WHEN ${isDue} THEN GREATEST(excluded.updated_at, l.claimed_until)
                  WHEN excluded.wanted IS NOT NULL THEN ${refreshAt("l.item_key", "l.sent_at")} END,
    updated_at = excluded.updated_at
  WHERE l.wanted IS DISTINCT FROM excluded.wanted
     OR COALESCE(l.problem->>'code' = '${NOT_IDENTIFIABLE}', false) <> (excluded.problem IS NOT NULL)
  RETURNING item_key`;

/** Of the items `$3`, local ads leave out `$4`. A change makes the campaign due at `$5`. */
export const leaveOutSql = `
  WITH changed AS (
    UPDATE listing SET left_out_of_ads = NOT left_out_of_ads
    WHERE retailer_id = $1 AND store_id = $2 AND item_key = ANY ($3::text[]) AND left_out_of_ads <> (item_key = ANY ($4::text[]))
    RETURNING item_key
  )
  UPDATE ads_campaign SET due_at = $5
  WHERE retailer_id = $1 AND store_id = $2 AND (due_at IS NULL OR due_at > $5) AND EXISTS (SELECT FROM changed)`;

/** The provider shows another state than the wanted one. An index has this condition. */
const isChange = "sent IS NOT NULL AND wanted IS DISTINCT FROM sent";

/**
 * Claims up to `$5` items that are due at `$3`, until `$4`. Key lookups (`LIMIT`, `ANY`), so that the plan does not depend on the row
 * count. `sent` cannot be trusted while `claimed_until` is set. `$6` country.
 */
export const claimListingsSql = `
  WITH changes AS (
    SELECT item_key, claimed_until IS NOT NULL AS is_doubtful FROM listing
    WHERE retailer_id = $1 AND store_id = $2 AND due_at <= $3 AND ${isChange}
    ORDER BY due_at LIMIT $5 FOR NO KEY UPDATE SKIP LOCKED
  ), others AS (
    SELECT item_key, claimed_until IS NOT NULL AS is_doubtful FROM listing
    WHERE retailer_id = $1 AND store_id = $2 AND due_at <= $3 AND NOT (${isChange})
    ORDER BY due_at LIMIT $5 - (SELECT count(*) FROM changes) FOR NO KEY UPDATE SKIP LOCKED
  ), due AS (
    SELECT * FROM changes UNION ALL SELECT * FROM others
  ), claimed AS (
    UPDATE listing SET due_at = $4, claimed_until = $4
    WHERE retailer_id = $1 AND store_id = $2 AND item_key = ANY (ARRAY (SELECT item_key FROM due))
    RETURNING item_key, wanted, sent
  )
  SELECT c.item_key AS "itemKey", c.wanted, c.sent, c.item_key IN (SELECT item_key FROM due WHERE is_doubtful) AS "isDoubtful", i.quantity,
         d.item_key IS NOT NULL AS "isDescribed", d.sent AS described, d.sent_at AS "describedAt"
  FROM claimed c CROSS JOIN LATERAL (
    SELECT quantity FROM stock_item i WHERE i.retailer_id = $1 AND i.store_id = $2 AND i.item_key = c.item_key LIMIT 1
  ) i
  LEFT JOIN LATERAL (
    SELECT * FROM listing_description d WHERE d.retailer_id = $1 AND d.country = $6 AND d.item_key = c.item_key LIMIT 1
  ) d ON true`;

/**
 * `$3` now, `$4` end of the claim, `$13` next attempt after a call without an answer. Listings with another claim belong to a newer
 * publication.
 */
export const recordSentSql = `
  UPDATE listing l SET
    sent = CASE WHEN v.is_taken THEN v.submitted ELSE l.sent END,
    sent_at = CASE WHEN v.is_taken AND v.is_submitted THEN $3 ELSE l.sent_at END,
    claimed_until = CASE WHEN v.is_doubtful THEN $3 END,
    state = CASE
      WHEN NOT v.is_answered THEN l.state
      WHEN l.wanted IS DISTINCT FROM v.submitted THEN 'waiting'
      WHEN v.problem IS NOT NULL THEN 'refused'
      WHEN l.wanted IS NULL THEN CASE WHEN l.problem->>'code' = '${NOT_IDENTIFIABLE}' THEN 'unidentified'::listing_state ELSE 'withdrawn' END
      WHEN l.state = 'disapproved' THEN 'disapproved'
      ELSE 'sent' END,
    problem = CASE
      WHEN NOT v.is_answered OR l.wanted IS DISTINCT FROM v.submitted THEN l.problem
      WHEN v.problem IS NOT NULL THEN v.problem
      WHEN l.wanted IS NULL OR l.state = 'disapproved' THEN l.problem END,
    due_at = CASE
      WHEN v.is_silent THEN $13
      WHEN NOT v.is_answered OR l.wanted IS DISTINCT FROM v.submitted THEN $3
      WHEN v.is_taken AND l.wanted IS NOT NULL THEN ${refreshAt("l.item_key", "CASE WHEN v.is_submitted THEN $3::timestamptz ELSE l.sent_at END")} END
  FROM (
    SELECT item_key, submitted::jsonb, problem::jsonb, is_answered, is_taken, is_submitted, is_doubtful, is_silent
    FROM unnest($5::text[], $6::text[], $7::text[], $8::boolean[], $9::boolean[], $10::boolean[],
                $11::boolean[], $12::boolean[])
         v (item_key, submitted, problem, is_answered, is_taken, is_submitted, is_doubtful, is_silent)
  ) v
  WHERE l.retailer_id = $1 AND l.store_id = $2 AND l.item_key = ANY ($5::text[]) AND l.item_key = v.item_key AND l.claimed_until = $4`;

/** The descriptions `$5` of the items `$4` in the country `$3`. */
export const recordDescriptionsSql = `
  UPDATE listing_description d SET sent = v.sent::jsonb, sent_at = $2
  FROM unnest($4::text[], $5::text[]) v (item_key, sent)
  WHERE d.retailer_id = $1 AND d.country = $3 AND d.item_key = ANY ($4::text[]) AND d.item_key = v.item_key`;

/** What other stores than `$2` want for the items `$3` in the country `$4`. */
export const otherDescriptionsSql = `
  SELECT DISTINCT ON (l.item_key) l.item_key AS "itemKey", l.wanted->'description' AS description
  FROM publication p
  JOIN listing l ON l.retailer_id = p.retailer_id AND l.store_id = p.store_id AND l.item_key = ANY ($3::text[])
  JOIN search_setup u ON u.retailer_id = p.retailer_id AND u.store_id = p.store_id AND u.registered_store->>'country' = $4
  WHERE p.retailer_id = $1 AND p.store_id <> $2
    AND jsonb_typeof(l.wanted->'description') = 'object'
  ORDER BY l.item_key, l.store_id`;

/** The first store of each partner, then the second of each, and so on. `$1` now, `$2` stores to leave out, `$3` maximum number. */
export const duePublicationsSql = `
  SELECT "retailerId", "storeId", "partnerId", "pausedUntil", failures, problem FROM (
    SELECT d.*, row_number() OVER (PARTITION BY "partnerId" ORDER BY due_at) AS place FROM (
      SELECT retailer_id AS "retailerId", store_id AS "storeId", paused_until AS "pausedUntil", failures, problem, due_at,
        (SELECT r.partner_id FROM retailer r WHERE r.retailer_id = publication.retailer_id) AS "partnerId"
      FROM publication WHERE due_at <= $1 AND store_id <> ALL ($2::uuid[])
    ) d
  ) placed
  ORDER BY place, due_at LIMIT $3`;

/** By the index: at most `$2`, due at `$1`. */
export const publicationBacklogSql = `
  SELECT count(*)::int AS stores, min(due_at) AS since
  FROM (SELECT due_at FROM publication WHERE due_at <= $1 ORDER BY due_at LIMIT $2) due`;

export const disapproveSql = `
  UPDATE listing l SET state = 'disapproved', problem = v.problem::jsonb, disapproved_at = $3
  FROM unnest($4::text[], $5::text[]) v (item_key, problem)
  WHERE l.retailer_id = $1 AND l.store_id = ANY ($2::uuid[]) AND l.item_key = ANY ($4::text[]) AND l.item_key = v.item_key
    AND l.state IN ('sent', 'disapproved')`;

/** The state is part of the text, so that the planner knows the number of its listings. */
export const countStatesSql = listingStates
  .map(
    (state) => `
  SELECT '${state}' AS state, count(*) AS count FROM (
    SELECT FROM listing WHERE retailer_id = $1 AND store_id = $2 AND state = '${state}' LIMIT ${MAX_COUNTED}
  ) counted`,
  )
  .join(" UNION ALL ");

/** `$1` retailer, `$2` store, `$3` key, `$4` candidates, `$5` matches, `$6` channel, `$7` to `$9` search, `$10` state. */
const list = (order: "ASC" | "DESC", ofState: boolean): string =>
  scan({
    order,
    candidates: `
      SELECT item_key AS key, state, wanted, sent, sent_at, problem, updated_at FROM listing
      WHERE retailer_id = $1 AND store_id = $2 AND ${
        ofState
          ? ofValue(order, ["state", "$10"], ["item_key", "$3"])
          : `item_key ${order === "ASC" ? ">" : "<"} $3 ORDER BY item_key ${order}`
      } ${candidatesIn("$4")}`,
    found: `
      SELECT l.key, l.key AS "itemKey", e.barcode, e.title, l.state,
             CASE WHEN $6 = 'search' OR ${isInAds} THEN l.wanted END AS wanted,
             l.sent, l.sent_at AS "sentAt", l.problem, l.updated_at AS "updatedAt"
      FROM candidate l
      CROSS JOIN LATERAL (
        SELECT * FROM ${effectiveItem} e WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.item_key = l.key LIMIT 1
      ) e
      WHERE $7::text IS NULL OR starts_with(e.barcode, $7) OR starts_with(l.key, $7) OR l.key = $9 OR e.title ILIKE ALL ($8::text[])
      ORDER BY l.key ${order} LIMIT $5`,
  });

const bothWays = (ofState: boolean) => ({ forward: list("ASC", ofState), back: list("DESC", ofState) });

export const listingsSql = { all: bothWays(false), ofState: bothWays(true) };

/** For each of the stores `$2`, up to `$3`. Reads an index for each store and state. */
export const countProblemsSql = `
  SELECT s.store_id AS "storeId", COALESCE(problem.count, 0) AS problems, problem.message
  FROM unnest($2::uuid[]) s (store_id)
  LEFT JOIN LATERAL (
    SELECT sum(each.count)::int AS count, (array_agg(each.message ORDER BY each.count DESC, each.message))[1] AS message
    FROM (
      SELECT one.message, count(*)::int AS count
      FROM unnest(ARRAY['refused', 'disapproved', 'unidentified']::listing_state[]) p (state)
      CROSS JOIN LATERAL (
        SELECT l.problem->>'message' AS message FROM listing l
        WHERE l.retailer_id = $1 AND l.store_id = s.store_id AND l.state = p.state LIMIT $3) one
      GROUP BY one.message
    ) each
  ) problem ON true`;
