import { expect, it } from "vitest";
import { createSandboxProviders, type Providers } from "./providers.ts";
import { givenIdOf, testIdOf, withTestWorld } from "./test-world.ts";

/** A provider that records the names of its calls. */
function recorder(): { calls: string[]; port: Record<string, (...given: unknown[]) => Promise<unknown[]>> } {
  const calls: string[] = [];
  const record = (name: string) => async () => {
    calls.push(name);
    return [];
  };
  const port = new Proxy({}, { get: (_, name: string) => record(name) });
  return { calls, port };
}

function worlds() {
  const [live, test] = [recorder(), recorder()];
  const of = ({ port }: typeof live) => ({ search: port, ads: port, speed: 1 }) as unknown as Providers;
  return { live, test, providers: withTestWorld(of(live), of(test)) };
}

const sandbox = createSandboxProviders();

/** Calls each method of the ports for one retailer. @returns the names of the methods */
async function callAll({ search, ads }: Providers, idOf: (id: string) => string): Promise<string[]> {
  const [id, merchantId] = [idOf("1"), idOf("2")];
  const store = { merchantId, locationId: id, retailerId: merchantId, storeCode: "S1", country: "GB", storeId: "s" };
  const names: string[] = [];
  for (const [port, own] of [
    [search, sandbox.search],
    [ads, sandbox.ads],
  ] as const) {
    for (const name of Object.keys(own).filter((one) => one !== "businessAccountId")) {
      const first = {
        ...{
          findInvitations: [store],
          openMerchant: store,
          insertStore: store,
          submitItem: store,
          describeItem: store,
        },
        ...{ forgetDescription: store, readState: store, listProblems: store, createCampaign: store },
      }[name];
      await (port as unknown as Record<string, (given: unknown) => unknown>)[name]?.(first ?? id);
      names.push(name);
    }
  }
  return names.sort();
}

it("asks the sandbox alone for a test retailer, and never for a live one, with every call of the ports", async () => {
  const ofTest = worlds();
  const names = await callAll(ofTest.providers, (id) => testIdOf("partner", id));
  expect([ofTest.live.calls, ofTest.test.calls.sort()]).toEqual([[], names]);
  const ofLive = worlds();
  expect(await callAll(ofLive.providers, (id) => id)).toEqual(names);
  expect([ofLive.live.calls.sort(), ofLive.test.calls]).toEqual([names, []]);
});

it("finds invitations of test retailers while the live provider fails, and fails if nothing is found", async () => {
  const live = { search: { findInvitations: () => Promise.reject(new Error("quota")) } } as unknown as Providers;
  const { search } = withTestWorld(live, createSandboxProviders({ now: () => new Date(0) }));
  const place = { name: "Shop", address: "1 High Street", postcode: "N1 1AA", waitingSince: new Date(-60_000) };
  const waiting = ["1", testIdOf("a", "2")].map((locationId) => ({ key: locationId, locationId, ...place }));
  expect(await search.findInvitations(waiting)).toMatchObject([{ fits: [testIdOf("a", "2")] }]);
  await expect(search.findInvitations(waiting.slice(0, 1))).rejects.toThrow("quota");
});

it("keeps the marks of ids through the sandbox, and the world of each partner apart", async () => {
  const now = () => new Date(0);
  const { search, ads } = withTestWorld(createSandboxProviders(), createSandboxProviders({ now }));
  const waitingSince = new Date(-60_000);
  const place = { name: "Shop", address: "1 High Street", postcode: "N1 1AA", waitingSince };
  const [ours, theirs] = ["a", "b"].map((partner) => testIdOf(partner, "9920012345")) as [string, string];
  const [invitation] = await search.findInvitations([{ key: "s", locationId: ours, ...place }]);
  await search.acceptInvitation(invitation?.id ?? "");
  expect(await search.readProfile(ours)).toMatchObject({ name: "Location 9920012345", storeCode: "SHOP-2345" });
  expect(await search.readProfile(theirs)).toBeNull();
  const merchant = { name: "Shop", country: "GB", language: "en", timezone: "Europe/London" };
  const merchantId = await search.openMerchant({ retailerId: testIdOf("a", "r"), ...merchant });
  const area = { latitude: 51, longitude: 0, miles: 3 };
  const campaignId = await ads.createCampaign({ storeId: "s", merchantId, country: "GB", dailyBudget: 100, area });
  expect([givenIdOf(merchantId), givenIdOf(campaignId)]).toEqual(["r", "s"]);
  await ads.setBudget(campaignId, 200);
  expect(await ads.readCampaign(campaignId)).toMatchObject({ status: "running", dailyBudget: 200 });
});
