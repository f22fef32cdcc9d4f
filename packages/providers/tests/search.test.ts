import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type ListingItem,
  type NewListingStore,
  type Pickup,
  ProviderError,
  type WaitingLocation,
} from "../src/index.ts";
import { disapprove } from "./fake-google/local-feed-routes.ts";
import { addLocation, advance, invite, withdraw } from "./fake-google/world.ts";
import { type FakeWorld, openFakeWorld, START } from "./fake-world.ts";

const DAY = 86_400_000;
let google: FakeWorld;
beforeEach(async () => {
  google = await openFakeWorld();
});
afterEach(() => google.close());

const waiting: WaitingLocation = {
  key: "store",
  locationId: "900",
  name: "Corner Shop",
  address: "1 High Street, London",
  postcode: "n11aa",
  waitingSince: new Date(START),
};
const merchant = {
  retailerId: "r1",
  name: "Corner & Shop Ltd.",
  country: "GB",
  language: "en-GB",
  timezone: "Europe/London",
};

async function letIn(id = "900", fields = {}): Promise<void> {
  addLocation(google.world, id, fields);
  invite(google.world, id, google.world.group);
  for (const { id: invitation } of await google.search.findInvitations([{ ...waiting, locationId: id }])) {
    await google.search.acceptInvitation(invitation);
  }
}

async function openStore(fields: Partial<NewListingStore> = {}): Promise<NewListingStore> {
  const merchantId = await google.search.openMerchant(merchant);
  return {
    merchantId,
    storeCode: "S1",
    country: "GB",
    locationId: "900",
    name: "Corner Shop",
    address: "1 High Street, London, N1 1AA, GB",
    placeId: "place-900",
    phone: "+442071234567",
    ...fields,
  };
}

const item = (offerId: string, fields: Partial<ListingItem> = {}): ListingItem => ({
  offerId,
  gtin: "5000168001142",
  language: "en",
  status: "in_stock",
  quantity: 5,
  price: { amount: "44.90", currency: "GBP" },
  pickup: null,
  seenAt: new Date(START),
  ...fields,
});

const callsOf = (pattern: RegExp) => google.world.calls.filter(({ method, path }) => pattern.test(`${method} ${path}`));

describe("access", () => {
  it("starts with a matching invitation, found by name and address, accepted once and confirmed by reading", async () => {
    addLocation(google.world, "900");
    invite(google.world, "900", google.world.group);
    expect(await google.search.readProfile("900")).toBeNull();
    const [invitation] = await google.search.findInvitations([waiting, { ...waiting, key: "far", postcode: "E2 2BB" }]);
    expect(invitation).toMatchObject({ locationName: "Corner Shop", fits: ["store"] });
    await google.search.acceptInvitation(invitation?.id ?? "");
    await google.search.acceptInvitation(invitation?.id ?? "");
    expect(await google.search.readProfile("900")).toEqual({
      locationId: "900",
      name: "Corner Shop",
      address: "1 High Street, London, N1 1AA, GB",
      storeCode: null,
      placeId: "place-900",
      latitude: 51.5,
      longitude: -0.1,
      standing: "good",
    });
    expect(await google.search.findInvitations([waiting])).toEqual([]);
  });

  it("shows the labels in the owner's profile", async () => {
    await letIn("900", { labels: ["shop window", "HS-7K3QF-M9X2D"] });
    expect(await google.search.readProfile("900")).toMatchObject({ labels: ["shop window", "HS-7K3QF-M9X2D"] });
  });

  it("makes no call while no channel waits", async () => {
    expect(await google.search.findInvitations([])).toEqual([]);
    expect(google.world.calls).toEqual([]);
  });

  it("is missing for an unknown location, and after its owner has removed it", async () => {
    expect(await google.search.readProfile("901")).toBeNull();
    await letIn();
    expect(await google.search.readProfile("900")).not.toBeNull();
    withdraw(google.world, "900", google.world.group);
    expect(await google.search.readProfile("900")).toBeNull();
  });

  it("can be given up, more than once", async () => {
    await letIn();
    await google.search.giveUpAccess("900");
    await google.search.giveUpAccess("900");
    expect(await google.search.readProfile("900")).toBeNull();
    expect(callsOf(/^DELETE/)).toHaveLength(1);
  });

  it("shows the standing of the profile", async () => {
    await letIn();
    for (const standing of ["in_review", "unverified", "conflict", "suspended", "good"] as const) {
      addLocation(google.world, "900", { standing }).admins.set("1", {
        account: google.world.group,
        role: "MANAGER",
        isPending: false,
      });
      expect(await google.search.readProfile("900")).toMatchObject({ standing });
    }
  });

  it("does not count as lost if only the profile's standing is refused", async () => {
    await letIn("900", { standing: "unverified" });
    google.world.faults.push({ match: "VoiceOfMerchantState", code: 403, status: "PERMISSION_DENIED", times: 9 });
    await expect(google.search.readProfile("900")).rejects.toThrow(ProviderError);
  });
});

