/** Pictures in the bucket that are unused since before `$2` (NULL: all), at most `$3`. */
export const bucketPicturesSql = `
  SELECT token FROM picture
  WHERE retailer_id = $1 AND bytes = '' AND ($2::timestamptz IS NULL OR unused_since < $2) LIMIT $3 FOR UPDATE`;
