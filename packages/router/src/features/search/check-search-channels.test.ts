import { createSandboxProviders, ProviderError, type Providers } from "@highstreet/providers";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  connectSearch,
  enable,
  publishedStatesOf,
  readSearch,
  workFor,
  workOnce,
} from "../../../tests/search/search-life.ts";
import { createCaller } from "../../router.ts";

let test: TestContext;
const sandbox = createSandboxProviders({ now: () => test.ctx.now() });
/** Temporary overrides of the sandbox. */
const overrides: Partial<Providers["search"]> = {};
const search = new Proxy(sandbox.search, { get: (inner, name) => Reflect.get({ ...inner, ...overrides }, name) });
beforeAll(async () => {
  test = await createTestContext({ providers: { ...sandbox, search } });
});
// Otherwise each later test also runs the checks of the stores before it.
afterEach(() => test.ctx.db.query("DELETE FROM search_setup WHERE retailer_id IS NOT NULL"));
afterAll(() => test.close());

const api = () => createCaller(test.ctx);

async function newStore() {
  const { id } = await test.retailer();
  return (await test.store(id)).ids;
}

const read = (ids: Awaited<ReturnType<typeof newStore>>) => readSearch(test, ids);
const pending = (...warnings: string[]) => ({ status: "pending", warnings: warnings.map((id) => ({ id })) });
const connected = { status: "connected", warnings: [] };

describe("a search channel", () => {
  it("goes from waiting for access to data sending to connected, with one event for each step", async () => {
    const ids = await newStore();
    const { created, channel } = await enable(test, ids, "1001");
    expect(created).toBe(true);
    expect(channel).toMatchObject({
      id: "search",
      channel: { id: "search", label: "Search local listings" },
      ...pending("AwaitingSearchBusinessAccess"),
      parameters: { locationId: "1001", storeCode: null, businessAccountId: expect.any(String) },
      storefrontUrl: null,
    });
    expect(channel).not.toHaveProperty("dailyBudget");
    await workFor(test, 7);
    expect(await read(ids)).toMatchObject(pending("SearchMerchantCenterPending"));
    await workFor(test, 12);
    const shown = await read(ids);
    expect(shown).toMatchObject({
      ...connected,
      storefrontUrl: expect.stringContaining("1001"),
      parameters: { storeCode: expect.stringMatching(/^HS/) },
    });
    await workFor(test, 30);
    expect(await read(ids)).toEqual(shown);
    expect(await publishedStatesOf(test, ids)).toEqual([
      "pending AwaitingSearchBusinessAccess",
      "pending SearchMerchantCenterPending",
      "connected",
    ]);
  });

  it("keeps its progress when enabled again with the same location, and starts again with another location", async () => {
    const ids = await newStore();
    await enable(test, ids, "1002", "S1");
    await workFor(test, 20);
    const again = await enable(test, ids, "1002");
    expect(again).toMatchObject({ created: false, channel: { ...connected, parameters: { storeCode: "S1" } } });
    await workFor(test, 5);
    expect(await read(ids)).toMatchObject(connected);
    expect(await enable(test, ids, "1003")).toMatchObject({
      created: false,
      channel: { ...pending("AwaitingSearchBusinessAccess"), storefrontUrl: null },
    });
    await workFor(test, 20);
    expect(await read(ids)).toMatchObject(connected);
    expect(await sandbox.search.readProfile("1002")).toBeNull();
  });

  it.each([
    ["9901", 60, connected],
    ["9901", 40, pending("SearchMerchantCenterPending")],
    ["991060", 58, pending("AwaitingSearchBusinessAccess")],
    ["991060", 80, connected],
    ["992", 20, connected],
    ["9931", 30, pending("StoreNotMatched")],
    ["9932", 30, pending("StoreNotMatched")],
    ["9933", 30, pending("StoreNotMatched")],
    ["99450", 20, connected],
    ["995060", 30, connected],
    ["995060", 80, pending("AwaitingSearchBusinessAccess")],
    ["996030", 20, connected],
    ["997", 60, pending("AwaitingSearchBusinessAccess")],
    ["9981", 30, pending("BusinessProfileNotReady")],
    ["9982", 30, pending("BusinessProfileNotReady")],
    ["9983", 30, pending("BusinessProfileNotReady")],
    ["9984", 30, pending("BusinessProfileNotReady")],
  ])(
    "at location %s…, %i s after it was enabled, has the state that the digits of the location define",
    async (id, after, state) => {
      const ids = await newStore();
      await enable(test, ids, `${id}${"0".repeat(8)}${after}`);
      await workFor(test, after);
      expect(await read(ids)).toMatchObject(state);
    },
  );
});

