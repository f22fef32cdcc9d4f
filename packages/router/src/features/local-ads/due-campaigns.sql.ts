/**
 * Stores whose campaign is due: the first of each partner, then the second of each, and so on. The longest due come first.
 * `$1` now, `$2` maximum number.
 */
export const dueCampaigns = `
  SELECT "retailerId", "storeId" FROM (
    SELECT d.*, row_number() OVER (PARTITION BY partner_id ORDER BY due_at) AS place FROM (
      SELECT retailer_id AS "retailerId", store_id AS "storeId", due_at,
        (SELECT r.partner_id FROM retailer r WHERE r.retailer_id = ads_campaign.retailer_id) AS partner_id
      FROM ads_campaign WHERE due_at <= $1 AND (claimed_until IS NULL OR claimed_until <= $1)
    ) d
  ) placed
  ORDER BY place, due_at LIMIT $2`;
