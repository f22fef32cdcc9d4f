import { z } from "zod";
import { AdsCurrency, UpcomingBudget, Warning } from "../../core/channels/channel.schema.ts";
import { AreaType } from "../../core/stores/stores.schema.ts";

/** In daily budgets (Google Ads Help, "Average daily budget"). */
export const maxBudgets = { day: 2, month: 30.4 };

export function costAtMost(dailyBudget: number): { day: number; month: number } {
  const pence = Math.round(dailyBudget * 100);
  // In tenths, because 30.4 has no exact binary form.
  const times = (budgets: number) => Math.round((pence * Math.round(budgets * 10)) / 10) / 100;
  return { day: times(maxBudgets.day), month: times(maxBudgets.month) };
}

export const StoreOfAds = z.strictObject({ retailerId: z.string(), storeId: z.string() });
export type StoreOfAds = z.infer<typeof StoreOfAds>;

export const AdsOverview = z.object({
  currency: AdsCurrency,
  budget: z.number().describe("The current daily budget; 0: none"),
  upcoming: UpcomingBudget.nullable().describe(
    "The last open change. If its time has passed, the ads service has not accepted it yet",
  ),
  canCancel: z.boolean().describe("A change is upcoming and not due yet"),
  inStock: z
    .object({ actual: z.int(), required: z.int() })
    .describe("Number of products in stock, and number that ads need"),
  area: z
    .object({ latitude: z.number(), longitude: z.number(), miles: z.number().describe("Radius") })
    .nullable()
    .describe("Area of the ads; null: the location of the store is unknown"),
  areaType: AreaType,
  dayAtMost: z
    .number()
    .describe("Maximum cost of one day with the current budget or, without one, with the upcoming budget"),
  monthAtMost: z.number().describe("Maximum cost of one month"),
  campaign: z
    .object({ status: z.enum(["running", "limited", "blocked", "paused", "removed"]), reasons: z.array(z.string()) })
    .nullable()
    .describe("The last answer of the ads service; null: no answer yet"),
  problem: Warning.nullable().describe("The reason why the last call to the ads service failed"),
  history: z
    .array(
      z.object({
        date: z.string().describe("First day of the budget in the store's time zone, YYYY-MM-DD"),
        budget: z.number(),
        madeAt: z.string().nullable().describe("null: not made yet"),
      }),
    )
    .describe("The latest budget changes, oldest first"),
});
export type AdsOverview = z.infer<typeof AdsOverview>;

export const AdsOutcome = z.object({
  readAt: z.string().nullable().describe("When the ads service last answered; null: not yet"),
  currency: AdsCurrency,
  spend: z.number().describe("Of all days, in the currency"),
  clicks: z.int(),
  impressions: z.int(),
  days: z
    .array(z.object({ date: z.string(), spend: z.number(), clicks: z.int(), impressions: z.int() }))
    .describe("Each day from the first one with an outcome to today, oldest first. Empty without an outcome"),
});
export type AdsOutcome = z.infer<typeof AdsOutcome>;
