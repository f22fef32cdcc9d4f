import { createSandboxProviders, type Providers } from "@highstreet/providers";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { connectSearch, enable, publishedStatesOf, readSearch, workFor } from "../../../tests/search/search-life.ts";
import { createCaller } from "../../router.ts";
import { codesIn, newVerificationCode } from "./internal/setup-row.ts";

let test: TestContext;
const sandbox = createSandboxProviders({ now: () => test.ctx.now() });
/** The owners' labels, by location. */
const labels = new Map<string, string[]>();
const readProfile: Providers["search"]["readProfile"] = async (locationId) => {
  const profile = await sandbox.search.readProfile(locationId);
  return profile && { ...profile, labels: [...(profile.labels ?? []), ...(labels.get(locationId) ?? [])] };
};
beforeAll(async () => {
  test = await createTestContext({ providers: { ...sandbox, search: { ...sandbox.search, readProfile } } });
});
afterAll(() => test.close());

let locations = 1_200;
let locationId: string;
beforeEach(() => {
  locationId = String(++locations);
});

/** A store with its own partner. */
async function newShop() {
  const { partnerId, key } = await test.newPartner();
  return storeOf({ ...test, ctx: test.asKey({ partnerId, keyId: key.id }) });
}

async function storeOf(world: TestContext) {
  const { id } = await world.retailer({}, world.ctx);
  const { ids } = await world.store(id, {}, world.ctx);
  const read = () => readSearch(world, ids);
  return {
    world,
    ids,
    read,
    enable: () => enable(world, ids, locationId),
    remove: () => createCaller(world.ctx).channels.remove({ ...ids, type: "search" }),
    steps: async () => (await createCaller(world.ctx).channels.setup(ids))?.steps.map(({ state }) => state),
    code: async () => String((await read())?.parameters.verificationCode),
    warnings: async () => (await read())?.warnings.map(({ id }) => id),
    published: () => publishedStatesOf(test, ids),
  };
}

const unavailable = ["LocationUnavailable"];

it("a location that a competitor names first goes to the store with the code that the owner adds", async () => {
  const [competitor, owner] = [await newShop(), await newShop()];
  await competitor.enable();
  test.advance(60_000);
  await owner.enable();
  expect(await owner.warnings()).toEqual(["AwaitingSearchBusinessAccess"]);
  await workFor(test, 40);
  for (const shop of [competitor, owner]) {
    const record = await shop.read();
    expect(record).toMatchObject({ status: "pending", warnings: [{ id: "LocationUnavailable" }] });
    expect(record?.warnings[0]?.message).toContain(await shop.code());
    expect(await shop.steps()).toEqual(["blocked", "ahead", "ahead", "ahead", "ahead"]);
  }
  labels.set(locationId, ["shop window", await owner.code()]);
  await workFor(test, 30);
  expect(await owner.read()).toMatchObject({ status: "connected", warnings: [] });
  const refused = await competitor.read();
  expect(await competitor.warnings()).toEqual(unavailable);
  for (const secret of [owner.ids.retailerId, owner.ids.storeId, await owner.code()]) {
    expect(JSON.stringify(refused)).not.toContain(secret);
  }
});

it("a store's location moves to a store of another partner when the owner adds that store's code", async () => {
  const [first, owner] = [await newShop(), await newShop()];
  const body = [{ barcode: "5012345678900", price: 2.5, quantity: 3 }];
  await createCaller(first.world.ctx).inventory.patchStock({ ...first.ids, body });
  await connectSearch(first.world, first.ids, locationId);
  expect(await first.warnings()).toEqual([]);
  await owner.enable();
  await workFor(test, 20);
  expect([await first.warnings(), await owner.warnings()]).toEqual([[], unavailable]);

  labels.set(locationId, [await owner.code()]);
  await workFor(test, 40);
  expect(await owner.read()).toMatchObject({ status: "connected", warnings: [] });
  expect(await first.read()).toMatchObject({ status: "pending", storefrontUrl: null });
  expect(await first.warnings()).toEqual(unavailable);
  expect(await test.ctx.db.prisma.publication.count({ where: first.ids })).toBe(0);
  expect((await first.published()).slice(-2)).toEqual(["connected", "pending LocationUnavailable"]);

  labels.delete(locationId);
  await workFor(test, 20);
  expect([await first.warnings(), await owner.warnings()]).toEqual([unavailable, []]);
});

it("a location stays with its store while the labels have the store's code, even with other codes", async () => {
  const [first, second] = [await newShop(), await newShop()];
  await connectSearch(first.world, first.ids, locationId);
  await second.enable();
  labels.set(locationId, [await second.code(), await first.code()]);
  await workFor(test, 40);
  expect([await first.warnings(), await second.warnings()]).toEqual([[], unavailable]);
});

it("a code does not move a location between stores of one partner", async () => {
  const first = await newShop();
  const second = await storeOf(first.world);
  await connectSearch(first.world, first.ids, locationId);
  await second.enable();
  labels.set(locationId, [await second.code()]);
  await workFor(test, 40);
  expect([await first.warnings(), await second.warnings()]).toEqual([[], unavailable]);
});

it("the last of several waiting partners does not inherit access that was given before", async () => {
  const [competitor, owner] = [await newShop(), await newShop()];
  await competitor.enable();
  await owner.enable();
  await workFor(test, 8);
  expect(await owner.warnings()).toEqual(unavailable);
  await owner.remove();
  expect(await sandbox.search.readProfile(locationId)).not.toBeNull();
  await workFor(test, 5);
  expect(await sandbox.search.readProfile(locationId)).toBeNull();
  expect(await competitor.warnings()).toEqual(["AwaitingSearchBusinessAccess"]);
});

it("another partner's claim blocks no store: its code is enough, even if access is older than both", async () => {
  const [competitor, owner] = [await newShop(), await newShop()];
  await sandbox.search.acceptInvitation(`invitations/${locationId}`);
  await competitor.enable();
  await owner.enable();
  labels.set(locationId, [await owner.code()]);
  await workFor(test, 30);
  expect([await competitor.warnings(), await owner.warnings()]).toEqual([unavailable, []]);
});

it("a code stays the same until the channel starts again", async () => {
  const shop = await newShop();
  await shop.enable();
  const first = await shop.code();
  expect(codesIn([first])).toEqual([first]);
  await shop.enable();
  expect(await shop.code()).toBe(first);
  await workFor(test, 20);
  expect(await shop.code()).toBe(first);
  await shop.remove();
  await shop.enable();
  expect(await shop.code()).not.toBe(first);
});

it("the sandbox simulates a contest: at 999… the owner adds the code of the store that started to wait last", async () => {
  locationId = "9990000001";
  const [competitor, owner] = [await newShop(), await newShop()];
  await competitor.enable();
  test.advance(1_000);
  await owner.enable();
  await workFor(test, 40);
  expect([await competitor.warnings(), await owner.warnings()]).toEqual([unavailable, []]);
});

it("a code is read in any spelling of people, and no other text is read as a code", () => {
  const code = newVerificationCode();
  const [, one, two] = code.split("-");
  expect(codesIn([code, `shop: hs ${one}${two}.`.toLowerCase(), `HS${one} ${two}`])).toEqual([code, code, code]);
  expect(codesIn([`X${code}`, `${code}X`, "HS-1234", "", "HS--------"])).toEqual([]);
});
