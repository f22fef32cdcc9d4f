ALTER TABLE ads_campaign ADD COLUMN outcome jsonb;
