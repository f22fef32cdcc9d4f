import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lockStores } from "../../core/log/index.ts";
import { createCaller } from "../../router.ts";
import { changeSource, type SourceChange } from "./change-source.ts";

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

async function newSource() {
  const { ids } = await world.store((await world.retailer()).id);
  const caller = createCaller(world.ctx);
  return {
    ids,
    read: () => caller.inventory.getSource(ids),
    change: (change: SourceChange) =>
      world.ctx.db.transaction("no shop", async (tx) => {
        await lockStores(tx, ids.retailerId, [ids.storeId]);
        await changeSource(tx, ids, change, world.ctx.now());
      }),
    published: async () => (await caller.events.list({ ...ids, page: { size: 100 } })).data.map(({ data }) => data),
    row: () => world.ctx.db.prisma.inventorySource.findUniqueOrThrow({ where: { retailerId_storeId: ids } }),
  };
}

test("each change of status or warnings makes one event with the new source; other changes make no event", async () => {
  const { ids, read, change, published } = await newSource();
  await change({ status: "connected", provider: "api", heard: true });
  await change({ status: "connected", heard: true });
  await change({ warnings: { FeedHeld: { message: "Held." } } });
  await change({ warnings: { FeedHeld: { message: "Held." } } });
  await change({ warnings: { FeedHeld: { message: "Held again." } } });
  await change({ warnings: { FeedHeld: null, FeedNotFetched: null } });
  await change({ warnings: { FeedHeld: null } });
  const now = { status: "connected", provider: expect.objectContaining({ id: "api" }), latestIngest: null };
  expect(await read()).toMatchObject({ ...now, warnings: [] });
  const about = { store: { id: ids.storeId }, retailer: { id: ids.retailerId }, ...now };
  expect(await published()).toEqual([
    { ...about, warnings: [] },
    { ...about, warnings: [{ id: "FeedHeld", message: "Held." }] },
    { ...about, warnings: [{ id: "FeedHeld", message: "Held again." }] },
    { ...about, warnings: [] },
  ]);
});

test("a change sets or removes one warning and keeps the others", async () => {
  const { read, change } = await newSource();
  const warnings = async () => (await read()).warnings.map(({ id }) => id);
  await change({ warnings: { FeedNotFetched: { message: "No answer." } } });
  await change({ warnings: { FeedHeld: { message: "Held." } } });
  expect(await warnings()).toEqual(["FeedHeld", "FeedNotFetched"]);
  await change({ warnings: { FeedHeld: null } });
  expect(await warnings()).toEqual(["FeedNotFetched"]);
});

test("fields that a change leaves out stay: status, provider, and the time of the last contact", async () => {
  const { read, change, row } = await newSource();
  await change({ status: "connected", provider: "http-pull", heard: true });
  const { lastContactAt } = await row();
  world.advance(60_000);
  await change({ warnings: { FeedNotFetched: { message: "No answer." } }, provider: "api" });
  expect(await read()).toMatchObject({ status: "connected", provider: { id: "http-pull" } });
  expect(await row()).toMatchObject({ lastContactAt, appliedAt: null });
  await change({ heard: true, named: true });
  expect(await row()).toMatchObject({ lastContactAt: world.ctx.now(), appliedAt: world.ctx.now() });
});
