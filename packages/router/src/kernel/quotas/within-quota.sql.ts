import type { Quota } from "./quotas.ts";

/** Serializes the creating calls of one partner. Other writes of rows that refer to the partner do not need this lock. */
export const lockPartner = "SELECT FROM partner WHERE id = $1 FOR NO KEY UPDATE";

export const partnerOfRetailer = `SELECT partner_id AS "partnerId" FROM retailer WHERE retailer_id = $1`;

const ofRetailers = (table: string, where = ""): string => `
  SELECT FROM retailer r JOIN ${table} t ON t.retailer_id = r.retailer_id${where} WHERE r.partner_id = $1`;

/** Each statement counts at most $2 rows of the partner. */
const counted = (rows: string): string => `SELECT count(*)::int AS actual FROM (${rows} LIMIT $2) found`;

export const counts: Record<Quota, string> = {
  retailers: counted("SELECT FROM retailer WHERE partner_id = $1"),
  stores: counted(ofRetailers("store")),
  keys: counted(`SELECT FROM api_key
    WHERE partner_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $3)`),
  sources: counted(ofRetailers("inventory_source", " AND t.upload_key_id IS NOT NULL")),
  staff: counted(ofRetailers("staff_member")),
};
