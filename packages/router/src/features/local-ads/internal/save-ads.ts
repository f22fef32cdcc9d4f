import { isDeepStrictEqual } from "node:util";
import type { Tx } from "@highstreet/db";
import { type ChannelRow, newChannel, type StoreIds, saveChannel } from "../../../core/channels/index.ts";
import { readAdsState } from "./ads-state.ts";
import { withStatus } from "./ads-warnings.ts";

/** Saves local ads with the status and warnings of the current state. Call it last, under the store's lock. */
export async function saveAds(
  tx: Tx,
  store: StoreIds,
  fields: Partial<Pick<ChannelRow, "dailyBudget" | "parameters">>,
  by: "call" | "worker",
  now: Date,
): Promise<ChannelRow> {
  const state = await readAdsState(tx, store);
  const current = state.channel ?? { ...newChannel(store, "local_ads", now), dailyBudget: 0 };
  return saveChannel(tx, state.channel, withStatus({ ...current, ...fields }, state, now), by, now);
}

/** Updates status and warnings of local ads after another change, if local ads are enabled. */
export async function refreshAds(tx: Tx, store: StoreIds, now: Date): Promise<void> {
  const state = await readAdsState(tx, store);
  if (!state.channel) return;
  const after = withStatus(state.channel, state, now);
  if (!isDeepStrictEqual(after, state.channel)) await saveChannel(tx, state.channel, after, "worker", now);
}
