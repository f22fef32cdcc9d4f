/** Serializes the processes that ask for a share of `$1`. A separate statement, so that the next one sees committed rows. */
export const lockMember = "SELECT pg_advisory_xact_lock(hashtextextended('rate ' || $1, 0))";

/** Demand above this part of the limit is divided, because the reserves of all processes no longer fit. */
const SHORT = 0.8;

/** Number of processes that ask every second. With more processes, each asks less often. */
const EACH_SECOND = 4;

/**
 * Gives process `$2` a share of the limit `$3` of `$1`, out of what the other processes do not hold. `$4`: its calls in the last
 * second. `$5`: the wanted share. `$6`: the share that it keeps at least.
 */
export const takeShare = `
  WITH others AS (
    SELECT COALESCE(sum(share), 0)::int AS held, COALESCE(sum(demand), 0)::bigint + $4::int AS demand, count(*)::int + 1 AS processes
    FROM rate_share WHERE member = $1 AND process <> $2 AND until > clock_timestamp()
  ), judged AS (
    SELECT GREATEST(0, $3::int - held) AS free, ceil(processes / ${EACH_SECOND}.0)::int AS seconds, processes,
           demand > ${SHORT} * $3 AS is_short, ceil($3::float8 * $4 / GREATEST(1, demand))::int AS fair
    FROM others
  ), decided AS (
    SELECT *, CASE WHEN is_short THEN LEAST($5::int, fair) ELSE $5 END AS due FROM judged
  ), mine AS (
    INSERT INTO rate_share (member, process, share, demand, until)
    SELECT $1, $2, LEAST(free, GREATEST(due, $6::int)), $4, clock_timestamp() + (seconds + 1) * interval '1 second' FROM decided
    ON CONFLICT (member, process) DO UPDATE SET share = excluded.share, demand = excluded.demand, until = excluded.until
    RETURNING share
  )
  SELECT share, due, CASE WHEN is_short THEN 0 ELSE free - share END AS spare, processes, seconds FROM mine, decided`;