describe("a store code", () => {
  it("is set, and refused if another location of the account has it", async () => {
    await letIn("900");
    await letIn("901", { storeCode: "TAKEN" });
    await google.search.setStoreCode("900", "S1");
    expect(await google.search.readProfile("900")).toMatchObject({ storeCode: "S1" });
    await expect(google.search.setStoreCode("900", "TAKEN")).rejects.toMatchObject({
      kind: "refused",
      reason: "ALREADY_EXISTS",
    });
    await expect(google.search.setStoreCode("902", "S2")).rejects.toMatchObject({ kind: "no-access" });
  });

  it("counts for the ten edits per minute of a profile: the eleventh waits here, and Google refuses none", async () => {
    await letIn();
    for (let edit = 0; edit < 25; edit++) await google.search.setStoreCode("900", `S${edit}`);
    expect(callsOf(/^PATCH/).every(({ status }) => status === 200)).toBe(true);
    const times = callsOf(/^PATCH/).map(({ at }) => at);
    expect((times.at(-1) ?? 0) - START).toBeGreaterThanOrEqual(2 * 60_000);
  });
});

describe("a retailer's account", () => {
  it("is created once with all settings for listings, and found again", async () => {
    const id = await google.search.openMerchant(merchant);
    expect(await google.search.openMerchant({ ...merchant, name: "Renamed" })).toBe(id);
    const account = google.world.merchant.accounts.get(id);
    expect(account).toMatchObject({ name: "Corner Shop Ltd", alias: "r1" });
    expect([...(account?.gbpEmails ?? [])]).toEqual(["group@example.com"]);
    expect(account?.omnichannel.get("GB")).toEqual({
      setting: {
        regionCode: "GB",
        lsfType: "GHLSF",
        inStock: {},
        inventoryVerification: { contact: "Alex Example", contactEmail: "alex@example.com" },
      },
      lfpLink: { lfpProvider: "lfpProviders/333" },
    });
    expect(callsOf(/createAndConfigure|linkGbp|linkLfp|POST .*omnichannelSettings$/)).toHaveLength(4);
  });

  it("is completed after an interrupted run", async () => {
    for (const step of ["linkGbpAccount", "POST .*omnichannelSettings$", "linkLfpProvider"]) {
      google.world.faults.push({ match: step, code: 500, status: "INTERNAL", times: 1 });
      await expect(google.search.openMerchant(merchant)).rejects.toMatchObject({ kind: "unavailable" });
    }
    const id = await google.search.openMerchant(merchant);
    expect(google.world.merchant.accounts.get(id)?.omnichannel.get("GB")?.lfpLink).toBeDefined();
    expect(google.world.merchant.accounts.size).toBe(1);
  });

  it("exists once, also if two workers create it at once or an answer is lost", async () => {
    const both = await Promise.all([google.search.openMerchant(merchant), google.search.openMerchant(merchant)]);
    expect(both[0]).toBe(both[1]);
    const lost = { match: "createAndConfigure", code: 503, status: "UNAVAILABLE", isDone: true, times: 1 };
    google.world.faults.push(lost);
    await expect(google.search.openMerchant({ ...merchant, retailerId: "r2" })).rejects.toMatchObject({
      kind: "unavailable",
    });
    await google.search.openMerchant({ ...merchant, retailerId: "r2" });
    expect(google.world.merchant.accounts.size).toBe(2);
  });

  it("needs us among the local feeds partners", async () => {
    google.world.merchant.lfpProvider = "999";
    await expect(google.search.openMerchant(merchant)).rejects.toMatchObject({
      kind: "setup",
      reason: "LFP_PROVIDER_NOT_FOUND",
    });
  });
});

