import type { Sql } from "@highstreet/db";
import { paceOf, type QuotaBuckets } from "@highstreet/providers";

const open = `INSERT INTO provider_quota (name, busy_until) SELECT name, '-infinity' FROM unnest($1::text[]) AS name
  ON CONFLICT (name) DO NOTHING`;

/** The database keeps microseconds, whose rounding adds up: a shorter wait, in ms, is none. */
const ROUNDING = 0.01;

/** Locks the buckets in the order of their names, so that two calls never wait for each other, and looks at the clock then. */
const take = (clock: string): string => `
  WITH asked AS (SELECT * FROM unnest($1::text[], $2::float8[], $3::float8[]) AS a (name, spacing_ms, ahead_ms)),
  held AS MATERIALIZED (SELECT name, busy_until FROM provider_quota WHERE name = ANY ($1) ORDER BY name FOR UPDATE),
  moment AS MATERIALIZED (SELECT ${clock} AS now, count(*) AS buckets FROM held),
  longest AS (
    SELECT max(extract(epoch FROM greatest(h.busy_until, m.now) - m.now)::float8 * 1000 - a.ahead_ms) AS wait_ms
    FROM moment m, asked a JOIN held h USING (name) WHERE m.buckets = cardinality($1)
    HAVING count(*) > 0
  ),
  turn AS MATERIALIZED (SELECT CASE WHEN wait_ms < ${ROUNDING} THEN 0 ELSE wait_ms END AS wait_ms FROM longest),
  taken AS (
    UPDATE provider_quota q
    SET busy_until = greatest(h.busy_until, m.now + t.wait_ms * interval '1 ms') + a.spacing_ms * interval '1 ms'
    FROM moment m, turn t, asked a JOIN held h USING (name)
    WHERE q.name = a.name AND t.wait_ms <= $4::float8
  )
  SELECT wait_ms AS "waitMs" FROM turn`;

/**
 * Buckets that all processes on a database share, by the database's clock: one statement a call. The pace is that of
 * `paceOf`, and the waits are those that the buckets of one process would give.
 * @param clock for tests that travel
 */
export function createSharedBuckets(sql: Sql, clock = "clock_timestamp()"): QuotaBuckets {
  const statement = take(clock);
  return {
    take: async (buckets, patienceMs) => {
      const names = buckets.map(({ name }) => name);
      const paces = buckets.map(paceOf);
      const values = [
        names,
        paces.map(({ spacingMs }) => spacingMs),
        paces.map(({ burst, spacingMs }) => (burst - 1) * spacingMs),
        patienceMs,
      ];
      const ask = async () => (await sql.query<{ waitMs: number | null }>(statement, values))[0]?.waitMs ?? null;
      let waitMs = await ask();
      if (waitMs === null) {
        await sql.query(open, [names]);
        waitMs = await ask();
      }
      if (waitMs === null) throw new Error(`no turn was given for ${names.join(", ")}`);
      return waitMs > patienceMs ? { tooLate: waitMs } : { waitMs };
    },
  };
}
