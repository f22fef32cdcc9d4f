import type { Prisma } from "@highstreet/db";

/** The first store of each partner, then the second of each, and so on. `$1` now, `$2` maximum number. */
export const dueCampaigns = `
  SELECT "retailerId", "storeId" FROM (
    SELECT d.*, row_number() OVER (PARTITION BY partner_id ORDER BY due_at) AS place FROM (
      SELECT retailer_id AS "retailerId", store_id AS "storeId", due_at,
        (SELECT r.partner_id FROM retailer r WHERE r.retailer_id = ads_campaign.retailer_id) AS partner_id
      FROM ads_campaign WHERE due_at <= $1 AND (claimed_until IS NULL OR claimed_until <= $1)
    ) d
  ) placed
  ORDER BY place, due_at LIMIT $2`;

/** Last read before `$1`, at most `$2`. A campaign without a channel is read once more after its last change. */
export const uncheckedCampaigns = `
  SELECT a.retailer_id AS "retailerId", a.store_id AS "storeId", a.campaign_id AS "campaignId" FROM ads_campaign a
  LEFT JOIN channel c ON c.retailer_id = a.retailer_id AND c.store_id = a.store_id AND c.channel = 'local_ads'
  WHERE a.campaign_id IS NOT NULL AND a.claimed_until IS NULL
    AND COALESCE(a.checked_at, TIMESTAMPTZ '-infinity') <= $1 AND (a.checked_at IS NULL OR c.channel IS NOT NULL)
  ORDER BY COALESCE(a.checked_at, TIMESTAMPTZ '-infinity') LIMIT $2`;

export type UncheckedCampaign = Pick<Prisma.AdsCampaignModel, "retailerId" | "storeId"> & { campaignId: string };
