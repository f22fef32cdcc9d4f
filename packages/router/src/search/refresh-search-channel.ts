import { isDeepStrictEqual } from "node:util";
import type { Sql } from "@highstreet/db";
import type { LocationState } from "@highstreet/providers";
import { type ChannelRow, readChannel, type StoreIds, saveChannel } from "../channels/index.ts";
import type { Context } from "../context.ts";
import { lockStores } from "../events/index.ts";
import { followSearch } from "../local-ads/index.ts";
import { claimLocation, holderOf, releaseLocation } from "./location-claim.ts";
import { searchParameters } from "./search-row.ts";
import { searchWarnings } from "./search-warnings.ts";

/** A store code for a profile that has none. */
const madeStoreCode = (storeId: string): string => `HS${storeId.replaceAll("-", "").slice(-12).toUpperCase()}`;

const pending = (row: ChannelRow, warning: keyof typeof searchWarnings): ChannelRow => ({
  ...row,
  status: "pending",
  warnings: [searchWarnings[warning]],
  storefrontUrl: null,
});

/** What becomes of a channel by what the search engine says of its location; claims the location once we are let in. */
async function next(tx: Sql, row: ChannelRow, state: LocationState, now: Date): Promise<ChannelRow> {
  const { locationId, storeCode, businessAccountId } = searchParameters(row);
  const holder = await holderOf(tx, locationId, row);
  if (holder === "another") return pending(row, "locationUnavailable");
  if (row.warnings.some((warning) => warning.id === searchWarnings.locationUnavailable.id)) {
    // Given up by its store: an invitation that was accepted for that one does not count for this one.
    return { ...pending(row, "awaitingAccess"), waitingSince: now };
  }
  if (!state.access) {
    if (holder === "us") await releaseLocation(tx, locationId, row);
    return { ...pending(row, "awaitingAccess"), waitingSince: holder === "us" ? now : row.waitingSince };
  }
  if (holder === "nobody" && !(await claimLocation(tx, locationId, row, now))) {
    return pending(row, "locationUnavailable");
  }
  if (storeCode && state.storeCode && storeCode !== state.storeCode) return pending(row, "storeCodeMismatch");
  const inForce = state.storeCode ?? storeCode ?? madeStoreCode(row.storeId);
  const linked = { ...row, parameters: { locationId, storeCode: inForce, businessAccountId } };
  if (!state.live) return pending(linked, "merchantCenterPending");
  return { ...linked, status: "connected", warnings: [], storefrontUrl: state.storefrontUrl };
}

/**
 * Asks the search engine how a store's channel stands, and records what changed (contract §5, search). Safe to run at
 * any time, and twice.
 * @returns whether anything changed
 */
export async function refreshSearchChannel(ctx: Context, store: StoreIds): Promise<boolean> {
  const now = ctx.now();
  const asked = await readChannel(ctx.db, store, "search");
  if (!asked) return false;
  const { locationId } = searchParameters(asked);
  const waitingSince = asked.waitingSince ?? asked.createdAt;
  const state = await ctx.providers.search.readLocation({ locationId, waitingSince }, now);
  return ctx.db.transaction(async (tx) => {
    await lockStores(tx, store.retailerId, [store.storeId]);
    const before = await readChannel(tx, store, "search");
    const isSame = before && searchParameters(before).locationId === locationId;
    if (!isSame || before.waitingSince?.getTime() !== asked.waitingSince?.getTime()) return false;
    const after = await next(tx, before, state, now);
    if (isDeepStrictEqual(before, after)) return false;
    await saveChannel(tx, before, after, now);
    await followSearch(tx, store, after.status === "connected", now);
    return true;
  });
}
