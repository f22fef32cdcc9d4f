/** Connects or replaces a store's source. `$8`: time of the next fetch; null without fetches. */
export const replaceSource = `
  INSERT INTO inventory_source AS s (retailer_id, store_id, provider, parameters, "authorization", upload_key_id,
    upload_key_digest, next_pull_at, created_at, updated_at, partner_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, (SELECT partner_id FROM retailer WHERE retailer_id = $1))
  ON CONFLICT (retailer_id, store_id) DO UPDATE SET
    provider = excluded.provider, parameters = excluded.parameters, "authorization" = excluded."authorization",
    upload_key_id = excluded.upload_key_id, upload_key_digest = excluded.upload_key_digest,
    next_pull_at = excluded.next_pull_at, validators = NULL, updated_at = excluded.updated_at,
    partner_id = excluded.partner_id`;

/** Maximum number of concurrent fetches of one partner, in all workers together. */
const PULL_SLOTS = 2;

/** Creates the fetch slots for the partner of retailer `$1`. */
export const openPullSlots = `
  INSERT INTO pull_slot (partner_id, slot)
  SELECT r.partner_id, n FROM retailer r CROSS JOIN generate_series(1, ${PULL_SLOTS}) n WHERE r.retailer_id = $1
  ON CONFLICT DO NOTHING`;
