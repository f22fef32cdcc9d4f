import { z } from "zod";

export const summaryPeriods = ["24h", "7d"] as const;

/** How the calls of a store went; `period`: over so many hours up to now, the hour under way included. */
export const SummarizeDeliveries = z.strictObject({
  retailerId: z.string(),
  storeId: z.string(),
  period: z.enum(summaryPeriods, `must be one of ${summaryPeriods.join(", ")}`).default("24h"),
});
export type SummarizeDeliveries = z.output<typeof SummarizeDeliveries>;

const calls = {
  delivered: z.int().describe("Calls answered with a 2xx in time"),
  failed: z.int().describe("All other calls"),
  medianMs: z.int().nullable().describe("Half of the calls took this long at most; null: no calls"),
  p95Ms: z.int().nullable().describe("19 of 20 calls took this long at most; null: no calls"),
};

/** Calls, not events: one that is tried three times counts three times, what ended without a call does not count. */
export const DeliverySummary = z.object({
  ...calls,
  isWhole: z.boolean().describe("false: there were more calls; the newest of them are counted"),
  hours: z.array(z.object({ at: z.string().describe("When the hour began"), ...calls })).describe("Oldest first, all"),
});
export type DeliverySummary = z.infer<typeof DeliverySummary>;
