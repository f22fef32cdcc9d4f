import { openDatabase } from "@highstreet/db";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { createTestContext, type TestContext } from "../../testing.ts";

let world: TestContext;
let retailerId: string;
let north: { retailerId: string; storeId: string };
let south: { retailerId: string; storeId: string };
const barcode = "0005012345678900";
const custom = {
  title: "Big mug",
  description: "<p onclick='x'>Big</p><script>1</script>",
  brand: "Acme",
  image: ["https://x.example/a.png"],
};

beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

beforeEach(async () => {
  retailerId = (await world.retailer()).id;
  north = (await world.store(retailerId)).ids;
  south = (await world.store(retailerId)).ids;
  for (const store of [north, south]) {
    await createCaller(world.ctx).inventory.patchStock({ ...store, body: [{ barcode, price: 10, quantity: 5 }] });
  }
});

const caller = () => createCaller(world.ctx);
const updates = async (store: { retailerId: string; storeId: string }) => {
  const rows = await world.ctx.db.query<{ data: string }>(
    "SELECT data FROM store_event WHERE retailer_id = $1 AND store_id = $2 AND action = 'inventory.update' ORDER BY sequence",
    [store.retailerId, store.storeId],
  );
  return rows.map(({ data }) => JSON.parse(data)).map(({ status, price }) => `${status} ${price}`);
};
const failsWith = (code: string, members: Record<string, unknown> = {}) => ({
  cause: { code, members: expect.objectContaining(members) },
});

describe("hiding", () => {
  test("for all stores makes one out_of_stock event in each store with the last price; showing publishes the current state", async () => {
    expect(await caller().customizations.edit({ retailerId, barcode, body: { hidden: true } })).toMatchObject({
      ...{ storeId: null, hidden: true, channels: null, version: 1, barcode },
    });
    expect(await updates(north)).toEqual(["in_stock 10", "out_of_stock 10"]);
    expect(await updates(south)).toEqual(["in_stock 10", "out_of_stock 10"]);

    await caller().inventory.patchStock({ ...north, body: [{ barcode, price: 12 }] });
    expect(await updates(north), "hidden, nothing more is written").toHaveLength(2);

    await caller().customizations.edit({ retailerId, barcode, body: { hidden: false } });
    expect(await updates(north)).toEqual(["in_stock 10", "out_of_stock 10", "in_stock 12"]);
  });

  test("in one store does not change other stores, and hiding for all stores clears the edits of single stores", async () => {
    await caller().customizations.edit({ ...north, barcode: "5012345678900", body: { hidden: true } });
    expect(await updates(north)).toEqual(["in_stock 10", "out_of_stock 10"]);
    expect(await updates(south)).toEqual(["in_stock 10"]);

    await caller().customizations.edit({ retailerId, barcode, body: { hidden: false } });
    expect(await updates(north)).toEqual(["in_stock 10", "out_of_stock 10", "in_stock 10"]);
    expect(await caller().inventory.getItem({ ...north, barcode })).toMatchObject({ hidden: false });
  });

  test("of an item that is out of stock makes no event", async () => {
    await caller().inventory.patchStock({ ...north, body: [{ barcode, quantity: 0 }] });
    const before = await updates(north);
    await caller().customizations.edit({ ...north, barcode, body: { hidden: true } });
    expect(await updates(north)).toEqual(before);
  });

  test("an item that was always hidden is new when it is shown", async () => {
    await caller().customizations.post({ retailerId, body: { barcode: "hat", hidden: true } });
    await caller().inventory.patchStock({ ...north, body: [{ barcode: "hat", price: 3, quantity: 1 }] });
    expect(await updates(north)).toEqual(["in_stock 10"]);
    await caller().customizations.deleteByBarcode({ retailerId, barcode: "hat" });
    expect(await updates(north)).toEqual(["in_stock 10", "low_stock 3"]);
  });
});

describe("custom data", () => {
  test("field by field: the value of the store, then the value for all stores; null inherits again", async () => {
    await caller().customizations.edit({ retailerId, barcode, body: custom });
    await caller().customizations.edit({ ...north, barcode, body: { ...custom, title: "North mug" } });
    expect(await caller().inventory.getItem({ ...north, barcode })).toMatchObject({
      title: "North mug",
      description: "<p>Big</p>",
    });
    expect(await caller().inventory.getItem({ ...south, barcode })).toMatchObject({
      title: "Big mug",
      images: custom.image,
    });
    const cleared = { title: null, description: null, brand: null, image: null };
    expect(await caller().customizations.edit({ ...north, barcode, body: cleared })).toMatchObject({
      ...cleared,
      version: 2,
    });
    expect(await caller().inventory.getItem({ ...north, barcode })).toMatchObject({ title: "Big mug" });
  });

  test("must be complete: the error names the missing fields, and nothing changes", async () => {
    await expect(
      caller().customizations.edit({ retailerId, barcode, body: { hidden: true, title: "Mug" } }),
    ).rejects.toMatchObject(failsWith("IncompleteCustomData", { missing: ["description", "brand", "image"] }));
    expect(await caller().inventory.getItem({ ...north, barcode })).toMatchObject({ hidden: false, title: null });
    expect(await updates(north)).toEqual(["in_stock 10"]);
    await caller().customizations.edit({ retailerId, barcode, body: custom });
    expect(await caller().customizations.edit({ retailerId, barcode, body: { title: "Mug" } })).toMatchObject({
      brand: "Acme",
    });
  });
});