it.each([
  ["name", "10121"],
  ["address", "10122"],
  ["postcode", "10123"],
  ["city", "10124"],
])("a new %s of a store is sent to the search engine at once", async (field, locationId) => {
  const ids = await newStore();
  await connectSearch(test, ids, locationId);
  const registered: string[] = [];
  overrides.insertStore = async (store) => {
    registered.push([store.name, store.address].join(", "));
    return sandbox.search.insertStore(store);
  };
  await workOnce(test);
  expect(registered).toEqual([]);
  await api().stores.update({ ...ids, body: { [field]: "Elsewhere" } });
  await workOnce(test);
  delete overrides.insertStore;
  expect(registered).toEqual([expect.stringContaining("Elsewhere")]);
});

describe("the store code", () => {
  const location = (end: string) => `99200000${end}`;

  it("is the profile's own code by default, and any other given code is a mismatch", async () => {
    const ids = await newStore();
    await enable(test, ids, location("0042"), "MINE");
    await workFor(test, 20);
    expect(await read(ids)).toMatchObject({ ...pending("StoreCodeMismatch"), parameters: { storeCode: "MINE" } });
    expect((await api().channels.setup(ids))?.steps[1]).toMatchObject({ state: "blocked", actor: "retailer" });
    await enable(test, ids, location("0042"));
    await workFor(test, 20);
    expect(await read(ids)).toMatchObject({ ...connected, parameters: { storeCode: "SHOP-0042" } });
  });

  it("that differs from the profile's is refused on a further call, with the profile's code, and changes nothing", async () => {
    const ids = await newStore();
    await enable(test, ids, location("0044"), "MINE");
    await workFor(test, 20);
    const waiting = await read(ids);
    expect(waiting?.warnings[0]?.message).toContain('"SHOP-0044"');
    const refused = { cause: { code: "StoreCodeMismatch", members: { storeCode: "SHOP-0044" } } };
    await expect(enable(test, ids, location("0044"), "OTHER")).rejects.toMatchObject(refused);
    expect(await read(ids)).toEqual(waiting);
    await enable(test, ids, location("0044"), "SHOP-0044");
    await workFor(test, 20);
    const live = await read(ids);
    expect(live).toMatchObject({ ...connected, parameters: { storeCode: "SHOP-0044" } });
    const patch = { ...ids, type: "search", body: { parameters: { storeCode: "OTHER" } } };
    await expect(api().channels.update(patch)).rejects.toMatchObject(refused);
    await workFor(test, 5);
    expect(await read(ids)).toEqual(live);
  });

  it("of another location is refused with a warning", async () => {
    const [one, other] = [await newStore(), await newStore()];
    await connectSearch(test, one, location("0043"));
    await enable(test, other, "1043", "SHOP-0043");
    await workFor(test, 10);
    expect(await read(other)).toMatchObject(pending("StoreCodeTaken"));
    await enable(test, other, "1043", "FREE");
    await workFor(test, 20);
    expect(await read(other)).toMatchObject({ ...connected, parameters: { storeCode: "FREE" } });
  });
});

