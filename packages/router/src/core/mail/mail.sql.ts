/**
 * Takes the next place of the counter `$1` at the time `$2`. A window of an hour has `$3` places, and more calls take those of the
 * next windows: place `count` is in window `(count - 1) / $3` since `since`. The counter begins again when these windows are over.
 */
export const takePlaceSql = `
  INSERT INTO staff_sign_in_attempt AS a (key, count, since, address) VALUES ($1, 1, $2, '')
  ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN a.count <= $3::int * floor(extract(epoch FROM $2::timestamptz - a.since) / 3600) THEN 1 ELSE a.count + 1 END,
    since = CASE WHEN a.count <= $3::int * floor(extract(epoch FROM $2::timestamptz - a.since) / 3600) THEN $2 ELSE a.since END
  RETURNING since, count`;
