import { ProviderError } from "../provider-error.ts";
import type { ListingItem, ListingState, ListingStore, Matching, NewListingStore, Pickup } from "../search-provider.ts";
import type { CallGoogle } from "./call.ts";
import { isNoAccess } from "./profiles.ts";
import type { GoogleSettings } from "./settings.ts";

/** Text, because Google's int64 values are JSON strings. */
function microsOf(amount: string): string {
  const [, whole, decimals = ""] = /^([0-9]+)(?:\.([0-9]{1,6}))?$/.exec(amount) ?? [];
  if (whole === undefined) throw new ProviderError("refused", `“${amount}” is no price.`, { reason: "INVALID_PRICE" });
  return String(BigInt(whole + decimals.padEnd(6, "0")));
}

interface StoreMatching {
  matchingState?: string;
  matchingStateHint?: string;
}

interface MerchantState {
  storeStates?: (StoreMatching & { storeCode: string })[];
  inventoryStats?: { submittedEntries?: string; submittedInStockEntries?: string; unsubmittedEntries?: string };
  countrySettings?: {
    regionCode: string;
    freeLocalListingsEnabled?: boolean;
    inventoryVerificationState?: string;
    instockServingVerificationState?: string;
  }[];
}

const AVAILABILITY = {
  in_stock: "in stock",
  low_stock: "limited availability",
  out_of_stock: "out of stock",
} as const satisfies Record<ListingItem["status"], string>;

const PICKUP_METHOD = {
  buy: "buy",
  reserve: "reserve",
  ship_to_store: "ship to store",
  not_supported: "not supported",
} as const satisfies Record<Pickup["method"], string>;

const PICKUP_SLA = {
  same_day: "same day",
  next_day: "next day",
  two_days: "2-day",
  three_days: "3-day",
  four_days: "4-day",
  five_days: "5-day",
  six_days: "6-day",
  multi_week: "multi-week",
} as const satisfies Record<NonNullable<Pickup["time"]>, string>;

const HINTS: Record<string, Extract<Matching, { isMatched: false }>["reason"]> = {
  "linked-store-not-found": "no_profiles",
  "store-match-not-found": "no_match",
  "store-match-unverified": "unverified",
};

function matchingOf({ matchingState, matchingStateHint = "" }: StoreMatching): Matching {
  if (matchingState === "STORE_MATCHING_STATE_MATCHED") return { isMatched: true };
  return { isMatched: false, reason: HINTS[matchingStateHint] ?? "unknown" };
}

const APPROVED = "VERIFICATION_STATE_APPROVED";

/** Merchant API, local feeds: we send stores and stock as a feeds partner. */
export function createLocalFeeds(call: CallGoogle, settings: GoogleSettings) {
  const ours = `/lfp/v1/accounts/${settings.merchantAccount}`;

  function storefront({ merchantId, storeCode }: ListingStore): string | null {
    const filled = settings.storefrontUrl
      ?.replace("{merchantId}", merchantId)
      .replace("{storeCode}", encodeURIComponent(storeCode));
    return filled ?? null;
  }

  return {
    async insertStore(store: NewListingStore): Promise<Matching> {
      const answer = await call<StoreMatching>({
        service: "merchant",
        method: "POST",
        path: `${ours}/lfpStores:insert`,
        body: {
          targetAccount: store.merchantId,
          storeCode: store.storeCode,
          storeAddress: store.address,
          storeName: store.name,
          ...(store.phone && { phoneNumber: store.phone }),
          ...(store.placeId && { placeId: store.placeId }),
        },
        isRepeatable: true,
      });
      return matchingOf(answer);
    },

    async submitItem(store: ListingStore, item: ListingItem): Promise<void> {
      await call({
        service: "merchant",
        method: "POST",
        path: `${ours}/lfpInventories:insert`,
        body: {
          targetAccount: store.merchantId,
          storeCode: store.storeCode,
          offerId: item.offerId,
          regionCode: store.country,
          contentLanguage: item.language,
          availability: AVAILABILITY[item.status],
          collectionTime: item.seenAt.toISOString(),
          ...(item.quantity === null ? {} : { quantity: String(item.quantity) }),
          ...(item.gtin && { gtin: item.gtin }),
          ...(item.price && {
            price: { amountMicros: microsOf(item.price.amount), currencyCode: item.price.currency },
          }),
          ...(item.pickup && { pickupMethod: PICKUP_METHOD[item.pickup.method] }),
          ...(item.pickup?.time && { pickupSla: PICKUP_SLA[item.pickup.time] }),
        },
        isRepeatable: true,
      });
    },

    async readState(store: ListingStore): Promise<ListingState> {
      let state: MerchantState;
      try {
        const path = `${ours}/lfpMerchantStates/${store.merchantId}`;
        state = await call<MerchantState>({ service: "merchant", method: "GET", path });
      } catch (error) {
        if (!isNoAccess(error)) throw error;
        return { matching: null, isLive: false, storefrontUrl: null, items: null };
      }
      const ofStore = state.storeStates?.find(({ storeCode }) => storeCode === store.storeCode);
      const matching = ofStore ? matchingOf(ofStore) : null;
      const country = state.countrySettings?.find(({ regionCode }) => regionCode === store.country);
      const isApproved =
        country?.inventoryVerificationState === APPROVED && country.instockServingVerificationState === APPROVED;
      const isLive = Boolean(matching?.isMatched && country?.freeLocalListingsEnabled && isApproved);
      const stats = state.inventoryStats;
      return {
        matching,
        isLive,
        storefrontUrl: isLive ? storefront(store) : null,
        items: stats
          ? {
              accepted: Number(stats.submittedEntries ?? 0),
              inStock: Number(stats.submittedInStockEntries ?? 0),
              rejected: Number(stats.unsubmittedEntries ?? 0),
            }
          : null,
      };
    },
  };
}