describe("a store", () => {
  it("is matched with a profile by its address, or has the reason why not", async () => {
    const store = await openStore();
    expect(await google.search.insertStore(store)).toEqual({ isMatched: false, reason: "no_profiles" });
    await letIn();
    expect(await google.search.insertStore(store)).toEqual({ isMatched: true });
    expect(await google.search.insertStore({ ...store, address: "2 Low Road, London, E2 2BB, GB" })).toEqual({
      isMatched: false,
      reason: "no_match",
    });
    const profile = google.world.locations.get("900");
    if (profile) profile.standing = "unverified";
    expect(await google.search.insertStore(store)).toEqual({ isMatched: false, reason: "unverified" });
  });

  it("is live after Google's review, with the storefront of the settings", async () => {
    await letIn();
    const store = await openStore({ storeCode: "a/b" });
    expect(await google.search.readState(store)).toEqual({
      matching: null,
      isLive: false,
      storefrontUrl: null,
      items: null,
    });
    await google.search.insertStore(store);
    await google.search.submitItem(store, item("1"));
    await google.search.submitItem(store, item("2", { status: "out_of_stock", quantity: 0 }));
    await google.search.submitItem(store, item("3", { gtin: null }));
    const items = { accepted: 2, inStock: 1, rejected: 1 };
    expect(await google.search.readState(store)).toMatchObject({ isLive: false, storefrontUrl: null, items });
    advance(google.world, 4 * DAY);
    expect(await google.search.readState(store)).toEqual({
      matching: { isMatched: true },
      isLive: true,
      storefrontUrl: `https://storefront.example/${store.merchantId}/a%2Fb`,
      items,
    });
    expect(await google.search.readState({ ...store, merchantId: "1" })).toMatchObject({ matching: null });
  });
});

describe("an item", () => {
  it("is sent in Google's format: availability, micros and quantity as text, and the time of the stock", async () => {
    await letIn();
    const store = await openStore();
    await google.search.insertStore(store);
    await google.search.submitItem(store, item("1"));
    await google.search.submitItem(store, item("2", { status: "low_stock", quantity: 2, price: null, gtin: null }));
    await google.search.submitItem(store, item("3", { status: "out_of_stock", quantity: 0 }));
    await google.search.submitItem(store, item("4", { quantity: null }));
    const sentItems = [...(google.world.merchant.accounts.get(store.merchantId)?.inventories.values() ?? [])];
    expect(sentItems[0]).toEqual({
      targetAccount: store.merchantId,
      storeCode: "S1",
      offerId: "1",
      regionCode: "GB",
      contentLanguage: "en",
      availability: "in stock",
      quantity: "5",
      collectionTime: "2026-03-02T09:00:00.000Z",
      gtin: "5000168001142",
      price: { amountMicros: "44900000", currencyCode: "GBP" },
      submittedAt: expect.any(Number),
    });
    expect(sentItems[1]).toMatchObject({ availability: "limited availability", quantity: "2" });
    expect(sentItems[1]).not.toHaveProperty("price");
    expect(sentItems[2]).toMatchObject({ availability: "out of stock", quantity: "0" });
    expect(sentItems[3]).toMatchObject({ availability: "in stock" });
    expect(sentItems[3]).not.toHaveProperty("quantity");
  });

  it("has the pickup of its store in Google's words, which refuses half of it", async () => {
    await letIn();
    const store = await openStore();
    await google.search.insertStore(store);
    const submit = (pickup: ListingItem["pickup"]) => google.search.submitItem(store, item("1", { pickup }));
    const sent = () => google.world.merchant.accounts.get(store.merchantId)?.inventories.get("S1~1");
    await submit({ method: "reserve", time: "same_day" });
    expect(sent()).toMatchObject({ pickupMethod: "reserve", pickupSla: "same day" });
    await submit({ method: "ship_to_store", time: "two_days" });
    expect(sent()).toMatchObject({ pickupMethod: "ship to store", pickupSla: "2-day" });
    await submit({ method: "not_supported" });
    expect(sent()).toMatchObject({ pickupMethod: "not supported" });
    expect(sent()).not.toHaveProperty("pickupSla");
    await submit(null);
    expect(sent()).not.toHaveProperty("pickupMethod");
    expect(sent()).not.toHaveProperty("pickupSla");
    for (const half of [{ method: "buy" }, { time: "next_day" }] as Partial<Pickup>[]) {
      await expect(submit(half as Pickup)).rejects.toMatchObject({ kind: "refused" });
    }
  });

  it("is replaced by the next call, and forgotten after 30 days", async () => {
    await letIn();
    const store = await openStore();
    await google.search.insertStore(store);
    await google.search.submitItem(store, item("1"));
    advance(google.world, 29 * DAY);
    await google.search.submitItem(store, item("1", { quantity: 1, status: "low_stock" }));
    advance(google.world, 29 * DAY);
    expect(await google.search.readState(store)).toMatchObject({ items: { accepted: 1 } });
    advance(google.world, DAY);
    expect(await google.search.readState(store)).toMatchObject({ items: null });
  });

  it("is refused with Google's reason, and without a call if its price is invalid", async () => {
    await letIn();
    const store = await openStore();
    await google.search.insertStore(store);
    await expect(google.search.submitItem(store, item("1", { quantity: -1 }))).rejects.toMatchObject({
      kind: "refused",
      message: "[quantity] must be greater than or equal to zero",
    });
    const price = { amount: "4,50", currency: "GBP" };
    await expect(google.search.submitItem(store, item("1", { price }))).rejects.toMatchObject({
      kind: "refused",
      reason: "INVALID_PRICE",
    });
  });

  it("is listed with its reason after a disapproval, over all pages, and not listed without one", async () => {
    await letIn();
    const store = await openStore();
    await google.search.insertStore(store);
    const account = google.world.merchant.accounts.get(store.merchantId);
    for (let n = 0; n < 2_500; n++) {
      const offer = { ...item(`o${n}`), storeCode: "S1", regionCode: "GB", contentLanguage: "en" };
      account?.inventories.set(`S1~o${n}`, {
        ...{ storeCode: "S1", offerId: offer.offerId, regionCode: "GB", contentLanguage: "en", gtin: "5000168001142" },
        ...{ availability: "in stock", submittedAt: START },
      });
    }
    expect(await Array.fromAsync(google.search.listProblems(store))).toEqual([]);
    expect(callsOf(/\/products$/)).toHaveLength(0);
    for (const offer of ["o1", "o1500", "o2499"]) disapprove(google.world, store.merchantId, offer);
    expect(await Array.fromAsync(google.search.listProblems(store))).toEqual(
      ["o1", "o1500", "o2499"].map((offerId) => ({
        offerId,
        code: "image_link_missing",
        message: "Missing value [image link]",
        fixableBy: "merchant",
      })),
    );
    expect(callsOf(/\/products$/)).toHaveLength(10);
  });
});

