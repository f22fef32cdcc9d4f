export interface WaitingLocation {
  /** The caller's key for the location, for `Invitation.fits`. */
  key: string;
  locationId: string;
  name: string;
  address: string;
  postcode: string;
  /** The owner can add it to the labels of the profile to link the location to this store. */
  code?: string;
  waitingSince: Date;
}

/** An invitation has no id of the location. */
export interface Invitation {
  id: string;
  locationName: string;
  /** One line; empty if the provider gives no address. */
  address: string;
  /** Keys of the waiting locations that the invitation can belong to. */
  fits: string[];
}

/** Why the listings of a profile cannot show. */
export type Standing =
  | "good"
  /** The provider reviews it. */
  | "in_review"
  /** The owner must verify the business. */
  | "unverified"
  /** Another profile of the same business has priority. */
  | "conflict"
  /** The provider has suspended or disabled the profile. */
  | "suspended";

export interface Profile {
  locationId: string;
  name: string;
  address: string;
  storeCode: string | null;
  /** Free text that only managers of the profile see. */
  labels?: string[];
  placeId: string | null;
  latitude: number | null;
  longitude: number | null;
  standing: Standing;
}

export interface Merchant {
  /** The same id always gives the same account. */
  retailerId: string;
  name: string;
  country: string;
  /** BCP 47. */
  language: string;
  /** IANA. */
  timezone: string;
}

export interface MerchantCountry {
  /** The result of `openMerchant`. */
  merchantId: string;
  country: string;
}

export interface ListingStore extends MerchantCountry {
  storeCode: string;
  locationId: string;
}

export interface NewListingStore extends ListingStore {
  name: string;
  /** One line with the country. */
  address: string;
  placeId: string | null;
  /** E.164. */
  phone: string | null;
}

/** Whether the provider found the store among the profiles. */
export type Matching =
  | { isMatched: true }
  | {
      isMatched: false;
      /** `no_profiles`: none is linked. `no_match`: none has this address. `unverified`: the one with this address is not verified. */
      reason: "no_profiles" | "no_match" | "unverified" | "unknown";
    };

/** How a store hands over orders. Without a time: the product cannot be collected. */
export interface Pickup {
  method: "buy" | "reserve" | "ship_to_store" | "not_supported";
  time?: "same_day" | "next_day" | "two_days" | "three_days" | "four_days" | "five_days" | "six_days" | "multi_week";
}

export interface ListingItem {
  /** The barcode or product id, the same in every call. */
  offerId: string;
  gtin: string | null;
  language: string;
  status: "in_stock" | "low_stock" | "out_of_stock";
  /** Whole pieces; null: unknown. */
  quantity: number | null;
  /** `amount` is an exact decimal ("44.90"). */
  price: { amount: string; currency: string } | null;
  pickup: Pickup | null;
  /** When we read the quantity and the price. */
  seenAt: Date;
}

/** Replaces the description in the provider's own catalogue. */
export interface ItemDescription {
  offerId: string;
  gtin: string | null;
  language: string;
  title: string;
  description: string | null;
  brand: string | null;
  /** URLs. The best image is first. */
  images: string[];
  /** Undefined for a new item. */
  condition?: "refurbished" | "used";
}

export interface ListingState {
  matching: Matching | null;
  isLive: boolean;
  storefrontUrl: string | null;
  /** For all stores of the merchant; null before the first count. */
  items: { accepted: number; inStock: number; rejected: number } | null;
}

export interface ItemProblem {
  offerId: string;
  code: string;
  message: string;
  /** null while the provider still reviews the item. */
  fixableBy: "merchant" | null;
}

/** The port to the search engine. Every failure is a ProviderError. */
export interface SearchProvider {
  readonly businessAccountId: string;
  findInvitations(waiting: readonly WaitingLocation[]): Promise<Invitation[]>;
  /** A second call for the same invitation does nothing. */
  acceptInvitation(invitationId: string): Promise<void>;
  /** @returns null if we have no access */
  readProfile(locationId: string): Promise<Profile | null>;
  /** @throws ProviderError `refused` if another location of the account has this code */
  setStoreCode(locationId: string, storeCode: string): Promise<void>;
  /** Finds or creates the account of a retailer with its settings. Can be repeated. */
  openMerchant(merchant: Merchant): Promise<string>;
  insertStore(store: NewListingStore): Promise<Matching>;
  /**
   * The latest state counts, and the provider forgets it after 30 days. An item that should no longer show is sent once as out of stock.
   * @throws ProviderError `refused` if the provider does not take the item
   */
  submitItem(store: ListingStore, item: ListingItem): Promise<void>;
  /** For all stores of the merchant in the country. The latest description counts. */
  describeItem(merchant: MerchantCountry, item: ItemDescription): Promise<void>;
  /** The provider's catalogue counts again. */
  forgetDescription(merchant: MerchantCountry, item: Pick<ItemDescription, "offerId" | "language">): Promise<void>;
  readState(store: ListingStore): Promise<ListingState>;
  listProblems(merchant: MerchantCountry): AsyncIterable<ItemProblem>;
  /** Does nothing if we have no access. */
  giveUpAccess(locationId: string): Promise<void>;
}
