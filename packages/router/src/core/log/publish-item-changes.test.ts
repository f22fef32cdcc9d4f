import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

const barcodes = ["5000000000001", "mug"] as const;
type Barcode = (typeof barcodes)[number];
type Store = 0 | 1;
type Line = { barcode: Barcode; price: number; quantity: number };
type Edit = { hidden?: boolean | null; channels?: [] | null };
type Step =
  | { kind: "feed"; store: Store; mode: "update" | "replace"; lines: Line[] }
  | { kind: "patch"; store: Store; lines: Line[] }
  | { kind: "edit"; store: Store | null; barcode: Barcode; edit: Edit }
  | { kind: "delete"; store: Store | null; barcode: Barcode };

const store = fc.constantFrom<Store>(0, 1);
const scope = fc.constantFrom<Store | null>(0, 1, null);
const barcode = fc.constantFrom(...barcodes);
const line = fc.record({ barcode, price: fc.constantFrom(1, 2.5), quantity: fc.constantFrom(0, 2, 3, 9) });
const lines = fc.array(line, { minLength: 1, maxLength: 4 });
const edit = fc.record(
  { hidden: fc.constantFrom(true, true, false, null), channels: fc.constantFrom<[] | null>([], null, null) },
  { requiredKeys: [] },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("feed" as const),
    store,
    mode: fc.constantFrom("update" as const, "replace" as const),
    lines,
  }),
  fc.record({ kind: fc.constant("patch" as const), store, lines }),
  fc.record({ kind: fc.constant("edit" as const), store: scope, barcode, edit }),
  fc.record({ kind: fc.constant("delete" as const), store: scope, barcode }),
);

/** A simple model of the state that a receiver should know. */
class Model {
  shelves: [Map<Barcode, Line>, Map<Barcode, Line>] = [new Map(), new Map()];
  edits = new Map<string, Edit>();
  published: [Map<Barcode, string>, Map<Barcode, string>] = [new Map(), new Map()];

  apply(step: Step): void {
    if (step.kind === "edit") {
      const key = `${step.store} ${step.barcode}`;
      this.edits.set(key, { ...this.edits.get(key), ...step.edit });
      if (step.store === null) {
        for (const one of [0, 1]) {
          const record = this.edits.get(`${one} ${step.barcode}`);
          if (record) for (const field of Object.keys(step.edit) as (keyof Edit)[]) record[field] = null;
        }
      }
    } else if (step.kind === "delete") {
      this.edits.delete(`${step.store} ${step.barcode}`);
    } else {
      const shelf = this.shelves[step.store];
      const named = new Set(step.lines.map((line) => line.barcode));
      if (step.kind === "feed" && step.mode === "replace") {
        for (const [code, line] of shelf) if (!named.has(code)) shelf.set(code, { ...line, quantity: 0 });
      }
      for (const line of step.lines) shelf.set(line.barcode, line);
    }
    for (const one of [0, 1] as const) {
      for (const [code, line] of this.shelves[one]) {
        const [here, everywhere] = [this.edits.get(`${one} ${code}`), this.edits.get(`null ${code}`)];
        const hidden = here?.hidden ?? everywhere?.hidden ?? false;
        const visible = !hidden && (here?.channels ?? everywhere?.channels ?? null) === null;
        const before = this.published[one].get(code);
        const status = line.quantity <= 0 ? "out_of_stock" : line.quantity < 3 ? "low_stock" : "in_stock";
        if (visible) this.published[one].set(code, `${status} ${line.price}`);
        else if (before) this.published[one].set(code, `out_of_stock ${before.split(" ")[1]}`);
      }
    }
  }
}

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function perform(step: Step, retailerId: string, storeIds: [string, string]): Promise<void> {
  const caller = createCaller(world.ctx);
  if (step.kind === "edit" || step.kind === "delete") {
    const at = { retailerId, ...(step.store !== null && { storeId: storeIds[step.store] }) };
    if (step.kind === "edit") {
      await caller.customizations.post({ ...at, body: { barcode: step.barcode, title: null, ...step.edit } });
    } else {
      await caller.customizations.deleteByBarcode({ ...at, barcode: step.barcode }).catch((error: Error) => {
        expect(error.cause).toMatchObject({ code: "CustomizationNotFound" });
      });
    }
    return;
  }
  const ids = { retailerId, storeId: storeIds[step.store] };
  if (step.kind === "patch") await caller.inventory.patchStock({ ...ids, body: step.lines });
  else {
    const rows = step.lines.map((line) => `${line.barcode},${line.price},${line.quantity}`);
    const feed = bytes(["barcode,price,quantity", ...rows].join("\n"));
    await caller.inventory.putStock({ ...ids, mode: step.mode, feed });
  }
}

const log = (retailerId: string, storeId: string) =>
  world.ctx.db.query<{ sequence: number; data: string }>(
    `SELECT sequence, data FROM store_event
     WHERE retailer_id = $1 AND store_id = $2 AND action = 'inventory.update' ORDER BY sequence`,
    [retailerId, storeId],
  );

async function newShop(): Promise<{ retailerId: string; storeIds: [string, string] }> {
  const { id: retailerId } = await world.retailer();
  return { retailerId, storeIds: [(await world.store(retailerId)).id, (await world.store(retailerId)).id] };
}

/** Applies the events in order. */
async function pictureOf(retailerId: string, storeId: string): Promise<Map<string, string>> {
  const picture = new Map<string, string>();
  for (const { data } of await log(retailerId, storeId)) {
    const { barcode, status, price } = JSON.parse(data);
    const state = `${status} ${price}`;
    expect(picture.get(barcode), "no event repeats the one before it").not.toBe(state);
    picture.set(barcode, state);
  }
  return picture;
}

test("a receiver that applies every event in order holds what the database says, and no event repeats another", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24, size: "max" }), async (steps) => {
      const { retailerId, storeIds } = await newShop();
      const model = new Model();
      for (const one of steps) {
        await perform(one, retailerId, storeIds);
        model.apply(one);
        for (const index of [0, 1] as const) {
          expect(await pictureOf(retailerId, storeIds[index])).toEqual(model.published[index]);
        }
      }
    }),
    { numRuns: rounds(25) },
  );
});

test("with concurrent feeds, tills and edits, the published state of every item is right", async () => {
  const { retailerId, storeIds } = await newShop();
  const steps = fc.sample(step, { numRuns: 60, seed: 20261121 });
  await Promise.all(steps.map((one) => perform(one, retailerId, storeIds)));
  // An edit without a change of every item appends no event, because all events were appended.
  const before = await Promise.all(storeIds.map((storeId) => log(retailerId, storeId)));
  for (const barcode of barcodes)
    await createCaller(world.ctx).customizations.post({ retailerId, body: { barcode, title: null } });
  expect(await Promise.all(storeIds.map((storeId) => log(retailerId, storeId)))).toEqual(before);
  for (const storeId of storeIds) {
    const items = (await createCaller(world.ctx).inventory.listItems({ retailerId, storeId, page: { size: 100 } }))
      .data;
    const picture = await pictureOf(retailerId, storeId);
    for (const item of items.filter(({ hidden, channels }) => !hidden && channels === null)) {
      expect(picture.get(item.barcode)).toBe(`${item.status} ${item.price}`);
    }
    const sequences = (await log(retailerId, storeId)).map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    expect(new Set(sequences).size).toBe(sequences.length);
  }
});