describe("the description of an item", () => {
  const tea = {
    offerId: "tea/1 é",
    gtin: null,
    language: "en",
    title: "Our tea",
    description: null,
    brand: "Mill",
    images: ["https://a.example/1.png", "https://a.example/2.png"],
  };

  it("belongs to the retailer's own product in one data source, and identifies an item without GTIN", async () => {
    await letIn();
    const store = await openStore();
    await google.search.insertStore(store);
    await google.search.submitItem(store, item(tea.offerId, { gtin: null }));
    expect(await google.search.readState(store)).toMatchObject({ items: { accepted: 0, rejected: 1 } });
    await google.search.describeItem(store, tea);
    await google.search.describeItem(store, { ...tea, description: "Loose leaf", condition: "used" });
    const account = google.world.merchant.accounts.get(store.merchantId);
    const [dataSource, ...others] = [...(account?.dataSources.entries() ?? [])];
    expect([dataSource?.[1], others]).toEqual(["Highstreet", []]);
    expect([...(account?.productInputs ?? [])]).toEqual([
      [
        "en~GB~tea/1 é",
        {
          dataSource: `accounts/${store.merchantId}/dataSources/${dataSource?.[0]}`,
          productAttributes: {
            title: "Our tea",
            description: "Loose leaf",
            brand: "Mill",
            imageLink: "https://a.example/1.png",
            additionalImageLinks: ["https://a.example/2.png"],
            condition: "USED",
          },
        },
      ],
    ]);
    expect(await google.search.readState(store)).toMatchObject({ items: { accepted: 1, rejected: 0 } });
  });

  it("uses one data source for many items at once, also after a failed attempt to create it", async () => {
    const store = await openStore();
    google.world.faults.push({ match: "dataSources", code: 403, status: "PERMISSION_DENIED", times: 1 });
    await expect(google.search.describeItem(store, tea)).rejects.toMatchObject({ kind: "no-access" });
    const teas = Array.from({ length: 20 }, (_, n) => ({ ...tea, offerId: `tea-${n}` }));
    await Promise.all(teas.map((one) => google.search.describeItem(store, one)));
    const account = google.world.merchant.accounts.get(store.merchantId);
    expect([account?.dataSources.size, account?.productInputs.size]).toEqual([1, 20]);
  });

  it("can be deleted, more than once, for any offer id", async () => {
    const store = await openStore();
    await google.search.describeItem(store, tea);
    await google.search.forgetDescription(store, tea);
    await google.search.forgetDescription(store, tea);
    expect(google.world.merchant.accounts.get(store.merchantId)?.productInputs.size).toBe(0);
  });
});
