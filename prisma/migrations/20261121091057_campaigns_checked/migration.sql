-- The campaigns to be looked at next, those never looked at first.
CREATE INDEX "ads_campaign_checked_at" ON "ads_campaign" (COALESCE(checked_at, TIMESTAMPTZ '-infinity'))
  WHERE campaign_id IS NOT NULL AND claimed_until IS NULL;
