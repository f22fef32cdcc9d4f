import { adsCurrency, penceToPounds, presentUpcoming } from "../../core/channels/index.ts";
import { findStore, type StoreRow } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { type AdsState, readAdsState } from "./internal/ads-state.ts";
import { messageOf } from "./internal/ads-warnings.ts";
import { readLatestChanges, upcomingChange } from "./internal/budget-changes.ts";
import { readInStock } from "./internal/find-obstacle.ts";
import type { AdsOverview, StoreOfAds } from "./overview.schema.ts";
import { costAtMost } from "./overview.schema.ts";

/** A year of daily changes. */
const MOST_CHANGES = 366;

/**
 * The state of a store's local ads, enabled or not.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function getAdsOverview(ctx: Context, input: StoreOfAds): Promise<AdsOverview> {
  const store = await findStore(ctx, input);
  const state = await readAdsState(ctx.db, store);
  const changes = await readLatestChanges(ctx.db, store, MOST_CHANGES);
  return {
    ...present(state, store, ctx.now()),
    inStock: await readInStock(ctx.db, store),
    history: changes.map(({ date, budget, madeAt }) => ({
      ...{ date, budget: penceToPounds(budget), madeAt: madeAt?.toISOString() ?? null },
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
    problem: campaign.problem && { message: messageOf(campaign.problem) },
  };
}
