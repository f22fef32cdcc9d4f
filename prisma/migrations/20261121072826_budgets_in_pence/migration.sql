-- What the ads service is being told, by one worker at a time.
ALTER TABLE "ads_campaign" ADD COLUMN     "claimed_until" TIMESTAMPTZ(3),
ALTER COLUMN "sent_budget" DROP NOT NULL;

-- Changes to come: a row for the store's day that they begin with. A zone that this server does not know counts as UTC.
INSERT INTO budget_change (retailer_id, store_id, local_date, budget, activates_at)
SELECT c.retailer_id, c.store_id, (c.upcoming_activates AT TIME ZONE COALESCE(z.name, 'UTC'))::date,
       round(c.upcoming_budget * 100)::int, c.upcoming_activates
FROM channel c
JOIN store s ON s.retailer_id = c.retailer_id AND s.store_id = c.store_id
LEFT JOIN pg_timezone_names z ON z.name = s.timezone
WHERE c.channel = 'local_ads' AND c.upcoming_activates IS NOT NULL;

-- Ads that there are: the service is to be told of them.
INSERT INTO ads_campaign (retailer_id, store_id, due_at)
SELECT retailer_id, store_id, now() FROM channel WHERE channel = 'local_ads';

ALTER TABLE "channel" DROP COLUMN "upcoming_activates",
DROP COLUMN "upcoming_budget",
ALTER COLUMN "daily_budget" SET DATA TYPE INTEGER USING round("daily_budget" * 100)::int;
