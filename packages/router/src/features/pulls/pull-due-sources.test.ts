import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { FetchFailed, type FetchFeed } from "./internal/pull-source.ts";
import { pullDueSources } from "./pull-due-sources.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);
const url = "https://93.184.216.34/stock.csv";

async function newSource() {
  const { ids } = await t.store((await t.retailer()).id);
  const parameters = { url, intervalMinutes: 15 };
  await caller.inventory.connect({ ...ids, body: { provider: "http-pull", parameters } });
  return { ids, read: () => caller.inventory.getSource(ids) };
}

/** A server with one version of the file. */
const oneFile: FetchFeed = async ({ known }) => {
  if (known?.etag === '"1"') return "unchanged";
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("barcode,price,quantity\nmug,1,5\n");
  }
  return { bytes: bytes(), validators: { etag: '"1"', lastModified: null }, close: async () => undefined };
};

test("a due source is fetched once per interval, and an unchanged file makes no ingest", async () => {
  const { ids, read } = await newSource();
  expect(await pullDueSources(t.asSystem(), oneFile)).toBe(1);
  expect(await pullDueSources(t.asSystem(), oneFile)).toBe(0);
  expect(await read()).toMatchObject({ status: "connected", latestIngest: { validLines: 1 } });
  t.advance(15 * 60_000);
  expect(await pullDueSources(t.asSystem(), oneFile)).toBe(1);
  expect((await caller.inventory.listIngests({ ...ids, page: {} })).data).toHaveLength(1);
  await caller.inventory.patchStock({ ...ids, body: [{ barcode: "mug", quantity: 1 }] });
  t.advance(15 * 60_000);
  expect(await pullDueSources(t.asSystem(), oneFile)).toBe(1);
  expect(await caller.inventory.getItem({ ...ids, barcode: "mug" })).toMatchObject({ quantity: 5 });
  await caller.inventory.disconnect(ids);
});

test("a failed fetch sets a warning, and the next success removes it", async () => {
  const { ids, read } = await newSource();
  const failing: FetchFeed = async () => {
    throw new FetchFailed("The server answered 404.");
  };
  expect(await pullDueSources(t.asSystem(), failing)).toBe(1);
  expect((await read()).warnings).toMatchObject([{ id: "FeedNotFetched" }]);
  t.advance(60_000);
  expect(await pullDueSources(t.asSystem(), oneFile)).toBe(1);
  expect(await read()).toMatchObject({ status: "connected", warnings: [] });
  await caller.inventory.disconnect(ids);
});
