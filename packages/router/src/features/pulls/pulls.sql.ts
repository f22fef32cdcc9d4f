export interface ClaimRow {
  retailerId: string;
  /** null: the source of a retailer, for all of its stores */
  storeId: string | null;
  parameters: { url: string; intervalMinutes: number; mode?: "update" | "replace" };
  /** Sealed. */
  authorization: Uint8Array | null;
  partnerId: string;
  slot: number;
}

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

export const freeSlotSql = `
  UPDATE pull_slot SET claimed_until = NULL WHERE partner_id = $1 AND slot = $2 AND claimed_until = $3`;

/** The statements of a claim of a store's or a retailer's source. Each claims rows of one partner or one retailer. */
const steps = (table: "inventory_source" | "retailer_source", storeId: string, isStore: string) => ({
  duePartners: `SELECT DISTINCT partner_id AS "partnerId" FROM ${table} WHERE next_pull_at <= $1`,
  dueSources: `
    SELECT retailer_id AS "retailerId", ${storeId} AS "storeId", next_pull_at AS "dueAt" FROM ${table}
    WHERE next_pull_at <= $1 AND partner_id = $2 ORDER BY next_pull_at LIMIT 16`,
  /** Claims a source that is still due at `$3`, unless its row is locked. `$4` end of the claim. */
  claimSource: `
    WITH due AS MATERIALIZED (
      SELECT FROM ${table} WHERE retailer_id = $1 AND ${isStore} AND next_pull_at = $3 FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE ${table} SET next_pull_at = $4 WHERE retailer_id = $1 AND ${isStore} AND EXISTS (SELECT FROM due)
    RETURNING retailer_id AS "retailerId", ${storeId} AS "storeId", parameters, "authorization"`,
  heldClaim: `SELECT FROM ${table} WHERE retailer_id = $1 AND ${isStore} AND next_pull_at = $3`,
});
export type Steps = ReturnType<typeof steps>;

export const ofStores = steps("inventory_source", "store_id", "store_id = $2");
export const ofRetailers = steps("retailer_source", "NULL::uuid", "$2::uuid IS NULL");

/** The source is claimed until `$2`. */
export const settleFileSql = `
  UPDATE retailer_source SET next_pull_at = $3, failures = $4, warnings = $5 WHERE retailer_id = $1 AND next_pull_at = $2`;

export const failuresSql = "SELECT failures FROM retailer_source WHERE retailer_id = $1";

export const runningPullSql = `
  SELECT FROM connection WHERE retailer_id = $1 AND connector = $2 AND pull_id = $3`;

/** Until the transaction ends, no other worker takes a connection. */
export const lockPullsSql = "SELECT pg_advisory_xact_lock(hashtextextended('pulls of connections', 0))";
