/** What the search engine says of a business profile's location. */
export interface LocationState {
  /** We were invited and may manage it. */
  access: boolean;
  /** The store code that the profile has; null: none. */
  storeCode: string | null;
  /** Its local listings are shown. */
  live: boolean;
  /** The storefront that the search engine hosts; null while not live. */
  storefrontUrl: string | null;
}

/** The search engine's side of the `search` channel. */
export interface SearchProvider {
  /** The account that a retailer invites as manager of its location. */
  readonly businessAccountId: string;
  /**
   * @param location.locationId id of the business profile's location
   * @param location.waitingSince when the channel began to wait for it
   */
  readLocation(location: { locationId: string; waitingSince: Date }, now: Date): Promise<LocationState>;
}
