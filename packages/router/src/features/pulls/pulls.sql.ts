export interface ClaimRow {
  retailerId: string;
  storeId: string;
  parameters: { url: string; intervalMinutes: number; mode?: "update" | "replace" };
  /** Sealed. */
  authorization: Uint8Array | null;
  partnerId: string;
  slot: number;
}

/**
 * Claims a free slot of the partner that was served least recently, and the longest due source of that partner.
 * `$1` now, `$2` end of the claim.
 *
 * The join tries the slots in order and locks only the rows that it tries. LATERAL fixes the order of the join. LIMIT ends the join
 * at the first slot with a source. The statement skips rows that another worker has locked.
 */
export const claimPullSql = `
  WITH turn AS MATERIALIZED (
    SELECT p.partner_id, p.slot, s.retailer_id, s.store_id
    FROM (
      SELECT partner_id, slot FROM pull_slot p
      WHERE (claimed_until IS NULL OR claimed_until <= $1)
        AND EXISTS (SELECT 1 FROM inventory_source WHERE next_pull_at <= $1 AND partner_id = p.partner_id)
      ORDER BY (SELECT max(served_at) FROM pull_slot m WHERE m.partner_id = p.partner_id) NULLS FIRST, partner_id, slot
      FOR NO KEY UPDATE SKIP LOCKED
    ) p
    CROSS JOIN LATERAL (
      SELECT retailer_id, store_id FROM inventory_source WHERE next_pull_at <= $1 AND partner_id = p.partner_id
      ORDER BY next_pull_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    ) s
    LIMIT 1
  ), served AS (
    UPDATE pull_slot p SET claimed_until = $2, served_at = clock_timestamp() FROM turn
    WHERE p.partner_id = turn.partner_id AND p.slot = turn.slot
  )
  UPDATE inventory_source s SET next_pull_at = $2 FROM turn
  WHERE s.retailer_id = turn.retailer_id AND s.store_id = turn.store_id
  RETURNING s.retailer_id AS "retailerId", s.store_id AS "storeId", s.parameters, s."authorization",
    turn.partner_id AS "partnerId", turn.slot`;

/** The partners with a due source, for a claim in steps: a distributed database locks no rows of several machines. */
export const duePartnersSql =
  'SELECT DISTINCT partner_id AS "partnerId" FROM inventory_source WHERE next_pull_at <= $1';

/** Claims a free slot of the partner of `$3` that was served least recently. `$1` now, `$2` end of the claim. */
export const claimSlotSql = `
  WITH turn AS MATERIALIZED (
    SELECT partner_id, slot FROM pull_slot p
    WHERE (claimed_until IS NULL OR claimed_until <= $1) AND partner_id = ANY ($3::uuid[])
    ORDER BY (SELECT max(served_at) FROM pull_slot m WHERE m.partner_id = p.partner_id) NULLS FIRST, partner_id, slot
    LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE pull_slot p SET claimed_until = $2, served_at = clock_timestamp() FROM turn
  WHERE p.partner_id = turn.partner_id AND p.slot = turn.slot
  RETURNING p.partner_id AS "partnerId", p.slot`;

/** Frees a slot that is claimed until `$3`. */
export const freeSlotSql = `
  UPDATE pull_slot SET claimed_until = NULL WHERE partner_id = $1 AND slot = $2 AND claimed_until = $3`;

/** The longest due sources of the partner `$2`. */
export const dueSourcesSql = `
  SELECT retailer_id AS "retailerId", store_id AS "storeId", next_pull_at AS "dueAt" FROM inventory_source
  WHERE next_pull_at <= $1 AND partner_id = $2 ORDER BY next_pull_at LIMIT 4`;

/** Claims a source that is still due at `$3`. `$4` end of the claim. */
export const claimSourceSql = `
  UPDATE inventory_source SET next_pull_at = $4 WHERE retailer_id = $1 AND store_id = $2 AND next_pull_at = $3
  RETURNING retailer_id AS "retailerId", store_id AS "storeId", parameters, "authorization"`;

/** Whether a source is claimed until `$3`. */
export const heldClaimSql = `
  SELECT FROM inventory_source WHERE retailer_id = $1 AND store_id = $2 AND next_pull_at = $3`;

/** Whether the pull `$3` of a connection still runs. */
export const runningPullSql = `
  SELECT FROM connection WHERE retailer_id = $1 AND connector = $2 AND pull_id = $3`;
