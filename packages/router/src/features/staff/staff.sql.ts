/**
 * Counts an attempt by key `$1` at time `$2` from address `$3`, unless the window that began after `$4` holds `$5` attempts.
 * Returns no row for an attempt beyond the limit.
 */
export const takeAttempt = `
  INSERT INTO staff_sign_in_attempt AS a (key, count, since, address) VALUES ($1, 1, $2, $3)
  ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN a.since <= $4 THEN 1 ELSE a.count + 1 END,
    since = CASE WHEN a.since <= $4 THEN $2 ELSE a.since END,
    address = $3
  WHERE a.since <= $4 OR a.count < $5
  RETURNING since`;

/** Removes up to 20 counters with a window that began before `$1`. */
export const sweepAttempts = `
  DELETE FROM staff_sign_in_attempt WHERE key IN (
    SELECT key FROM staff_sign_in_attempt WHERE since < $1 ORDER BY since LIMIT 20 FOR UPDATE SKIP LOCKED)`;