describe("wrong input", () => {
  test.each([
    ["nothing to change", {}, "ValidationFailed"],
    ["a wrong type", { hidden: "yes" }, "ValidationFailed"],
    ["an unknown field", { hiden: true }, "ValidationFailed"],
    ["an image that is not a URL", { ...custom, image: ["mug.png"] }, "ValidationFailed"],
    ["a description without text", { ...custom, description: "<script>1</script>" }, "ValidationFailed"],
    ["an unknown channel", { channels: ["shop-window"] }, "UnknownChannel"],
    ["a channel that no store has", { channels: ["search"] }, "ChannelNotEnabledForStore"],
  ])("%s is refused with %j", async (_, body, code) => {
    const edit = { retailerId, barcode, body } as Parameters<ReturnType<typeof caller>["customizations"]["edit"]>[0];
    await expect(caller().customizations.edit(edit)).rejects.toMatchObject(failsWith(code));
  });

  test("an unknown barcode is ProductNotFound for PATCH, but not for POST", async () => {
    const edit = caller().customizations.edit({ ...north, barcode: "not-there", body: { hidden: true } });
    await expect(edit).rejects.toMatchObject(failsWith("ProductNotFound"));
    const posted = await caller().customizations.post({ ...north, body: { barcode: "not-there", hidden: true } });
    expect(posted).toMatchObject({ created: true, customization: { storeId: north.storeId, hidden: true } });
    expect(await caller().customizations.post({ ...north, body: { barcode: "not-there" } })).toMatchObject({
      created: false,
    });
  });

  test("the retailer of another partner is not found", async () => {
    const other = await world.newPartner();
    const stranger = createCaller(world.asKey({ partnerId: other.partnerId }));
    await expect(stranger.customizations.edit({ retailerId, barcode, body: { hidden: true } })).rejects.toMatchObject(
      failsWith("RetailerNotFound"),
    );
  });
});

test("an edit that names an outdated version changes nothing and names the current version", async () => {
  const { customizations } = createCaller(world.ctx);
  const edit = (hidden: boolean, ifVersion?: number) =>
    customizations.edit({ retailerId, barcode, ifVersion, body: { hidden } });
  expect((await edit(true, 0)).version).toBe(1);
  await edit(false);
  await expect(edit(true, 1)).rejects.toMatchObject({
    cause: { code: "PreconditionFailed", members: { version: 2 } },
  });
  const { hidden } = await createCaller(world.ctx).inventory.getItem({ ...north, barcode });
  expect(hidden).toBe(false);
  expect((await edit(true, 2)).version).toBe(3);
});

test("an edit to the same values keeps the version, and the history has no entry of it", async () => {
  const { customizations, history } = createCaller(world.ctx);
  const edit = (body: object) => customizations.edit({ retailerId, barcode, body });
  const entries = async () => (await history.list({ retailerId, page: { size: 100 } })).data.length;
  const { version } = await edit({ hidden: true, ...custom });
  const before = await entries();
  expect((await edit({ hidden: true, ...custom })).version).toBe(version);
  expect((await edit({ title: custom.title })).version).toBe(version);
  expect(await entries()).toBe(before);
  expect((await edit({ title: "Small mug" })).version).toBe(version + 1);
  expect(await entries()).toBe(before + 1);
});

test("edits of one store by two processes at the same time each make one version and one event", async () => {
  const db = openDatabase({ url: world.databaseUrl });
  const callers = [world.ctx, { ...world.ctx, db }].map((ctx) => createCaller(ctx));
  const barcodes = Array.from({ length: 4 }, (_, n) => `mug ${n}`);
  const lines = barcodes.map((one) => ({ barcode: one, price: 10, quantity: 5 }));
  await createCaller(world.ctx).inventory.patchStock({ ...north, body: lines });
  for (const one of barcodes) await callers[0]?.customizations.edit({ ...north, barcode: one, body: { hidden: true } });
  const before = (await updates(north)).length;
  try {
    const edits = await Promise.all(
      Array.from({ length: 10 }, (_, n) => n % 2 === 1).flatMap((hidden) =>
        callers.flatMap(({ customizations }) =>
          barcodes.map((one) => customizations.edit({ ...north, barcode: one, body: { hidden } })),
        ),
      ),
    );
    const versions = Math.max(...edits.map(({ version }) => version));
    const stored = await world.ctx.db.query<{ versions: number; sequences: number; events: number }>(
      `SELECT (SELECT sum(version)::int FROM customization WHERE retailer_id = $1) AS versions,
         (SELECT next_sequence::int - 1 FROM store WHERE retailer_id = $1 AND store_id = $2) AS sequences,
         (SELECT count(*)::int FROM store_event WHERE retailer_id = $1 AND store_id = $2) AS events`,
      [north.retailerId, north.storeId],
    );
    const [{ versions: all = 0, sequences, events } = {}] = stored;
    expect(versions).toBeGreaterThan(1);
    expect(events).toBe(sequences);
    const flips = all - barcodes.length;
    expect((await updates(north)).length - before, "each new version changes the published state").toBe(flips);
  } finally {
    await db.close();
  }
});
