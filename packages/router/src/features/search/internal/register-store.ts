import { isDeepStrictEqual } from "node:util";
import { type NewListingStore, testIdOf } from "@highstreet/providers";
import { findRetailer, shopTime } from "../../../access/find-retailer.ts";
import type { StoreRow } from "../../../core/stores/index.ts";
import { isAllSent } from "../../listings/index.ts";
import type { Check } from "./check-search-channel.ts";
import { recordStep } from "./record-check.ts";
import type { SetupRow } from "./setup-row.ts";

const madeStoreCode = (storeId: string): string => `HS${storeId.replaceAll("-", "").slice(-12).toUpperCase()}`;

/**
 * The profile's own code, then the given code, then a new one. Never overwrites a code.
 * @returns whether a store code is active
 */
export async function settleStoreCode(check: Check): Promise<boolean> {
  const { ctx, claim, setup } = check;
  const { profile, givenStoreCode } = setup;
  if (!profile) return false;
  if (givenStoreCode && profile.storeCode && profile.storeCode !== givenStoreCode) return false;
  const storeCode = profile.storeCode ?? givenStoreCode ?? madeStoreCode(setup.storeId);
  if (!profile.storeCode) await ctx.providers.search.setStoreCode(setup.locationId, storeCode);
  if (setup.storeCodeAt && profile.storeCode) return true;
  check.setup = await recordStep(ctx, claim, async ({ now }) => ({
    ...setup,
    profile: { ...profile, storeCode },
    storeCodeAt: now,
  }));
  return true;
}

/** E.164. Others are left out. */
const e164 = /^\+[1-9][0-9]{6,14}$/;

function phoneOf({ phone }: StoreRow): string | null {
  const digits = phone?.replace(/[\s().-]/g, "") ?? "";
  return e164.test(digits) ? digits : null;
}

function listingStore(store: StoreRow, { profile, locationId }: SetupRow, merchantId: string): NewListingStore {
  const { name, address, postcode, city, country } = store;
  return {
    merchantId,
    country,
    storeCode: profile?.storeCode ?? "",
    locationId,
    name,
    address: [address, city, postcode, country].join(", "),
    placeId: profile?.placeId ?? null,
    phone: phoneOf(store),
  };
}

/** Items must be sent to another place than before. */
const hasMoved = (before: NewListingStore, store: NewListingStore): boolean =>
  before.merchantId !== store.merchantId || before.country !== store.country || before.storeCode !== store.storeCode;

/**
 * In an account of the retailer. Repeats this if the store has changed. Sending begins when the search engine has matched the store.
 * @returns whether sending has begun
 */
export async function registerStore(check: Check, store: StoreRow): Promise<boolean> {
  const { ctx, claim } = check;
  const { search } = ctx.providers;
  const { registeredStore, sendingAt } = check.setup;
  if (
    sendingAt &&
    registeredStore &&
    isDeepStrictEqual(registeredStore, listingStore(store, check.setup, registeredStore.merchantId))
  )
    return true;

  const { name, isTest, partnerId, retailerId: id } = await findRetailer(ctx, store.retailerId);
  const retailerId = isTest ? testIdOf(partnerId, id) : id;
  const { country, timezone } = store;
  const merchantId = await search.openMerchant({ retailerId, name, country, language: "en", timezone });
  if (merchantId !== check.setup.merchantId) {
    check.setup = await recordStep(ctx, claim, async () => ({ ...check.setup, merchantId }));
  }
  const wanted = listingStore(store, check.setup, merchantId);
  const matching = await search.insertStore(wanted);
  check.setup = await recordStep(ctx, claim, async ({ now }) => {
    const setup = { ...check.setup, matching };
    if (!matching.isMatched) return setup;
    const startsAgain = !sendingAt || !registeredStore || hasMoved(registeredStore, wanted);
    return { ...setup, registeredStore: wanted, ...(startsAgain && { sendingAt: now, sentAt: null, liveAt: null }) };
  });
  return check.setup.sendingAt !== null;
}

/** @returns the storefront's address; null if there is none yet */
export async function readListingState(check: Check): Promise<string | null> {
  const { ctx, setup } = check;
  if (!setup.registeredStore) return null;
  const state = await ctx.providers.search.readState(setup.registeredStore);
  const now = ctx.now();
  const liveAt = setup.liveAt ?? (await shopTime(ctx.db, setup.retailerId, now));
  const sentAt = setup.sentAt ?? ((await isAllSent(ctx.db, setup)) ? now : null);
  check.setup = {
    ...setup,
    sentAt,
    matching: state.matching ?? setup.matching,
    items: state.items,
    liveAt: state.isLive ? liveAt : null,
  };
  return state.storefrontUrl;
}
