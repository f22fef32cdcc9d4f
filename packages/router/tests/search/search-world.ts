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

/** The process is gone: nothing after it runs. */
export class Killed extends Error {}

/** What the next call of the provider comes to; `kill-after` and `lost-after`: it was done, and nobody hears of it. */
export type Fault = "kill-before" | "kill-after" | ProviderErrorKind | "lost-after";

interface Location {
  isInvited: boolean;
  isOpen: boolean;
  /** We were let in without having asked: by an invitation that was taken for another's. */
  isStray: boolean;
  storeCode: string | null;
  labels: string[];
  standing: Standing;
  isMatched: boolean;
  /** Listings of its store show, once the store is known. */
  isApproved: boolean;
}

const fresh = (): Location => ({
  ...{ isInvited: false, isOpen: false, isStray: false, storeCode: null, labels: [] },
  ...{ standing: "good" as const, isMatched: true, isApproved: false },
});

const keyOf = ({ merchantId, storeCode }: { merchantId: string; storeCode: string }) => `${merchantId} ${storeCode}`;

/** A search engine whose every step a test takes, and which counts what it is asked to do. */
export class SearchWorld {
  readonly locations = new Map<string, Location>();
  readonly stores = new Map<string, NewListingStore>();
  /** What was done, in its order: `accept 1`, `code 1 HS…`, `end 1`. What changes nothing is not in it. */
  readonly done: string[] = [];
  /** What should never have been asked. */
  readonly wrong: string[] = [];
  /** What the next calls come to; undefined: nothing is wrong. */
  faults: (Fault | undefined)[] = [];
  /** What else happens while the next calls are under way, before they are done or after. */
  meanwhile: ({ isBefore: boolean; run: () => Promise<void> } | undefined)[] = [];
  /** Told of each location as we are let into it. */
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

  /** Does it, or comes to what the next fault says. */
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

  /** With ads that nobody asks for anything. */
  providers(ads: Providers["ads"]): Providers {
    return { search: this.search, ads, speed: 1 };
  }
}
