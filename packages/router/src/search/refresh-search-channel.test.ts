import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCaller } from "../router.ts";
import { createTestContext, type TestContext } from "../testing.ts";
import { refreshSearchChannels } from "./index.ts";

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

async function newStore() {
  const { id } = await test.retailer();
  return (await test.store(id)).ids;
}

const api = () => createCaller(test.ctx);
const search = (locationId: string, storeCode?: string) => ({
  type: "search" as const,
  parameters: { locationId, storeCode },
});

async function readSearch(ids: { retailerId: string; storeId: string }) {
  return (await api().channels.list(ids)).find(({ id }) => id === "search");
}

async function statusesTold(ids: { retailerId: string; storeId: string }) {
  const rows = await test.ctx.db.query<{ data: string }>(
    "SELECT data FROM store_event WHERE retailer_id = $1 AND store_id = $2 AND subject = 'channel:search' ORDER BY sequence",
    [ids.retailerId, ids.storeId],
  );
  return rows.map(({ data }) => {
    const { status, warnings } = JSON.parse(data) as { status: string; warnings: { id: string }[] };
    return [status, ...warnings.map(({ id }) => id)];
  });
}

describe("the search channel", () => {
  it("goes from waiting for access over data sending to connected, and tells each step once", async () => {
    const ids = await newStore();
    const { created, channel } = await api().channels.enable({ ...ids, body: search("1001") });
    expect(created).toBe(true);
    expect(channel).toMatchObject({
      id: "search",
      channel: { id: "search", label: "Search local listings" },
      status: "pending",
      warnings: [{ id: "AwaitingSearchBusinessAccess" }],
      parameters: { locationId: "1001", storeCode: null, businessAccountId: expect.any(String) },
      storefrontUrl: null,
    });
    expect(channel).not.toHaveProperty("dailyBudget");
    await refreshSearchChannels(test.asSystem());
    test.advance(6_000);
    await refreshSearchChannels(test.asSystem());
    expect(await readSearch(ids)).toMatchObject({
      status: "pending",
      warnings: [{ id: "SearchMerchantCenterPending" }],
    });
    test.advance(10_000);
    await refreshSearchChannels(test.asSystem());
    await refreshSearchChannels(test.asSystem());
    const connected = await readSearch(ids);
    expect(connected).toMatchObject({
      status: "connected",
      warnings: [],
      storefrontUrl: expect.stringContaining("1001"),
    });
    expect(connected?.parameters.storeCode).toMatch(/^HS/);
    expect(await statusesTold(ids)).toEqual([
      ["pending", "AwaitingSearchBusinessAccess"],
      ["pending", "SearchMerchantCenterPending"],
      ["connected"],
    ]);
  });

  it("keeps its state when enabled again with the same location, and starts anew with another", async () => {
    const ids = await newStore();
    await api().channels.enable({ ...ids, body: search("1002", "S1") });
    test.advance(20_000);
    await refreshSearchChannels(test.asSystem());
    const again = await api().channels.enable({ ...ids, body: search("1002") });
    expect(again).toMatchObject({ created: false, channel: { status: "connected", parameters: { storeCode: "S1" } } });
    const anew = await api().channels.enable({ ...ids, body: search("1003") });
    expect(anew).toMatchObject({
      created: false,
      channel: { status: "pending", storefrontUrl: null, warnings: [{ id: "AwaitingSearchBusinessAccess" }] },
    });
  });

  it("links a location to one store at most, of all retailers, and frees it on removal", async () => {
    const [first, second] = [await newStore(), await newStore()];
    await api().channels.enable({ ...first, body: search("1004") });
    test.advance(6_000);
    await refreshSearchChannels(test.asSystem());
    await api().channels.enable({ ...second, body: search("1004") });
    test.advance(60_000);
    await refreshSearchChannels(test.asSystem());
    expect((await readSearch(first))?.status).toBe("connected");
    const refused = await readSearch(second);
    expect(refused).toMatchObject({ status: "pending", warnings: [{ id: "LocationUnavailable" }] });
    expect(JSON.stringify(refused)).not.toContain(first.storeId);

    expect(await api().channels.remove({ ...first, type: "search" })).toBeNull();
    await refreshSearchChannels(test.asSystem());
    expect(await readSearch(second)).toMatchObject({ warnings: [{ id: "AwaitingSearchBusinessAccess" }] });
    test.advance(20_000);
    await refreshSearchChannels(test.asSystem());
    expect((await readSearch(second))?.status).toBe("connected");
  });
});
