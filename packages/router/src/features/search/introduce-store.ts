import { isDeepStrictEqual } from "node:util";
import type { NewListingStore } from "@highstreet/providers";
import type { StoreRow } from "../../core/stores/index.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import type { Check } from "./check-search-channel.ts";
import { recordStep } from "./record-check.ts";
import type { SetupRow } from "./setup-row.ts";

/** RFC-like E.164: what else a shop calls its telephone number is left out. */
const e164 = /^\+[1-9][0-9]{6,14}$/;

function phoneOf({ phone }: StoreRow): string | null {
  const digits = phone?.replace(/[\s().-]/g, "") ?? "";
  return e164.test(digits) ? digits : null;
}

/** A store as the search engine gets to know it. */
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

/** Items that were sent are elsewhere: another account, another country or another store. */
const isElsewhere = (told: NewListingStore, store: NewListingStore): boolean =>
  told.merchantId !== store.merchantId || told.country !== store.country || told.storeCode !== store.storeCode;

/**
 * Makes the store known to the search engine, in an account of the retailer's, and begins to send once it is matched with a
 * profile; again when what is said of it has changed. @returns whether data sending has begun
 */
export async function introduceStore(check: Check, store: StoreRow): Promise<boolean> {
  const { ctx, claim } = check;
  const { search } = ctx.providers;
  const { told, sendingAt } = check.setup;
  if (sendingAt && told && isDeepStrictEqual(told, listingStore(store, check.setup, told.merchantId))) return true;

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
    const isAnew = !sendingAt || !told || isElsewhere(told, wanted);
    return { ...setup, told: wanted, ...(isAnew && { sendingAt: now, sentAt: null, liveAt: null }) };
  });
  return check.setup.sendingAt !== null;
}
