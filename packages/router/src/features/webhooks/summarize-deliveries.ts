import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { DeliverySummary, SummarizeDeliveries } from "./summary.schema.ts";

const HOUR_MS = 3_600_000;
const HOURS: Record<SummarizeDeliveries["period"], number> = { "24h": 24, "7d": 168 };

/** Rows of the log that are read at most: one has up to 64 calls of a busy store, one or a few of a quiet one. */
const MOST_ROWS = 10_000;

/** The rows of each hour that had calls, and one of all of them (`at` null). `$3`: the beginning. */
const summarize = `
  WITH newest AS (
    SELECT at, ms, outcome, more_at, more_ms FROM delivery_attempt
    WHERE retailer_id = $1 AND store_id = $2
    ORDER BY sequence DESC, try DESC LIMIT ${MOST_ROWS}
  ), calls AS (
    SELECT date_trunc('hour', one.at, 'UTC') AS hour, one.ms, n.outcome = 'delivered' AS delivered
    FROM newest n CROSS JOIN LATERAL unnest(n.at || n.more_at, n.ms || n.more_ms) AS one (at, ms)
    WHERE one.at >= $3 AND one.ms IS NOT NULL
  )
  SELECT hour AS at, count(*) FILTER (WHERE delivered) AS delivered, count(*) FILTER (WHERE NOT delivered) AS failed,
         percentile_disc(0.5) WITHIN GROUP (ORDER BY ms) AS "medianMs",
         percentile_disc(0.95) WITHIN GROUP (ORDER BY ms) AS "p95Ms",
         (SELECT count(*) FROM newest) < ${MOST_ROWS} AS "isWhole"
  FROM calls GROUP BY GROUPING SETS ((hour), ())`;

type Calls = Omit<DeliverySummary["hours"][number], "at">;

const none: Calls = { delivered: 0, failed: 0, medianMs: null, p95Ms: null };

/**
 * How many of a store's calls were accepted and how long they took, hour by hour (of UTC) and in all. Of a store with more
 * calls than can be read at once the newest are counted, by sequence, and `isWhole` is false.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function summarizeDeliveries(ctx: Context, input: SummarizeDeliveries): Promise<DeliverySummary> {
  const store = await findStore(ctx, input);
  const count = HOURS[input.period];
  const first = Math.floor(ctx.now().getTime() / HOUR_MS) * HOUR_MS - (count - 1) * HOUR_MS;
  const rows = await ctx.db.query<Calls & { at: Date | null; isWhole: boolean }>(summarize, [
    store.retailerId,
    store.storeId,
    new Date(first),
  ]);
  const found = new Map(rows.map(({ at, isWhole: _, ...calls }) => [at?.getTime() ?? null, calls]));
  return {
    ...(found.get(null) ?? none),
    isWhole: rows.every(({ isWhole }) => isWhole),
    hours: Array.from({ length: count }, (_, n) => {
      const at = first + n * HOUR_MS;
      return { at: new Date(at).toISOString(), ...(found.get(at) ?? none) };
    }),
  };
}
