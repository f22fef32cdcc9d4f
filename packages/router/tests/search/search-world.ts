import {
  type Invitation,
  type Matching,
  type NewListingStore,
  type Profile,
  ProviderError,
  type ProviderErrorKind,
  type Providers,
  type SearchProvider,
  type Standing,
} from "@highstreet/providers";

/** Stands for the end of the process: no code runs after it. */
export class Killed extends Error {}

/** The fault of the provider's next call. With `kill-after` and `lost-after` the call runs, but its answer is lost. */
export type Fault = "kill-before" | "kill-after" | ProviderErrorKind | "lost-after";

interface Location {
  isInvited: boolean;
  isOpen: boolean;
  /** We have access without a request, from an invitation for another location. */
  isStray: boolean;
  storeCode: string | null;
  labels: string[];
  standing: Standing;
  isMatched: boolean;
  /** The listings of its store show after the store is registered. */
  isApproved: boolean;
}

const fresh = (): Location => ({
  ...{ isInvited: false, isOpen: false, isStray: false, storeCode: null, labels: [] },
  ...{ standing: "good" as const, isMatched: true, isApproved: false },
});

const keyOf = ({ merchantId, storeCode }: { merchantId: string; storeCode: string }) => `${merchantId} ${storeCode}`;

/** A search engine that the test controls step by step. It counts the calls. */
export class SearchWorld {
  readonly locations = new Map<string, Location>();
  readonly stores = new Map<string, NewListingStore>();
  /** The calls with an effect, in order: `accept 1`, `code 1 HS…`, `end 1`. */
  readonly done: string[] = [];
  /** Calls that must never happen. */
  readonly wrong: string[] = [];
  /** Faults of the next calls; undefined: no fault. */
  faults: (Fault | undefined)[] = [];
  /** Other events during the next calls, before or after their effect. */
  meanwhile: ({ isBefore: boolean; run: () => Promise<void> } | undefined)[] = [];
  /** Called for each location when we get access to it. */
  onOpen: (locationId: string) => void = () => undefined;

  at(locationId: string): Location {
    const found = this.locations.get(locationId) ?? fresh();
    this.locations.set(locationId, found);
    return found;
  }

  #matching(locationId: string): Matching {
    return this.at(locationId).isMatched ? { isMatched: true } : { isMatched: false, reason: "no_match" };
  }

  #managed(locationId: string): Location {
    const location = this.at(locationId);
    if (!location.isOpen) throw new ProviderError("no-access", "We have no access to this location.");
    return location;
  }

  #setStoreCode(locationId: string, storeCode: string): void {
    const location = this.#managed(locationId);
    if (location.storeCode) this.wrong.push(`the store code ${location.storeCode} of ${locationId} was overwritten`);
    for (const [other, { storeCode: taken }] of this.locations) {
      if (other !== locationId && taken === storeCode) throw new ProviderError("refused", "The store code is taken.");
    }
    location.storeCode = storeCode;
    this.done.push(`code ${locationId} ${storeCode}`);
  }

  #profile(locationId: string): Profile | null {
    const { isOpen, storeCode, labels, standing } = this.at(locationId);
    const place = { placeId: null, latitude: 51.5, longitude: -0.1 };
    return isOpen ? { locationId, name: "", address: "", storeCode, labels, standing, ...place } : null;
  }

  #accept(locationId: string): void {
    const location = this.at(locationId);
    if (!location.isInvited) return;
    this.done.push(`accept ${locationId}`);
    this.open(locationId, { isStray: false });
  }

  open(locationId: string, { isStray }: { isStray: boolean }): void {
    Object.assign(this.at(locationId), { isInvited: false, isOpen: true, isStray });
    this.onOpen(locationId);
  }

  #end(locationId: string): void {
    const location = this.at(locationId);
    if (!location.isOpen) return;
    Object.assign(location, { isOpen: false, isStray: false });
    this.done.push(`end ${locationId}`);
  }

  /** Runs the call, or produces the next fault. */
  async #call<Result>(work: () => Result): Promise<Result> {
    const fault = this.faults.shift();
    const meanwhile = this.meanwhile.shift();
    if (meanwhile?.isBefore) await meanwhile.run();
    if (fault === "kill-before") throw new Killed();
    if (fault === undefined || fault === "kill-after" || fault === "lost-after") {
      const result = work();
      if (!meanwhile?.isBefore) await meanwhile?.run();
      if (fault === "kill-after") throw new Killed();
      if (fault === "lost-after") throw new ProviderError("unavailable", "The answer was lost.");
      return result;
    }
    throw new ProviderError(fault, `The search engine says ${fault}.`);
  }

  readonly search: SearchProvider = {
    businessAccountId: "accounts/1",
    findInvitations: (waiting) =>
      this.#call(() =>
        [...this.locations].flatMap(([id, { isInvited }]): Invitation[] => {
          const fits = waiting.filter(({ locationId }) => locationId === id).map(({ key }) => key);
          return isInvited ? [{ id, locationName: "", address: "", fits }] : [];
        }),
      ),
    acceptInvitation: (id) => this.#call(() => this.#accept(id)),
    readProfile: (id) => this.#call(() => this.#profile(id)),
    setStoreCode: (id, code) => this.#call(() => this.#setStoreCode(id, code)),
    openMerchant: ({ retailerId }) => this.#call(() => `merchant-${retailerId}`),
    insertStore: (store) =>
      this.#call(() => {
        if (this.at(store.locationId).isMatched) this.stores.set(keyOf(store), store);
        return this.#matching(store.locationId);
      }),
    submitItem: async () => undefined,
    describeItem: async () => undefined,
    forgetDescription: async () => undefined,
    readState: (store) =>
      this.#call(() => {
        const { isOpen, isApproved, isMatched } = this.at(store.locationId);
        const isLive = this.stores.has(keyOf(store)) && isOpen && isApproved && isMatched;
        const storefrontUrl = isLive ? `https://storefront.example/${store.locationId}` : null;
        return { matching: this.#matching(store.locationId), isLive, storefrontUrl, items: null };
      }),
    listProblems: async function* () {},
    giveUpAccess: (id) => this.#call(() => this.#end(id)),
  };

  /** Providers with ads that no test calls. */
  providers(ads: Providers["ads"]): Providers {
    return { search: this.search, ads, speed: 1 };
  }
}
