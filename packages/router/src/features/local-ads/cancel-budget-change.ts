import { type Tx, within } from "@highstreet/db";
import {
  type ChannelRow,
  channelNotEnabled,
  channelWrite,
  deleteChannel,
  penceToPounds,
  presentChannel,
  readChannel,
} from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { findStore, type StoreRow } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import { getAdsOverview } from "./get-ads-overview.ts";
import { budgetToday, readAdsState } from "./internal/ads-state.ts";
import { cancelChange } from "./internal/budget-changes.ts";
import { saveAds } from "./internal/save-ads.ts";
import type { AdsOverview, StoreOfAds } from "./overview.schema.ts";

/**
 * Cancels the upcoming budget change, also if it ends the ads. A due change stays. If no budget was ever active, the local ads
 * record is deleted.
 * @throws RetailerNotFound, StoreNotFound, ChannelNotEnabled
 */
export async function cancelBudgetChange(ctx: Context, input: StoreOfAds): Promise<AdsOverview> {
  const { retailerId, storeId } = await findStore(ctx, input);
  const now = ctx.now();
  return ctx.db.transaction({ retailerId, storeId }, async (tx) => {
    const inTx = { ...ctx, db: within(ctx.db, tx) };
    await lockStores(tx, retailerId, [storeId]);
    // Another transaction may have changed the time zone before this one got the lock.
    const store = await findStore(inTx, input);
    const before = await readChannel(tx, store, "local_ads");
    if (!before) throw channelNotEnabled("local_ads");
    checkVersion(ctx, before.version);
    if (await cancelChange(tx, store, now)) {
      const after = await withoutChange(tx, store, now);
      const [was, is] = [before, after].map((row) => row && presentChannel(row, store.timezone, ctx.now()));
      recordHistory(ctx, tx, [channelWrite(store, was, is)]);
    }
    return getAdsOverview(inTx, input);
  });
}

async function withoutChange(tx: Tx, store: StoreRow, now: Date): Promise<ChannelRow | undefined> {
  const state = await readAdsState(tx, store);
  const budget = budgetToday(state, now);
  if (budget) return saveAds(tx, store, { parameters: { dailyBudget: penceToPounds(budget) } }, "call", now);
  // A due end deletes the record after the ads service has accepted it.
  if (state.openChanges.length) return saveAds(tx, store, {}, "call", now);
  await deleteChannel(tx, store, "local_ads", now);
  return undefined;
}
