import { z } from "zod";
import { bodyOf } from "../../kernel/body.schema.ts";

/** What local ads take. */
export const LocalAdsParameters = z.strictObject({
  dailyBudget: z
    .number()
    .min(1, "must be at least 1")
    .max(10_000, "must be at most 10,000")
    .refine((pounds) => Number(pounds.toFixed(2)) === pounds, "must have at most two decimals")
    .describe("Daily budget in GBP, at most two decimals"),
});
export type LocalAdsParameters = z.infer<typeof LocalAdsParameters>;

export const EnableLocalAds = bodyOf({
  type: z.enum(["local_ads", "local-ads"]),
  parameters: LocalAdsParameters,
}).meta({ title: "Local ads" });
