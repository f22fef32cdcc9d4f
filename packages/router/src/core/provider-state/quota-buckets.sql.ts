/** Shorter waits, in ms, count as zero: the database rounds to microseconds, and the rounding adds up. */
const ROUNDING = 0.01;

/** How late a partner may ask again before the other partners stop waiting for it. */
const GRACE_MS = 2_000;

/**
 * Takes the next time slot of all named buckets, if the latest slot is near enough and no other partner is next.
 * Locks the buckets in the order of their names, so that two calls cannot deadlock, and then reads the clock.
 *
 * Partners take turns at the first bucket. A partner that must ask again counts as waiting until then. The waiting partner that was
 * served least recently is next. After the end of its worker, a partner stops waiting after two seconds.
 *
 * `$1` names, `$2` spacing in ms, `$3` how far ahead calls may go at once in ms, `$4` patience in ms. `$5` the first bucket's name,
 * `$6` partner, or null without turns.
 * @param clock SQL of the current moment
 */
export const takeMoment = (clock: string): string => `
  WITH asked AS (SELECT * FROM unnest($1::text[], $2::float8[], $3::float8[]) AS a (name, spacing_ms, ahead_ms)),
  held AS MATERIALIZED (SELECT name, busy_until FROM provider_quota WHERE name = ANY ($1) ORDER BY name FOR UPDATE),
  moment AS MATERIALIZED (SELECT ${clock} AS now, count(*) AS buckets FROM held),
  waits AS (
    SELECT a.name, a.spacing_ms, extract(epoch FROM greatest(h.busy_until, m.now) - m.now)::float8 * 1000 - a.ahead_ms AS ms
    FROM moment m, asked a JOIN held h USING (name) WHERE m.buckets = cardinality($1)
  ),
  longest AS (
    SELECT CASE WHEN max(ms) < ${ROUNDING} THEN 0 ELSE max(ms) END AS ms,
      max(ms) FILTER (WHERE name = $5) AS shared_ms, max(spacing_ms) FILTER (WHERE name = $5) AS spacing_ms
    FROM waits HAVING count(*) > 0
  ),
  mine AS (SELECT max(served_at) AS served_at FROM provider_turn WHERE name = $5 AND partner_id = $6::uuid),
  before AS (
    SELECT count(*)::int AS partners FROM provider_turn t, moment m, mine
    WHERE t.name = $5 AND t.partner_id <> $6::uuid AND t.waits_until > m.now
      AND COALESCE(t.served_at, '-infinity') < COALESCE(mine.served_at, '-infinity')
  ),
  turn AS MATERIALIZED (
    SELECT l.ms AS wait_ms, b.partners,
      l.ms <= $4::float8 AND b.partners = 0 AS is_given,
      l.shared_ms > $4::float8 OR b.partners > 0 AS is_in_line,
      greatest(l.ms - $4::float8, 0) + b.partners * l.spacing_ms AS again_ms
    FROM longest l, before b
  ),
  taken AS (
    UPDATE provider_quota q
    SET busy_until = greatest(h.busy_until, m.now + t.wait_ms * interval '1 ms') + a.spacing_ms * interval '1 ms'
    FROM moment m, turn t, asked a JOIN held h USING (name)
    WHERE q.name = a.name AND t.is_given
  ),
  kept AS (
    INSERT INTO provider_turn AS p (name, partner_id, served_at, waits_until)
    SELECT $5, $6::uuid, CASE WHEN t.is_given THEN m.now END,
      CASE WHEN t.is_in_line THEN m.now + (t.again_ms + ${GRACE_MS}) * interval '1 ms' END
    FROM turn t, moment m WHERE $6::uuid IS NOT NULL
    ON CONFLICT (name, partner_id) DO UPDATE
    SET served_at = COALESCE(excluded.served_at, p.served_at), waits_until = excluded.waits_until
  )
  SELECT wait_ms AS "waitMs", is_given AS "isGiven", again_ms AS "againMs" FROM turn`;
