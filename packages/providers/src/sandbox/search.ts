import { createHash } from "node:crypto";
import { ProviderError } from "../provider-error.ts";
import type { Invitation, ListingItem, ListingStore, SearchProvider } from "../search-provider.ts";
import { givenIdOf, worldOfId } from "../test-world.ts";
import { lifeOf } from "./life.ts";
import type { SandboxWorld } from "./world.ts";

/** Times are milliseconds since 1970. */
interface Managed {
  acceptedAt: number;
  storeCode: string | null;
  labels?: string[];
}

interface KnownStore {
  insertedAt: number;
}

interface KnownItem {
  offerId: string;
  locationId: string;
  country: string;
  status: ListingItem["status"];
  submittedAt: number;
}

const BUSINESS_ACCOUNT = "accounts/100000000000000000001";
/** Merchant API, lfpInventories.insert. */
const ITEM_LIFE_MS = 30 * 86_400_000;

const storefront = (locationId: string): string => `https://storefront.sandbox.example/${givenIdOf(locationId)}`;
const storeKey = ({ merchantId, storeCode }: ListingStore): string => `store:${merchantId}~${storeCode}`;
const itemsOf = (merchantId: string): string => `item:${merchantId}~`;

/** Chooses the same disapproved items every time. */
const isDisapproved = (offerId: string, percent: number): boolean =>
  createHash("sha256").update(offerId).digest().readUInt16BE() % 100 < percent;

/** Charing Cross, the centre of London, for all locations. */
const CENTRE = { latitude: 51.50735, longitude: -0.12776 };

export function createSandboxSearch({ now, speed, memory }: SandboxWorld): SearchProvider {
  const life = (locationId: string) => lifeOf(givenIdOf(locationId), speed);
  const ago = (moment: number): number => now().getTime() - moment;

  /** undefined if the owner has removed our access. */
  async function managed(locationId: string): Promise<Managed | undefined> {
    const found = (await memory.get(`location:${locationId}`)) as Managed | undefined;
    const { withdrawnAfter } = life(locationId);
    if (found && withdrawnAfter !== null && ago(found.acceptedAt) >= withdrawnAfter) return undefined;
    return found;
  }

  async function liveItems(merchantId: string, ofStore = ""): Promise<KnownItem[]> {
    const items = (await memory.list(itemsOf(merchantId) + ofStore)) as { value: KnownItem }[];
    return items.map(({ value }) => value).filter(({ submittedAt }) => ago(submittedAt) < ITEM_LIFE_MS);
  }

  return {
    businessAccountId: BUSINESS_ACCOUNT,

    async findInvitations(waiting) {
      const invited: Invitation[] = [];
      for (const [locationId, theirs] of Map.groupBy(waiting, (one) => one.locationId)) {
        const { invitedAfter } = life(locationId);
        const first = theirs.find((one) => invitedAfter !== null && ago(one.waitingSince.getTime()) >= invitedAfter);
        if (!first || (await memory.get(`location:${locationId}`))) continue;
        const code = theirs.at(-1)?.code;
        if (life(locationId).addsCode && code) await memory.put(`labels:${locationId}`, [code]);
        const place = { locationName: first.name, address: `${first.address}, ${first.postcode}` };
        const id = `${worldOfId(locationId)}invitations/${givenIdOf(locationId)}`;
        invited.push({ id, ...place, fits: theirs.map(({ key }) => key) });
      }
      return invited;
    },

    async acceptInvitation(invitationId) {
      const locationId = invitationId.replace("invitations/", "");
      if (await memory.get(`location:${locationId}`)) return;
      const labels = ((await memory.get(`labels:${locationId}`)) as string[] | undefined) ?? [];
      const accepted: Managed = { acceptedAt: now().getTime(), storeCode: life(locationId).storeCode, labels };
      await memory.put(`location:${locationId}`, accepted);
    },

    async readProfile(locationId) {
      const found = await managed(locationId);
      if (!found) return null;
      return {
        locationId,
        name: `Location ${givenIdOf(locationId)}`,
        address: "",
        storeCode: found.storeCode,
        labels: found.labels ?? [],
        placeId: null,
        ...CENTRE,
        standing: life(locationId).standing,
      };
    },

    async setStoreCode(locationId, storeCode) {
      const found = await managed(locationId);
      if (!found) throw new ProviderError("no-access", "We have no access to this location.");
      const own = `location:${locationId}`;
      for (const { key, value } of await memory.list(worldOfId(own))) {
        if (key !== own && worldOfId(key) === worldOfId(own) && (value as Managed).storeCode === storeCode) {
          throw new ProviderError("refused", "Another location has this store code.", { reason: "STORE_CODE_TAKEN" });
        }
      }
      await memory.put(own, { ...found, storeCode } satisfies Managed);
    },

    openMerchant: async ({ retailerId }) => retailerId,

    async insertStore(store) {
      const before = (await memory.get(storeKey(store))) as KnownStore | undefined;
      const known: KnownStore = before ?? { insertedAt: now().getTime() };
      await memory.put(storeKey(store), known);
      return life(store.locationId).matching;
    },

    async submitItem(store, { offerId, status }) {
      const known = (await memory.get(storeKey(store))) as KnownStore | undefined;
      if (!known) throw new ProviderError("refused", "The store is not known.", { reason: "STORE_NOT_FOUND" });
      const wait = life(store.locationId).noQuotaFor - ago(known.insertedAt);
      if (wait > 0) {
        const message = "The calls of this day are used up.";
        throw new ProviderError("quota", message, { reason: "quota/daily_limit_exceeded", retryAfterMs: wait });
      }
      const { locationId, country } = store;
      const item: KnownItem = { offerId, locationId, country, status, submittedAt: now().getTime() };
      await memory.put(`${itemsOf(store.merchantId)}${store.storeCode}~${offerId}`, item);
    },

    describeItem: ({ merchantId }, item) => memory.put(`description:${merchantId}~${item.offerId}`, item),

    forgetDescription: ({ merchantId }, { offerId }) => memory.delete(`description:${merchantId}~${offerId}`),

    async readState(store) {
      const known = (await memory.get(storeKey(store))) as KnownStore | undefined;
      const { matching, liveAfter, disapproved } = life(store.locationId);
      if (!known) return { matching: null, isLive: false, storefrontUrl: null, items: null };
      const isManaged = (await managed(store.locationId)) !== undefined;
      const isLive = isManaged && matching.isMatched && ago(known.insertedAt) >= liveAfter;
      const items = await liveItems(store.merchantId);
      const rejected = items.filter(({ offerId }) => isDisapproved(offerId, disapproved)).length;
      const inStock = items.filter(({ status }) => status !== "out_of_stock").length;
      return {
        matching,
        isLive,
        storefrontUrl: isLive ? storefront(store.locationId) : null,
        items: { accepted: items.length - rejected, inStock, rejected },
      };
    },

    async *listProblems({ merchantId, country }) {
      for (const item of await liveItems(merchantId)) {
        if (item.country !== country || !isDisapproved(item.offerId, life(item.locationId).disapproved)) continue;
        const message = "The picture cannot be loaded (the sandbox disapproves of the product).";
        yield { offerId: item.offerId, code: "image_link_broken", message, fixableBy: "merchant" };
      }
    },

    giveUpAccess: (locationId) => memory.delete(`location:${locationId}`),
  };
}
