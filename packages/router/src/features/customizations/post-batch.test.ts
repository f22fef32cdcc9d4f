import { cleanDescription } from "@highstreet/feeds";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import type { Customization } from "./customizations.schema.ts";

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

async function shop() {
  const { id: retailerId } = await world.retailer();
  const { ids } = await world.store(retailerId);
  const caller = createCaller(world.ctx);
  const lines = Array.from({ length: 20 }, (_, n) => ({ barcode: `item-${n}`, price: 1, quantity: 5 }));
  await caller.inventory.patchStock({ ...ids, body: lines });
  const all = async () => {
    const list = await caller.customizations.list({ retailerId });
    return "data" in list ? [] : Array.fromAsync(list);
  };
  return { retailerId, ids, caller, all };
}

test("a batch returns the records in the order of its bodies, each for all stores or one store", async () => {
  const { retailerId, ids, caller, all } = await shop();
  const body = [
    { barcode: "item-9", hidden: true },
    { barcode: "item-1", hidden: true, storeId: ids.storeId },
    { barcode: "item-9", channels: [] },
    { barcode: "new", hidden: true },
  ];
  const saved = await caller.customizations.postBatch({ retailerId, body });
  expect(saved.map(({ barcode, storeId, version }) => [barcode, storeId, version])).toEqual([
    ["item-9", null, 1],
    ["item-1", ids.storeId, 1],
    ["item-9", null, 2],
    ["new", null, 1],
  ]);
  expect(await all()).toHaveLength(3);
  expect(await caller.inventory.getItem({ ...ids, barcode: "item-9" })).toMatchObject({ hidden: true, channels: [] });
});

test("an item that a batch names twice makes one event, with or without leading zeros", async () => {
  const { retailerId, ids, caller } = await shop();
  const south = (await world.store(retailerId)).ids;
  const lines = [{ barcode: "5000000000001", price: 1, quantity: 5 }];
  for (const store of [ids, south]) await caller.inventory.patchStock({ ...store, body: lines });
  const body = [ids, south, ids].map(({ storeId }, n) => ({
    barcode: `${"0".repeat(n)}5000000000001`,
    storeId,
    hidden: true,
  }));
  await caller.customizations.postBatch({ retailerId, body });
  for (const store of [ids, south]) {
    const log = await world.ctx.db.query<{ data: string }>(
      "SELECT data FROM store_event WHERE retailer_id = $1 AND store_id = $2 AND subject = '5000000000001' ORDER BY sequence",
      [retailerId, store.storeId],
    );
    expect(log.map(({ data }) => JSON.parse(data).status)).toEqual(["in_stock", "out_of_stock"]);
  }
});

test("one invalid body rolls back the batch, and the pointer begins with its index", async () => {
  const { retailerId, ids, caller, all } = await shop();
  const good = { barcode: "item-1", hidden: true };
  const batch = (bad: object) =>
    caller.customizations.postBatch({ retailerId, body: [good, { barcode: "item-0", ...bad }] });
  const other = "01890000-0000-7000-8000-000000000000";
  await expect(batch({ brand: "Acme" })).rejects.toMatchObject({
    cause: { code: "IncompleteCustomData", members: { errors: [{ pointer: "/1/title" }] } },
  });
  await expect(batch({ channels: ["search"] })).rejects.toMatchObject({
    cause: { code: "ChannelNotEnabledForStore", members: { errors: [{ pointer: "/1/channels/0" }] } },
  });
  await expect(batch({ hidden: true, hiden: true })).rejects.toMatchObject({
    cause: { code: "ValidationFailed", members: { errors: [{ pointer: "/1/hiden" }] } },
  });
  await expect(batch({})).rejects.toMatchObject({
    cause: { code: "ValidationFailed", members: { errors: [{ pointer: "/1" }] } },
  });
  await expect(batch({ storeId: other, hidden: true })).rejects.toMatchObject({
    cause: { code: "ValidationFailed", members: { errors: [{ pointer: "/1/storeId" }] } },
  });
  expect(await all()).toEqual([]);
  expect(await caller.inventory.getItem({ ...ids, barcode: "item-1" })).toMatchObject({ hidden: false });
});

test("concurrent batches and single edits of the same items neither deadlock nor lose an edit", async () => {
  const { retailerId, ids, caller, all } = await shop();
  const barcodes = Array.from({ length: 20 }, (_, n) => `item-${n}`);
  await Promise.all([
    ...[0, 1, 2].map((turn) =>
      caller.customizations.postBatch({
        retailerId,
        body: (turn % 2 ? barcodes : barcodes.toReversed()).map((barcode) => ({ barcode, hidden: turn % 2 === 0 })),
      }),
    ),
    ...barcodes.map((barcode) => caller.customizations.edit({ ...ids, barcode, body: { hidden: true } })),
  ]);
  const records = await all();
  expect(records.filter(({ storeId }) => storeId === null).map(({ version }) => version)).toEqual(
    barcodes.map(() => 3),
  );
});

