import { afterEach, beforeEach, expect, it } from "vitest";
import type { ProviderError } from "../src/index.ts";
import { type FakeWorld, openFakeWorld, START } from "./fake-world.ts";

let google: FakeWorld;
beforeEach(async () => {
  google = await openFakeWorld();
});
afterEach(() => google.close());

it("takes a shop from nothing to live listings and running ads, driven only by the fake's own API", async () => {
  const { search, ads, ask } = google;
  const waiting = {
    key: "store",
    locationId: "77",
    name: "Tea & Toast",
    address: "5 Mill Lane, Leeds",
    postcode: "LS1 1AA",
    waitingSince: new Date(START),
  };
  const place = { title: "Tea & Toast", addressLines: ["5 Mill Lane"], locality: "Leeds", postalCode: "LS1 1AA" };
  await ask("PUT", "fake/locations/77", place);
  expect(await search.findInvitations([waiting])).toEqual([]);
  await ask("POST", "fake/locations/77/invite");
  const [invitation] = await search.findInvitations([waiting]);
  expect(invitation?.fits).toEqual(["store"]);
  await search.acceptInvitation(invitation?.id ?? "");
  const profile = await search.readProfile("77");
  expect(profile).toMatchObject({ storeCode: null, standing: "good" });
  await search.setStoreCode("77", "LEEDS");
  const merchant = { retailerId: "r", name: "Tea & Toast", country: "GB", language: "en", timezone: "Europe/London" };
  const merchantId = await search.openMerchant(merchant);
  const store = { merchantId, storeCode: "LEEDS", country: "GB", locationId: "77" };
  const known = { ...store, name: "Tea & Toast", address: profile?.address ?? "", placeId: null, phone: null };
  expect(await search.insertStore(known)).toEqual({ isMatched: true });
  const item = {
    language: "en",
    status: "in_stock",
    quantity: 9,
    price: null,
    pickup: null,
    seenAt: new Date(START),
  } as const;
  for (let n = 0; n < 50; n++) await search.submitItem(store, { offerId: `t${n}`, gtin: "5000168001142", ...item });
  expect(await search.readState(store)).toMatchObject({ isLive: false });
  await ask("POST", "fake/clock", { advanceMs: 4 * 86_400_000 });
  expect(await search.readState(store)).toMatchObject({ isLive: true, items: { accepted: 50, inStock: 50 } });

  const area = { latitude: profile?.latitude ?? 0, longitude: profile?.longitude ?? 0, miles: 5 };
  const campaign = await ads.createCampaign({ storeId: "s", merchantId, country: "GB", dailyBudget: 1_000, area });
  await ads.setBudget(campaign, 1_000);
  expect(await ads.readCampaign(campaign)).toMatchObject({ status: "running", dailyBudget: 1_000 });

  await ask("POST", `fake/merchants/${merchantId}/disapprove/t7`);
  expect(await Array.fromAsync(search.listProblems(store), ({ offerId }) => offerId)).toEqual(["t7"]);
  await ask("POST", "fake/faults", { match: "lfpMerchantStates", code: 503, status: "UNAVAILABLE", times: 2 });
  expect(await search.readState(store)).toMatchObject({ isLive: true });
  await ask("POST", "fake/locations/77/withdraw");
  expect(await search.readProfile("77")).toBeNull();
  expect((await ask("GET", "fake/state")).body).toMatchObject({
    locations: [{ id: "77", storeCode: "LEEDS", admins: [] }],
    merchants: [{ alias: "r", stores: ["LEEDS"], items: 50, disapproved: 1 }],
  });
});

it("produces set-up and quota errors on request", async () => {
  const { search, ask } = google;
  const merchant = { retailerId: "r", name: "Shop", country: "GB", language: "en", timezone: "Europe/London" };
  await ask("POST", "fake/settings", { isProjectRegistered: false });
  await expect(search.openMerchant(merchant)).rejects.toMatchObject({ kind: "setup", reason: "GCP_NOT_REGISTERED" });
  await ask("POST", "fake/settings", { isProjectRegistered: true, perMinute: { "merchantapi.googleapis.com": 6 } });
  const open = () => search.openMerchant(merchant).catch((error: ProviderError) => error.kind);
  let merchantId = await open();
  expect(merchantId).toBe("quota");
  for (let minutes = 0; merchantId === "quota" && minutes < 9; minutes++) {
    await ask("POST", "fake/clock", { advanceMs: 60_000 });
    merchantId = await open();
  }
  expect(google.world.merchant.accounts.get(merchantId)?.omnichannel.get("GB")?.lfpLink).toBeDefined();
  expect(google.world.merchant.accounts.size).toBe(1);
});
