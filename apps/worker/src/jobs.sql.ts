/** The last good run of each job of `$1`: its queued or running row has the time. A job without a good run has its first start. */
export const readGoodRunsSql = `
  SELECT name, max(coalesce((data->>'goodAt')::timestamptz, created_on)) AS "goodAt"
  FROM pgboss.job WHERE name = ANY ($1) AND state < 'completed' GROUP BY name`;