test("a store id in capitals names the same store", async () => {
  const { retailerId, ids, caller } = await shop();
  const body = [{ barcode: "item-2", hidden: true, storeId: ids.storeId.toUpperCase() }];
  expect(await caller.customizations.postBatch({ retailerId, body })).toMatchObject([{ storeId: ids.storeId }]);
});

const custom = (word: string) => ({
  title: word,
  description: word,
  brand: word,
  image: [`https://x.example/${word}`],
});
const Edit = fc.oneof(
  fc.record({ hidden: fc.constantFrom(true, false, null) }),
  fc.record({ hiddenWhile: fc.constant({ priceUnder: 3 }) }),
  fc.record({ hiddenUntil: fc.constant("2100-01-01T00:00:00Z") }),
  fc.record({ channels: fc.constantFrom([], null) }),
  fc.record({ hidden: fc.boolean(), channels: fc.constantFrom([], null) }),
  fc.constantFrom('A "mug"', "é\\n{,}").map(custom),
  fc.constant({ title: null, description: null, brand: null, image: null }),
);
const Place = fc.record({ item: fc.nat({ max: 3 }), zeros: fc.nat({ max: 2 }), store: fc.constantFrom(-1, 0, 1) });
/** In the order of a batch: by item, all stores first. */
const Bodies = fc
  .array(fc.tuple(Place, Edit), { minLength: 1, maxLength: 12 })
  .map((bodies) => bodies.sort(([a], [b]) => a.item - b.item || a.store - b.store));

test("a batch leaves the same records and history as its edits one by one", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Bodies, { minLength: 1, maxLength: 2 }), async (batches) => {
      const [one, other] = await Promise.all([
        leftBy(batches, async ({ caller, retailerId }, body) => {
          for (const { storeId, ...edit } of body) {
            await caller.customizations.post({ retailerId, ...(storeId && { storeId }), body: edit });
          }
        }),
        leftBy(batches, async ({ caller, retailerId }, body) => {
          await caller.customizations.postBatch({ retailerId, body });
        }),
      ]);
      expect(other).toEqual(one);
    }),
    { numRuns: rounds(25) },
  );
});

type Body = { barcode: string; storeId: string | null } & Record<string, unknown>;

/** The records and the history of a new shop after some edits. Ids and times are left out, and stores have numbers. */
async function leftBy(
  batches: [{ item: number; zeros: number; store: number }, object][][],
  save: (shop: { caller: ReturnType<typeof createCaller>; retailerId: string }, body: Body[]) => Promise<void>,
) {
  const { retailerId, ids, caller, all } = await shop();
  const stores = [ids.storeId, (await world.store(retailerId)).ids.storeId];
  for (const batch of batches) {
    const body = batch.map(([{ item, zeros, store }, edit]) => {
      return { barcode: `${"0".repeat(zeros)}500000000000${item}`, storeId: stores[store] ?? null, ...edit };
    });
    await save({ caller, retailerId }, body);
  }
  const plain = (record: object | null) => {
    if (record === null) return null;
    const { id: _, createdAt: __, updatedAt: ___, storeId, ...rest } = record as Customization;
    return { ...rest, store: stores.indexOf(String(storeId)) };
  };
  const placeOf = ({ barcode, storeId, version }: Customization) =>
    `${barcode.replace(/^0+/, "")} ${stores.indexOf(String(storeId))} ${version}`;
  const records = (await all()).map((record) => [placeOf(record), plain(record)] as const);
  const entries = (await caller.history.list({ retailerId, page: { size: 100 } })).data
    .filter(({ target }) => target.type === "customization")
    .map(
      ({ action, before, after }) => [placeOf(after as Customization), action, plain(before), plain(after)] as const,
    );
  const sorted = <Row extends readonly [string, ...unknown[]]>(rows: Row[]) =>
    rows.sort(([a], [b]) => (a < b ? -1 : 1));
  return { records: sorted(records), entries: sorted(entries) };
}

test("descriptions with many tags are cleaned as single ones are, in a process of their own", async () => {
  const { retailerId, caller } = await shop();
  const texts = [
    "<".repeat(4_900),
    "<p>".repeat(1_600),
    "a <script>x</script><b>b",
    "plain & simple",
    "<x>y</x>".repeat(600),
  ];
  const custom = { title: "t", brand: "b", image: ["https://a.example/x"] };
  const body = texts.map((description, n) => ({ barcode: `d${n}`, description, ...custom }));
  const saved = await caller.customizations.postBatch({ retailerId, body });
  expect(saved.map(({ description }) => description)).toEqual(texts.map(cleanDescription));
  const empty = [...body, { barcode: "e", description: "<x>".repeat(1_000), ...custom }];
  await expect(caller.customizations.postBatch({ retailerId, body: empty })).rejects.toMatchObject({
    cause: { code: "ValidationFailed", members: { errors: [{ pointer: "/5/description" }] } },
  });
});
