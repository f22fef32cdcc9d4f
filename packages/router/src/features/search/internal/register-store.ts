import { isDeepStrictEqual } from "node:util";
import type { NewListingStore } from "@highstreet/providers";
import type { StoreRow } from "../../../core/stores/index.ts";
import { findRetailer } from "../../../kernel/find-retailer.ts";
import { isAllSent } from "../../listings/index.ts";
import type { Check } from "./check-search-channel.ts";
import { recordStep } from "./record-check.ts";
import type { SetupRow } from "./setup-row.ts";

/** A store code for a profile without one. */
const madeStoreCode = (storeId: string): string => `HS${storeId.replaceAll("-", "").slice(-12).toUpperCase()}`;

/**
 * Activates a store code: the profile's own code, then the given code, then a new code. Never overwrites an existing code.
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

/** E.164. Other phone numbers are left out. */
const e164 = /^\+[1-9][0-9]{6,14}$/;

function phoneOf({ phone }: StoreRow): string | null {
  const digits = phone?.replace(/[\s().-]/g, "") ?? "";
  return e164.test(digits) ? digits : null;
}

/** The store as the search engine gets it. */
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

/** Whether items must be sent to another place than before: another account, country or store code. */
const hasMoved = (before: NewListingStore, store: NewListingStore): boolean =>
  before.merchantId !== store.merchantId || before.country !== store.country || before.storeCode !== store.storeCode;

/**
 * Registers the store with the search engine, in an account of the retailer. Repeats this if the store has changed. Data sending
 * begins when the search engine has matched the store with a profile.
 * @returns whether data sending has begun
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

  const { name } = await findRetailer(ctx, store.retailerId);
  const { retailerId, country, timezone } = store;
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

/** Reads the state of the store's listings. @returns the storefront's address; null if there is none yet */
export async function readListingState(check: Check): Promise<string | null> {
  const { ctx, setup } = check;
  if (!setup.registeredStore) return null;
  const state = await ctx.providers.search.readState(setup.registeredStore);
  const now = ctx.now();
  const sentAt = setup.sentAt ?? ((await isAllSent(ctx.db, setup)) ? now : null);
  check.setup = {
    ...setup,
    sentAt,
    matching: state.matching ?? setup.matching,
    items: state.items,
    liveAt: state.isLive ? (setup.liveAt ?? now) : null,
  };
  return state.storefrontUrl;
}
