/** A store with a channel that waits for an invitation. */
export interface WaitingLocation {
  /** The caller's key for the location. `Invitation.fits` contains it. */
  key: string;
  locationId: string;
  name: string;
  /** One line. */
  address: string;
  postcode: string;
  /** The code that the owner can add to the profile's labels to link the location to this store. */
  code?: string;
  waitingSince: Date;
}

/** An invitation to manage a location, not accepted yet. It has the location's name, but not its id. */
export interface Invitation {
  id: string;
  locationName: string;
  /** One line; empty if the provider gives no address. */
  address: string;
  /**
   * Keys of the waiting locations that the invitation can belong to. Accept an invitation only if this list is not empty.
   */
  fits: string[];
}

/** The state of a profile: the reason why its listings cannot show, and the person who has to act. */
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

/** A location in the business profile, as its managers see it. */
export interface Profile {
  locationId: string;
  name: string;
  /** One line. */
  address: string;
  storeCode: string | null;
  /** Free text of the owner that only managers of the profile see. Default: none. */
  labels?: string[];
  placeId: string | null;
  latitude: number | null;
  longitude: number | null;
  standing: Standing;
}

/** A retailer, as registered at the search engine. */
export interface Merchant {
  /** Our id of the retailer. The same id always gives the same account. */
  retailerId: string;
  name: string;
  /** ISO 3166-1, two letters. */
  country: string;
  /** BCP 47. */
  language: string;
  /** IANA. */
  timezone: string;
}

export interface MerchantCountry {
  /** The result of `openMerchant`. */
  merchantId: string;
  /** ISO 3166-1, two letters. */
  country: string;
}

/** The destination of a store's items. */
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

/** Whether the provider found the store among the business profiles. */
export type Matching =
  | { isMatched: true }
  | {
      isMatched: false;
      /**
       * `no_profiles`: no profile is linked. `no_match`: no profile has this address. `unverified`: the profile with this address
       * is not verified.
       */
      reason: "no_profiles" | "no_match" | "unverified" | "unknown";
    };

export interface ListingItem {
  /** The item's barcode or product id. It is the same in every call. */
  offerId: string;
  gtin: string | null;
  /** ISO 639-1. */
  language: string;
  status: "in_stock" | "low_stock" | "out_of_stock";
  /** Whole pieces; null: unknown. */
  quantity: number | null;
  /** `amount` is an exact decimal ("44.90"). */
  price: { amount: string; currency: string } | null;
  /** The time at which we read this quantity and price. */
  seenAt: Date;
}

/** The retailer's description of an item. It replaces the description in the provider's own catalogue. */
export interface ItemDescription {
  offerId: string;
  gtin: string | null;
  /** ISO 639-1. */
  language: string;
  title: string;
  description: string | null;
  brand: string | null;
  /** URLs. The best image is first. */
  images: string[];
  /** Undefined for a new item. */
  condition?: "refurbished" | "used";
}

/** The state of a store's listings. */
export interface ListingState {
  matching: Matching | null;
  /** Listings show to shoppers. */
  isLive: boolean;
  storefrontUrl: string | null;
  /** The provider's counts for all stores of the merchant; null before the first count. */
  items: { accepted: number; inStock: number; rejected: number } | null;
}

/** Why the provider does not show an item of a merchant. */
export interface ItemProblem {
  offerId: string;
  /** The provider's own code. */
  code: string;
  message: string;
  /** Who can solve the problem; null while the provider still reviews the item. */
  fixableBy: "merchant" | null;
}

/** The port to the search engine for the `search` channel. Every failure is a ProviderError. */
export interface SearchProvider {
  /** The account that a retailer invites as a manager of its location. */
  readonly businessAccountId: string;
  /** Invitations that are not accepted yet, with the waiting locations that each can belong to. */
  findInvitations(waiting: readonly WaitingLocation[]): Promise<Invitation[]>;
  /** Accepts an invitation. A second call for the same invitation does nothing. */
  acceptInvitation(invitationId: string): Promise<void>;
  /** @returns null if we have no access */
  readProfile(locationId: string): Promise<Profile | null>;
  /**
   * Sets the store code of a profile.
   * @throws ProviderError `refused` if another location of the account has this code
   */
  setStoreCode(locationId: string, storeCode: string): Promise<void>;
  /**
   * Finds or creates the account of a retailer with all of its settings for listings. Can be repeated after a failure.
   */
  openMerchant(merchant: Merchant): Promise<string>;
  /** Registers a store, or replaces its registration. */
  insertStore(store: NewListingStore): Promise<Matching>;
  /**
   * Sends the state of an item in a store. The latest state counts, and the provider forgets it after 30 days. An item that should
   * no longer show is sent once as out of stock.
   * @throws ProviderError `refused` with a reason if the provider does not take the item
   */
  submitItem(store: ListingStore, item: ListingItem): Promise<void>;
  /** Sends the description of an item for all of a merchant's stores in the country. The latest description counts. */
  describeItem(merchant: MerchantCountry, item: ItemDescription): Promise<void>;
  /** Deletes a description, so that the provider's catalogue counts again. Does nothing if there is no description. */
  forgetDescription(merchant: MerchantCountry, item: Pick<ItemDescription, "offerId" | "language">): Promise<void>;
  readState(store: ListingStore): Promise<ListingState>;
  /** Lists the items of a merchant that the provider has and does not show. */
  listProblems(merchant: MerchantCountry): AsyncIterable<ItemProblem>;
  /** Ends our access to a location. Does nothing if we have no access. */
  giveUpAccess(locationId: string): Promise<void>;
}
