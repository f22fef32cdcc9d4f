/** The channels of the store `$2` or, with null, of all stores of the retailer `$1`. SQL, because an edit has no Prisma transaction. */
export const enabledChannelsSql =
  "SELECT DISTINCT channel FROM channel WHERE retailer_id = $1 AND ($2::uuid IS NULL OR store_id = $2)";
