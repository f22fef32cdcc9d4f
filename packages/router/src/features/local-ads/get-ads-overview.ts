import type { Sql } from "@highstreet/db";
import { inZone, poundsOf, type StoreIds } from "../../core/channels/index.ts";
import { findStore, type StoreRow } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { type AdsState, readAdsState } from "./ads-state.ts";
import { wordsFor } from "./ads-warnings.ts";
import { costAtMost } from "./cost-at-most.schema.ts";
import { readInStock } from "./find-obstacle.ts";
import type { AdsOverview, StoreOfAds } from "./overview.schema.ts";

const changes = `
  SELECT to_char(local_date, 'YYYY-MM-DD') AS date, budget, made_at AS "madeAt" FROM budget_change
  WHERE retailer_id = $1 AND store_id = $2 ORDER BY local_date DESC LIMIT 366`;

async function readHistory(sql: Sql, store: StoreIds): Promise<AdsOverview["history"]> {
  const rows = await sql.query<{ date: string; budget: number; madeAt: Date | null }>(changes, [
    ...[store.retailerId, store.storeId],
  ]);
  return rows.toReversed().map(({ date, budget, madeAt }) => ({
    ...{ date, budget: poundsOf(budget), madeAt: madeAt?.toISOString() ?? null },
  }));
}

/**
 * How a store's local ads stand, enabled or not.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function getAdsOverview(ctx: Context, input: StoreOfAds): Promise<AdsOverview> {
  const store = await findStore(ctx, input);
  const state = await readAdsState(ctx.db, store);
  return {
    ...present(state, store),
    inStock: await readInStock(ctx.db, store),
    history: await readHistory(ctx.db, store),
  };
}

function present({ channel, toCome, area, areaType, campaign }: AdsState, { timezone }: StoreRow) {
  const budget = channel?.dailyBudget ?? 0;
  const last = toCome.at(-1);
  const atMost = costAtMost(poundsOf(budget || last?.budget || 0));
  return {
    budget: poundsOf(budget),
    upcoming: last ? { dailyBudget: poundsOf(last.budget), activates: inZone(last.activatesAt, timezone) } : null,
    area,
    areaType,
    dayAtMost: atMost.day,
    monthAtMost: atMost.month,
    campaign: campaign.state,
    problem: campaign.problem && { message: wordsFor(campaign.problem) },
  };
}
