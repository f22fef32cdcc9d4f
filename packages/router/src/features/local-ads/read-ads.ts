import { adsCurrency, penceToPounds, presentUpcoming } from "../../core/channels/index.ts";
import { findStore, type StoreRow } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { type AdsState, readAdsState, readInStock } from "./internal/ads-state.ts";
import { problemWarning } from "./internal/ads-status.ts";
import { readLatestChanges, upcomingChange } from "./internal/budget-changes.ts";
import { datesBetween, lastDays, readStoredOutcome } from "./internal/campaign-row.ts";
import { type AdsOutcome, type AdsOverview, costAtMost, type StoreOfAds } from "./overview.schema.ts";

/** A year of daily changes. */
const MAX_CHANGES = 366;

/** Enabled or not. @throws RetailerNotFound, StoreNotFound */
export async function getAdsOverview(ctx: Context, input: StoreOfAds): Promise<AdsOverview> {
  const store = await findStore(ctx, input);
  const state = await readAdsState(ctx.db, store);
  const changes = await readLatestChanges(ctx.db, store, MAX_CHANGES);
  return {
    ...present(state, store, ctx.now()),
    inStock: await readInStock(ctx.db, store),
    history: changes.map(({ date, budget, madeAt }) => ({
      date,
      budget: penceToPounds(budget),
      madeAt: madeAt?.toISOString() ?? null,
    })),
  };
}

function present({ channel, openChanges, area, areaType, campaign }: AdsState, { timezone }: StoreRow, now: Date) {
  const budget = channel?.dailyBudget ?? 0;
  const last = openChanges.at(-1);
  const atMost = costAtMost(penceToPounds(budget || last?.budget || 0));
  return {
    currency: adsCurrency,
    budget: penceToPounds(budget),
    upcoming: last ? presentUpcoming(last.budget, last.activatesAt, timezone) : null,
    canCancel: upcomingChange(openChanges, now) !== undefined,
    area,
    areaType,
    dayAtMost: atMost.day,
    monthAtMost: atMost.month,
    campaign: campaign.state,
    problem: campaign.problem && problemWarning(campaign.problem),
  };
}

/** The last 30 days, as the worker last read them (`readCampaigns`). @throws RetailerNotFound, StoreNotFound */
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
    spend: penceToPounds(sum("spend")),
    clicks: sum("clicks"),
    impressions: sum("impressions"),
    days: (first ? datesBetween(first.date, to) : []).map((date) => {
      const { spend = 0, clicks = 0, impressions = 0 } = byDate.get(date) ?? {};
      return { date, spend: penceToPounds(spend), clicks, impressions };
    }),
  };
}
