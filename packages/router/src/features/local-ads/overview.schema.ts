import { z } from "zod";
import { AreaType } from "../../core/stores/stores.schema.ts";

/** Whose local ads are meant. */
export const StoreOfAds = z.strictObject({ retailerId: z.string(), storeId: z.string() });
export type StoreOfAds = z.infer<typeof StoreOfAds>;

/** All that the console shows of a store's local ads, enabled or not. Amounts are in GBP. */
export const AdsOverview = z.object({
  budget: z.number().describe("A day, in force; 0: none"),
  upcoming: z
    .object({ dailyBudget: z.number(), activates: z.string().describe("With the store's own offset") })
    .nullable()
    .describe("The last change that is not made yet; its time has passed when the ads service did not take it"),
  inStock: z.object({ actual: z.int(), required: z.int() }).describe("Products in stock, and how many ads need"),
  area: z
    .object({ latitude: z.number(), longitude: z.number(), miles: z.number().describe("Radius") })
    .nullable()
    .describe("Where the ads are shown; null: the store's place is not known"),
  areaType: AreaType,
  dayAtMost: z.number().describe("What one day may cost, of the budget in force, else of the one to come"),
  monthAtMost: z.number().describe("The like, of a month"),
  campaign: z
    .object({ status: z.enum(["running", "limited", "blocked", "paused", "removed"]), reasons: z.array(z.string()) })
    .nullable()
    .describe("As the ads service said last; null: it has said nothing yet"),
  problem: z
    .object({ message: z.string() })
    .nullable()
    .describe("Why the ads service did not take what it was last told"),
  history: z
    .array(
      z.object({
        date: z.string().describe("The store's day that it begins with, YYYY-MM-DD"),
        budget: z.number(),
        madeAt: z.string().nullable().describe("null: to come"),
      }),
    )
    .describe("The latest changes of budget, oldest first"),
});
export type AdsOverview = z.infer<typeof AdsOverview>;
