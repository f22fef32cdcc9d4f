-- AlterTable
ALTER TABLE "search_setup" ADD COLUMN     "contested_at" TIMESTAMPTZ(3),
ADD COLUMN     "partner_id" UUID,
ADD COLUMN     "verification_code" TEXT NOT NULL DEFAULT '';

-- A random UUID begins with 48 random bits.
UPDATE search_setup u SET partner_id = r.partner_id, verification_code =
  regexp_replace(upper(left(replace(gen_random_uuid()::text, '-', ''), 10)), '^(.{5})(.{5})$', 'HS-\1-\2')
FROM retailer r WHERE r.retailer_id = u.retailer_id;
UPDATE channel c SET parameters = c.parameters || jsonb_build_object('verificationCode', u.verification_code)
FROM search_setup u WHERE u.retailer_id = c.retailer_id AND u.store_id = c.store_id AND c.channel = 'search';
