import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { authenticateUpload } from "../keys/index.ts";
import { disconnectSilentSources } from "./disconnect-silent-sources.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);
const { inventory } = caller;

async function* feed(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("barcode,price,quantity\n101,1.00,5\n");
}

const newStore = async () => (await t.store((await t.retailer()).id)).ids;
type Ids = Awaited<ReturnType<typeof newStore>>;
const historyOf = async (retailerId: string) => (await caller.history.list({ retailerId, page: { size: 100 } })).data;

test("disconnecting ends the upload key and the fetches, and keeps provider, latest ingest and items", async () => {
  const ids = await newStore();
  const parameters = { url: "https://93.184.216.34/stock.csv", intervalMinutes: 60, authorization: "Basic dTpw" };
  const { nextSteps } = await inventory.connect({ ...ids, body: { provider: "http-pull", parameters } });
  await inventory.putStock({ ...ids, feed: feed() });
  const before = await inventory.getSource(ids);
  await inventory.disconnect(ids);
  expect(await inventory.getSource(ids)).toEqual({ ...before, status: "disconnected", nextFetchAt: null, version: 2 });
  const { data } = await caller.events.list({ ...ids, page: { size: 100 } });
  expect(data.at(-1)).toMatchObject({ action: "inventory_source.update", data: { status: "disconnected" } });
  expect(await authenticateUpload(t.ctx.db, nextSteps.uploadKey)).toBeNull();
  const { prisma } = t.ctx.db;
  expect(await prisma.inventorySource.findUniqueOrThrow({ where: { retailerId_storeId: ids } })).toMatchObject({
    authorization: null,
    nextPullAt: null,
  });
  expect(await prisma.uploadKey.count({ where: ids })).toBe(0);
  expect((await inventory.listItems({ ...ids, page: { size: 10 } })).data).toHaveLength(1);
});

test("disconnecting twice makes one history entry, and the next feed connects the source", async () => {
  const ids = await newStore();
  await inventory.putStock({ ...ids, feed: feed() });
  await inventory.disconnect(ids);
  const entries = await historyOf(ids.retailerId);
  await inventory.disconnect(ids);
  expect(await historyOf(ids.retailerId)).toEqual(entries);
  await inventory.putStock({ ...ids, feed: feed() });
  expect(await inventory.getSource(ids)).toMatchObject({ status: "connected", provider: { id: "api" } });
});

const line = [{ barcode: "101", price: 1, quantity: 7 }];
const silent = { ...t.ctx, now: () => new Date(t.ctx.now().getTime() + 49 * 3_600_000) };
const atOnce = (ids: Ids) => inventory.disconnect(ids);

test.each([
  ["a source that waits for its first feed", async () => {}, atOnce],
  ["a source with a feed", (ids) => inventory.putStock({ ...ids, feed: feed() }), atOnce],
  ["a source with a PATCH", (ids) => inventory.patchStock({ ...ids, body: line }), atOnce],
  [
    "a source with feeds alone that was silent before",
    (ids) => inventory.putStock({ ...ids, feed: feed() }),
    async (ids) => {
      await disconnectSilentSources(silent);
      await inventory.disconnect(ids);
    },
  ],
] as [string, (ids: Ids) => Promise<unknown>, (ids: Ids) => Promise<void>][])(
  "after DELETE, a PATCH writes the stock of %s, and does not connect it",
  async (name, start, end) => {
    const ids = await newStore();
    if (!name.includes("alone")) await inventory.connect({ ...ids, body: { provider: "csv-upload" } });
    await start(ids);
    await end(ids);
    const before = await inventory.getSource(ids);
    expect(before.status).toBe("disconnected");
    const events = async () =>
      (await caller.events.list({ ...ids, page: { size: 100 } })).data.map(({ action }) => action);
    const sent = await events();
    await inventory.patchStock({ ...ids, body: line });
    expect(await inventory.getSource(ids)).toEqual(before);
    expect((await events()).slice(sent.length)).not.toContain("inventory_source.update");
    const { data } = await inventory.listItems({ ...ids, page: { size: 10 } });
    expect(data).toMatchObject([{ barcode: "101", quantity: 7 }]);
    await inventory.connect({ ...ids, body: { provider: "csv-upload" } });
    expect(await inventory.getSource(ids)).toMatchObject({ status: "pending" });
    await inventory.patchStock({ ...ids, body: line });
    expect(await inventory.getSource(ids)).toMatchObject({ status: "connected" });
  },
);

test("a PATCH connects a source again that was silent, also after it was deleted and had a feed", async () => {
  const ids = await newStore();
  await inventory.putStock({ ...ids, feed: feed() });
  await inventory.disconnect(ids);
  await inventory.putStock({ ...ids, feed: feed() });
  await disconnectSilentSources(silent);
  expect(await inventory.getSource(ids)).toMatchObject({ status: "disconnected" });
  await inventory.patchStock({ ...ids, body: line });
  expect(await inventory.getSource(ids)).toMatchObject({ status: "connected" });
});

test("a source that was never connected stays pending", async () => {
  const ids = await newStore();
  await inventory.disconnect(ids);
  expect(await inventory.getSource(ids)).toMatchObject({ status: "pending", provider: null });
});
