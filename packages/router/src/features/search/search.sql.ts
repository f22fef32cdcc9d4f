/** Makes the next check of the store `$1`, `$2` due at `$3`. A running check is then repeated. */
export const checkSetupSoon = `
  UPDATE search_setup SET next_check_at = $3 WHERE retailer_id = $1 AND store_id = $2 AND next_check_at > $3`;
