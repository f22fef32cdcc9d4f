import { type Tx, within } from "@highstreet/db";
import {
  type ChannelRow,
  channelNotEnabled,
  channelWrite,
  deleteChannel,
  poundsOf,
  presentChannel,
  readChannel,
} from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { findStore, type StoreRow } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { budgetToday, readAdsState } from "./ads-state.ts";
import { cancelChange } from "./budget-changes.ts";
import { getAdsOverview } from "./get-ads-overview.ts";
import type { AdsOverview, StoreOfAds } from "./overview.schema.ts";
import { saveAds } from "./save-ads.ts";

/**
 * Takes back the change of budget that is to come, an end too; without one it does nothing, and one that is due stays.
 * Where no budget was ever active, local ads go with it.
 * @throws RetailerNotFound, StoreNotFound, ChannelNotEnabled
 */
export async function cancelBudgetChange(ctx: Context, input: StoreOfAds): Promise<AdsOverview> {
  const { retailerId, storeId } = await findStore(ctx, input);
  const now = ctx.now();
  return ctx.db.transaction({ retailerId, storeId }, async (tx) => {
    const inTx = { ...ctx, db: within(ctx.db, tx) };
    await lockStores(tx, retailerId, [storeId]);
    // Its clocks may have changed before the lock was had.
    const store = await findStore(inTx, input);
    const before = await readChannel(tx, store, "local_ads");
    if (!before) throw channelNotEnabled("local_ads");
    if (await cancelChange(tx, store, now)) {
      const after = await withoutChange(tx, store, now);
      const [was, is] = [before, after].map((row) => row && presentChannel(row, store.timezone));
      recordHistory(ctx, tx, [channelWrite(store, was, is)]);
    }
    return getAdsOverview(inTx, input);
  });
}

async function withoutChange(tx: Tx, store: StoreRow, now: Date): Promise<ChannelRow | undefined> {
  const state = await readAdsState(tx, store);
  const budget = budgetToday(state, now);
  if (budget) return saveAds(tx, store, { parameters: { dailyBudget: poundsOf(budget) } }, now);
  // An end that is due takes the record with it once the ads service has it.
  if (state.toCome.length) return saveAds(tx, store, {}, now);
  await deleteChannel(tx, store, "local_ads");
  return undefined;
}
