import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { DeliverySummary, SummarizeDeliveries } from "./deliveries.schema.ts";
import { summarizeDeliveriesSql } from "./deliveries.sql.ts";

const HOUR_MS = 3_600_000;
const HOURS: Record<SummarizeDeliveries["period"], number> = { "24h": 24, "7d": 168 };

type Calls = Omit<DeliverySummary["hours"][number], "at">;

const none: Calls = { delivered: 0, failed: 0, medianMs: null, p95Ms: null };

/**
 * The number of a store's accepted and failed calls and their durations, per UTC hour and in total. Counts only the newest calls if a
 * store has too many. Then `isWhole` is false.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function summarizeDeliveries(ctx: Context, input: SummarizeDeliveries): Promise<DeliverySummary> {
  const store = await findStore(ctx, input);
  const count = HOURS[input.period];
  const first = Math.floor(ctx.now().getTime() / HOUR_MS) * HOUR_MS - (count - 1) * HOUR_MS;
  const rows = await ctx.db.query<Calls & { at: Date | null; isWhole: boolean }>(summarizeDeliveriesSql, [
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
