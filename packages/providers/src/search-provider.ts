/** A store whose channel waits for an invitation. */
export interface WaitingLocation {
  /** The caller's own name for it, handed back with what fits. */
  key: string;
  locationId: string;
  name: string;
  /** As one line. */
  address: string;
  postcode: string;
  /** The code that the owner can add to the profile's labels to link the location to this store. */
  code?: string;
  waitingSince: Date;
}

/** An invitation to manage a location, which waits for our answer. It says what the location is called, not its id. */
export interface Invitation {
  id: string;
  locationName: string;
  /** One line; empty where the provider says none. */
  address: string;
  /** Keys of the waiting locations that it can be for. Accept it only where there is one. */
  fits: string[];
}

/** Why a profile's listings cannot show, and whose move it is. */
export type Standing =
  | "good"
  /** The provider reviews it. */
  | "in_review"
  /** The owner has to verify the business. */
  | "unverified"
  /** Another profile of the same business is the one that counts. */
  | "conflict"
  /** The provider has suspended or disabled it. */
  | "suspended";

/** A business profile's location, as one who may manage it sees it. */
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

/** A retailer as the search engine gets to know it. */
export interface Merchant {
  /** Ours; the same always leads to the same account. */
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
  /** What `openMerchant` gave. */
  merchantId: string;
  /** ISO 3166-1, two letters. */
  country: string;
}

/** Where a store's items go. */
export interface ListingStore extends MerchantCountry {
  storeCode: string;
  locationId: string;
}

export interface NewListingStore extends ListingStore {
  name: string;
  /** One line, country included. */
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
      /** `no_profiles`: none is linked; `no_match`: none has this address; `unverified`: the one that has is not verified. */
      reason: "no_profiles" | "no_match" | "unverified" | "unknown";
    };

export interface ListingItem {
  /** The item's barcode or product id: the same in every submission. */
  offerId: string;
  gtin: string | null;
  /** ISO 639-1. */
  language: string;
  status: "in_stock" | "low_stock" | "out_of_stock";
  quantity: number;
  /** `amount` is an exact decimal ("44.90"). */
  price: { amount: string; currency: string } | null;
  /** When the shelf was so. */
  seenAt: Date;
}

/** What a retailer says of an item itself, in place of what the provider's own catalogue says of its GTIN. */
export interface ItemDescription {
  offerId: string;
  gtin: string | null;
  /** ISO 639-1. */
  language: string;
  title: string;
  description: string | null;
  brand: string | null;
  /** Addresses, the most telling one first. */
  images: string[];
}

/** How a store's listings stand. */
export interface ListingState {
  matching: Matching | null;
  /** Listings show to shoppers. */
  isLive: boolean;
  storefrontUrl: string | null;
  /** What the provider counts, of all of the merchant's stores; null: nothing yet. */
  items: { accepted: number; inStock: number; rejected: number } | null;
}

/** Why an item of a merchant does not show. */
export interface ItemProblem {
  offerId: string;
  /** The provider's own code. */
  code: string;
  message: string;
  /** Who can mend it; null: nobody needs to, it is still looked at. */
  mendedBy: "merchant" | null;
}

/** The search engine's side of the `search` channel. Every call fails with a ProviderError. */
export interface SearchProvider {
  /** The account that a retailer invites as manager of its location. */
  readonly businessAccountId: string;
  /** The invitations that wait for our answer, and which of the waiting locations each can be for. */
  findInvitations(waiting: readonly WaitingLocation[]): Promise<Invitation[]>;
  /** Accepts an invitation; one that was accepted before is no error. */
  acceptInvitation(invitationId: string): Promise<void>;
  /** @returns null: we have no access (any more) */
  readProfile(locationId: string): Promise<Profile | null>;
  /** Gives a profile its store code. @throws ProviderError `refused` when another location of the account has it */
  setStoreCode(locationId: string, storeCode: string): Promise<void>;
  /** Finds or makes a retailer's account and everything that its listings need. Repeat it until it succeeds. */
  openMerchant(merchant: Merchant): Promise<string>;
  /** Makes a store known, or replaces what is known of it. */
  insertStore(store: NewListingStore): Promise<Matching>;
  /**
   * Says how an item stands in a store; the latest counts, and it is forgotten after 30 days. An item that is no longer to
   * be shown is submitted once as out of stock.
   * @throws ProviderError `refused` with the reason, when the item cannot be taken as it is
   */
  submitItem(store: ListingStore, item: ListingItem): Promise<void>;
  /** Says what an item is shown as, in all of a merchant's stores of the country; the latest counts. */
  describeItem(merchant: MerchantCountry, item: ItemDescription): Promise<void>;
  /** Takes a description back: the provider's catalogue counts again. Without one it does nothing. */
  forgetDescription(merchant: MerchantCountry, item: Pick<ItemDescription, "offerId" | "language">): Promise<void>;
  readState(store: ListingStore): Promise<ListingState>;
  /** The items of a merchant that the provider took and does not show. */
  listProblems(merchant: MerchantCountry): AsyncIterable<ItemProblem>;
  /** Ends our access to a location; without access it does nothing. */
  giveUpAccess(locationId: string): Promise<void>;
}
