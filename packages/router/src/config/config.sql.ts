export const readClock = "SELECT clock_timestamp() AS now";

/** The number of processes that listen to the channel `$1` (`listen` of packages/db). */
export const countListening = `
  SELECT count(*)::int AS processes FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'highstreet listening ' || $1`;