describe("a location", () => {
  it("serves the store that has waited longest until this store gives it up", async () => {
    const [first, second] = [await newStore(), await newStore()];
    await enable(test, first, "1004");
    test.advance(1_000);
    await enable(test, second, "1004");
    await workFor(test, 20);
    expect(await read(first)).toMatchObject(connected);
    const refused = await read(second);
    expect(refused).toMatchObject(pending("LocationUnavailable"));
    expect(JSON.stringify(refused)).not.toContain(first.storeId);
    expect((await api().channels.setup(second))?.steps[0]).toMatchObject({ id: "access", state: "blocked" });

    expect(await api().channels.remove({ ...first, type: "search" })).toBeNull();
    expect(await api().channels.setup(first)).toBeNull();
    await workFor(test, 4);
    expect(await sandbox.search.readProfile("1004")).toBeNull();
    expect(await read(second)).toMatchObject(pending("AwaitingSearchBusinessAccess"));
    await workFor(test, 20);
    expect(await read(second)).toMatchObject(connected);
  });

  it("goes to the store that fits the accepted invitation, even if another store has waited longer", async () => {
    const [first, second] = [await newStore(), await newStore()];
    await enable(test, first, "1011");
    test.advance(1_000);
    await enable(test, second, "1011");
    const fits = [second.storeId];
    overrides.findInvitations = async (waiting) =>
      (await sandbox.search.findInvitations(waiting)).map((invitation) => ({ ...invitation, fits }));
    await workFor(test, 20);
    delete overrides.findInvitations;
    expect(await read(second)).toMatchObject(connected);
    expect(await read(first)).toMatchObject(pending("LocationUnavailable"));
  });

  it("with access from before all waiting channels serves no store until that access has ended", async () => {
    const ids = await newStore();
    await sandbox.search.acceptInvitation("invitations/1005");
    await enable(test, ids, "1005");
    await workFor(test, 3);
    expect(await sandbox.search.readProfile("1005")).toBeNull();
    expect(await read(ids)).toMatchObject(pending("AwaitingSearchBusinessAccess"));
    await workFor(test, 20);
    expect(await read(ids)).toMatchObject(connected);
  });

  it("is free for its own store again after its owner has withdrawn our access", async () => {
    const ids = await newStore();
    await connectSearch(test, ids, "1006");
    await sandbox.search.giveUpAccess("1006");
    await workFor(test, 10);
    expect(await read(ids)).toMatchObject({ ...pending("AwaitingSearchBusinessAccess"), storefrontUrl: null });
    await workFor(test, 20);
    expect(await read(ids)).toMatchObject(connected);
  });
});

describe("a provider that fails", () => {
  const failing = (kind: "unavailable" | "quota" | "setup") => async () => {
    throw new ProviderError(kind, "So it says.");
  };

  it.each([
    ["unavailable", "SearchServiceUnavailable"],
    ["quota", "SearchQuotaExceeded"],
  ] as const)("by %s causes a warning after three failures in a row, until it answers", async (kind, warning) => {
    const ids = await newStore();
    await connectSearch(test, ids, `1007${kind.length}`);
    overrides.readState = failing(kind);
    await workFor(test, 12);
    expect(await read(ids)).toMatchObject(connected);
    expect(await api().channels.setup(ids)).toMatchObject({ problem: { message: expect.any(String) } });
    await workFor(test, 10);
    expect(await read(ids)).toMatchObject({ status: "connected", warnings: [{ id: warning }] });
    delete overrides.readState;
    await workFor(test, 10);
    expect(await read(ids)).toMatchObject(connected);
  });

  it("because of our own settings causes a warning at once", async () => {
    const ids = await newStore();
    overrides.openMerchant = failing("setup");
    await enable(test, ids, "1008");
    await workFor(test, 10);
    expect(await read(ids)).toMatchObject(pending("SearchMerchantCenterPending", "SearchServiceUnavailable"));
    const setup = await api().channels.setup(ids);
    expect(setup?.problem?.message).toContain("cannot be reached");
    expect(JSON.stringify(setup)).not.toContain("So it says.");
    delete overrides.openMerchant;
    await workFor(test, 20);
    expect(await read(ids)).toMatchObject(connected);
  });
});
