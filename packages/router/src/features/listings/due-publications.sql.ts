/**
 * Stores with something to send: the first of each partner, then the second of each, and so on. The longest due come first. `$1` now,
 * `$2` stores to leave out, `$3` maximum number.
 */
export const duePublications = `
  SELECT "retailerId", "storeId", "partnerId", "pausedUntil", failures, problem FROM (
    SELECT d.*, row_number() OVER (PARTITION BY "partnerId" ORDER BY due_at) AS place FROM (
      SELECT retailer_id AS "retailerId", store_id AS "storeId", paused_until AS "pausedUntil", failures, problem, due_at,
        (SELECT r.partner_id FROM retailer r WHERE r.retailer_id = publication.retailer_id) AS "partnerId"
      FROM publication WHERE due_at <= $1 AND store_id <> ALL ($2::uuid[])
    ) d
  ) placed
  ORDER BY place, due_at LIMIT $3`;
