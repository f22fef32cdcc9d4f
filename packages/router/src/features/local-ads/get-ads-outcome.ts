import { penceToPounds } from "../../core/channels/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { readStoredOutcome } from "./internal/campaign-row.ts";
import { datesBetween, lastDays } from "./internal/last-days.ts";
import type { AdsOutcome, StoreOfAds } from "./overview.schema.ts";

/**
 * What a store's ads did in the last 30 days, as the worker last read it from the ads service (`readCampaigns`).
 * @throws RetailerNotFound, StoreNotFound
 */
export async function getAdsOutcome(ctx: Context, input: StoreOfAds): Promise<AdsOutcome> {
  const store = await findStore(ctx, input);
  const stored = await readStoredOutcome(ctx.db, store);
  const { from, to } = lastDays(ctx.now());
  const days = (stored?.days ?? []).filter(({ date }) => from <= date && date <= to);
  const byDate = new Map(days.map((day) => [day.date, day]));
  const sum = (field: "spend" | "clicks" | "impressions") => days.reduce((all, day) => all + day[field], 0);
  const [first] = days;
  return {
    readAt: stored?.readAt ?? null,
    currency: "GBP",
    ...{ spend: penceToPounds(sum("spend")), clicks: sum("clicks"), impressions: sum("impressions") },
    days: (first ? datesBetween(first.date, to) : []).map((date) => {
      const { spend = 0, clicks = 0, impressions = 0 } = byDate.get(date) ?? {};
      return { date, spend: penceToPounds(spend), clicks, impressions };
    }),
  };
}
