import { createSandboxProviders, type Providers } from "@highstreet/providers";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { connectSearch, publishedStatesOf, readSearch, workFor } from "../../../tests/search/search-life.ts";
import { createCaller } from "../../router.ts";
import { publishListings } from "../listings/index.ts";

const [mug, lamp] = ["5012345678900", "5000000000012"] as const;
let test: TestContext;
const sandbox = createSandboxProviders({ now: () => test.ctx.now() });
/** Functions of the provider that replace those of the sandbox for a time. */
const otherwise: Partial<Providers["search"]> = {};
const sent: string[] = [];
const submitItem: Providers["search"]["submitItem"] = async (store, item) => {
  sent.push(item.offerId);
  await sandbox.search.submitItem(store, item);
};
const search = new Proxy(sandbox.search, {
  get: (inner, name) => Reflect.get({ ...inner, submitItem, ...otherwise }, name),
});
beforeAll(async () => {
  test = await createTestContext({ providers: { ...sandbox, search } });
});
afterAll(() => test.close());

let ids: { retailerId: string; storeId: string };
let locations = 1100;
let locationId: string;
beforeEach(async () => {
  const { id } = await test.retailer();
  ids = (await test.store(id)).ids;
  const body = [mug, lamp].map((barcode) => ({ barcode, price: 2.5, quantity: 3 }));
  await createCaller(test.ctx).inventory.patchStock({ ...ids, body });
  locationId = String(++locations);
  await connectSearch(test, ids, locationId);
  await publishListings(test.asSystem());
  sent.length = 0;
});

it("access is lost after two lookups in a row that do not find the location, and not after one", async () => {
  const before = await readSearch(test, ids);
  for (let n = 0; n < 2; n++) {
    otherwise.readProfile = async () => null;
    await createCaller(test.ctx).channels.check(ids);
    await createCaller(test.ctx).channels.check(ids);
    expect(await readSearch(test, ids)).toEqual(before);
    delete otherwise.readProfile;
    await workFor(test, 15);
    expect(await readSearch(test, ids)).toEqual(before);
  }
  otherwise.readProfile = async () => null;
  await workFor(test, 15);
  delete otherwise.readProfile;
  expect(await readSearch(test, ids)).toMatchObject({
    ...{ status: "pending", warnings: [{ id: "AwaitingSearchBusinessAccess" }], storefrontUrl: null },
  });
});

it("lost access stops sending, and the same access later continues it without sending items again", async () => {
  await sandbox.search.giveUpAccess(locationId);
  await workFor(test, 10);
  const setup = await createCaller(test.ctx).channels.setup(ids);
  expect(setup?.steps.map(({ state }) => state)).toEqual(["current", "ahead", "ahead", "ahead", "ahead"]);
  await createCaller(test.ctx).inventory.patchStock({ ...ids, body: [{ barcode: lamp, price: 2.5, quantity: 0 }] });
  await publishListings(test.asSystem());
  expect(sent).toEqual([]);
  await workFor(test, 30);
  expect(await readSearch(test, ids)).toMatchObject({ status: "connected", warnings: [] });
  await publishListings(test.asSystem());
  await publishListings(test.asSystem());
  expect(sent).toEqual([lamp]);
  expect(await publishedStatesOf(test, ids)).toEqual([
    ...["pending AwaitingSearchBusinessAccess", "pending SearchMerchantCenterPending", "connected"],
    ...["pending AwaitingSearchBusinessAccess", "connected"],
  ]);
});
