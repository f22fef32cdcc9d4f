import { type Database, openDatabase } from "@highstreet/db";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runOnce } from "../../../core/idempotency/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { createCaller } from "../../../router.ts";
import type { Ingest } from "../ingest.schema.ts";

let world: TestContext;
let ids: { retailerId: string; storeId: string };
/** Has queues of its own, as another process has. */
let other: Database;
beforeAll(async () => {
  world = await createTestContext();
  other = openDatabase({ url: world.databaseUrl, connections: 3 });
});
afterAll(async () => {
  await other.close();
  await world.close();
});
beforeEach(async () => {
  ids = (await world.store((await world.retailer()).id)).ids;
});

type Body = Record<string, unknown>[];
let keys = 0;
const newKey = () => `delta ${++keys}`;

/** A call with a key. `dies`: its process ends after the change and before the commit. */
async function once(
  body: Body,
  key = newKey(),
  { dies = false, db = world.ctx.db } = {},
): Promise<Ingest & { replayed: boolean }> {
  const call = { key, sent: ["PATCH"], body: Buffer.from(JSON.stringify(body)), scope: ids };
  const answer = await runOnce({ ...world.ctx, db }, call, async (inside: Context) => {
    const ingest = await createCaller(inside).inventory.patchStock({ ...ids, body });
    if (dies) throw new Error("dies");
    return { status: 200, headers: {}, body: JSON.stringify(ingest) };
  });
  return { ...JSON.parse(answer.body ?? ""), replayed: answer.replayed };
}
const patch = (...body: Body) => createCaller(world.ctx).inventory.patchStock({ ...ids, body });
const item = (barcode: string) => createCaller(world.ctx).inventory.getItem({ ...ids, barcode });

async function rejectionsOf({ id }: { id: string }) {
  const page = { size: 100 };
  const { data } = await createCaller(world.ctx).inventory.listRejections({ ...ids, ingestId: id, page });
  return data.map(({ line, code, currentQuantity }) => [line, code, currentQuantity]);
}

test("a delta without an Idempotency-Key is ValidationFailed, names its line and changes nothing", async () => {
  await patch({ barcode: "mug", price: 1, quantity: 5 });
  const errors = [expect.objectContaining({ pointer: "/1/quantityDelta", code: "IdempotencyKeyRequired" })];
  const refused = { cause: { code: "ValidationFailed", members: { errors } } };
  const lines: Body = [
    { barcode: "mug", quantity: 9 },
    { barcode: "mug", quantityDelta: -1 },
  ];
  await expect(patch(...lines)).rejects.toMatchObject(refused);
  expect(await item("mug")).toMatchObject({ quantity: 5 });
});

test("a delta is added, also below 0; lines of an item count in their order, and a wrong one is rejected alone", async () => {
  await patch(
    ...["mug", "hat", "cup", "big"].map((barcode) => ({ barcode, price: 1, quantity: barcode === "big" ? 9e9 : 2 })),
  );
  await patch({ barcode: "jar", price: 1, availability: "in stock" });
  const ingest = await once([
    { barcode: "mug", quantityDelta: -1.5 },
    { barcode: "mug", quantityDelta: -1, price: 3, title: "Mug" },
    { barcode: "hat", quantity: 10, price: 4 },
    { barcode: "hat", quantityDelta: -1 },
    { barcode: "new", price: 2, quantity: 7 },
    { barcode: "new", quantityDelta: 1 },
    { barcode: "lid", quantityDelta: 1 },
    { barcode: "jar", quantityDelta: 1 },
    { barcode: "cup", quantityDelta: 1, qty: 3 },
    { barcode: "cup", quantityDelta: "-1" },
    { barcode: "big", quantityDelta: 5e9, title: "Big" },
    { barcode: "cup", quantityDelta: -1, expectedQuantity: 3 },
    { barcode: "lid", quantity: 5, expectedQuantity: 0, price: 1 },
  ]);
  expect(ingest).toMatchObject({ validLines: 6, inStockValidLines: 5, rejectedLines: 7, ignoredMembers: [] });
  expect(await rejectionsOf(ingest)).toEqual([
    [7, "unknown_item", null],
    [8, "no_quantity", null],
    [9, "delta_beside_quantity", null],
    [10, "invalid_quantity", null],
    [11, "invalid_quantity", 9e9],
    [12, "quantity_differs", 2],
    [13, "unknown_item", null],
  ]);
  expect(await item("mug")).toMatchObject({ quantity: -0.5, price: 3, status: "out_of_stock", title: "Mug" });
  expect(await item("hat")).toMatchObject({ quantity: 9, price: 4 });
  expect(await item("new")).toMatchObject({ quantity: 8, price: 2 });
  expect(await item("big")).toMatchObject({ quantity: 9e9, title: null });
});

test("deltas that two processes take at the same time all count", async () => {
  await patch({ barcode: "mug", price: 1, quantity: 5 });
  const sale = [{ barcode: "mug", quantityDelta: -1 }];
  await Promise.all(Array.from({ length: 20 }, (_, n) => once(sale, newKey(), n % 2 ? { db: other } : {})));
  expect(await item("mug")).toMatchObject({ quantity: -15 });
});

type Line = { item: number; price?: number; quantity?: number; out?: true; delta?: number; expected?: number };
type Call = { lines: Line[]; fate: "fine" | "dies" | "twice" | "again" | "together" };

const names: string[] = ["mug", "hat", "5012345678900"];
const some = fc.constantFrom(-1, 0, 1, 2, 3);
const line: fc.Arbitrary<Line> = fc
  .tuple(
    fc.nat(names.length - 1),
    fc.option(fc.constantFrom(1, 2), { nil: undefined }),
    fc.oneof(
      { weight: 2, arbitrary: some.map((quantity) => ({ quantity })) },
      { weight: 4, arbitrary: some.map((delta) => ({ delta })) },
      { weight: 1, arbitrary: fc.constant({ out: true as const }) },
      { weight: 1, arbitrary: fc.constant({}) },
    ),
    fc.option(some, { nil: undefined, freq: 3 }),
  )
  .map(([item, price, what, expected]) => ({
    item,
    ...(price !== undefined && { price }),
    ...what,
    ...(expected !== undefined && { expected }),
  }));
const call: fc.Arbitrary<Call> = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  fate: fc.constantFrom("fine", "dies", "twice", "again", "together"),
});

type Item = { price: number; quantity: number | null };

/** The rules as a simple model. */
class Model {
  items = new Map<number, Item>();

  /** @returns the rejected lines */
  take(lines: Line[]): [line: number, code: string, current: number | null][] {
    const rejected: [number, string, number | null][] = [];
    for (const one of new Set(lines.map(({ item }) => item))) {
      const own = lines.flatMap((line, n) => (line.item === one ? [{ ...line, n: n + 1 }] : []));
      const inOrder = own.some(({ delta, expected }) => delta !== undefined || expected !== undefined);
      const before = this.items.get(one);
      const taken: number[] = [];
      for (const line of own) {
        const item = inOrder ? this.items.get(one) : before;
        const wrong = this.#wrong(line, item);
        if (wrong) {
          rejected.push([line.n, ...wrong]);
          continue;
        }
        if (!inOrder && taken.length) rejected.push([taken.pop() as number, "superseded", null]);
        taken.push(line.n);
        const start = item?.quantity ?? null;
        const quantity =
          line.delta === undefined ? (line.quantity ?? (line.out ? null : start)) : Number(start) + line.delta;
        this.items.set(one, { price: line.price ?? item?.price ?? 0, quantity });
      }
    }
    return rejected.sort(([one], [other]) => one - other);
  }

  #wrong(line: Line, item: Item | undefined): [string, number | null] | undefined {
    const { delta, expected, price, quantity, out } = line;
    if (!item) {
      if (delta !== undefined || expected !== undefined) return ["unknown_item", null];
      if (price === undefined) return ["missing_price", null];
      return quantity === undefined && !out ? ["missing_quantity", null] : undefined;
    }
    if (expected !== undefined && expected !== item.quantity) return ["quantity_differs", item.quantity];
    return delta !== undefined && item.quantity === null ? ["no_quantity", null] : undefined;
  }
}

const bodyOf = (lines: Line[]): Body =>
  lines.map(({ item, out, delta, expected, ...values }) => ({
    ...{ barcode: names[item], ...values },
    ...(out && { availability: "out of stock" }),
    ...(delta !== undefined && { quantityDelta: delta }),
    ...(expected !== undefined && { expectedQuantity: expected }),
  }));

const inUse = { code: "IdempotencyKeyInUse" };

test("deltas, absolute quantities, expected ones, repeats, deaths and concurrent calls leave the quantities of the model", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 5, maxLength: 12 }), async (calls) => {
      ids = (await world.store(ids.retailerId)).ids;
      const model = new Model();
      const sent: { body: Body; key: string; id: string }[] = [];
      for (const { lines, fate } of calls) {
        const [body, key] = [bodyOf(lines), newKey()];
        if (fate === "dies") await expect(once(body, key, { dies: true })).rejects.toThrow("dies");
        if (fate === "together") {
          // Deltas of several tills at once, each call sent twice.
          const deltas = lines.flatMap(({ item, delta }) => (delta === undefined ? [] : [{ item, delta }]));
          const all = deltas.map((one) => ({ body: bodyOf([one]), key: newKey() }));
          const send = (one: (typeof all)[number], n: number) =>
            once(one.body, one.key, n % 2 ? { db: other } : {}).catch((error) => expect(error).toMatchObject(inUse));
          await Promise.all([...all, ...all].map(send));
          for (const one of deltas) model.take([one]);
          for (const one of all) expect(await once(one.body, one.key)).toMatchObject({ replayed: true });
        } else {
          const rejected = model.take(lines);
          const ingest = await once(body, key);
          const counts = { rejectedLines: rejected.length, validLines: lines.length - rejected.length };
          expect(ingest).toMatchObject({ ...counts, numberOfLines: lines.length, replayed: false });
          expect(await rejectionsOf(ingest)).toEqual(rejected);
          sent.push({ body, key, id: ingest.id });
          if (fate === "twice") expect(await once(body, key)).toMatchObject({ id: ingest.id, replayed: true });
        }
        const earlier = sent[0];
        if (fate === "again" && earlier)
          expect(await once(earlier.body, earlier.key)).toMatchObject({ id: earlier.id });

        const where = [ids.retailerId, ids.storeId];
        const rows = await world.ctx.db.query<Record<string, unknown>>(
          `SELECT barcode, price::float8, quantity::float8, status = announced_status AND price = announced_price AS said,
             status <> 'out_of_stock' AS stocked FROM stock_item WHERE retailer_id = $1 AND store_id = $2`,
          where,
        );
        const found = rows.map(({ barcode, price, quantity, said }) => [barcode, { price, quantity, said }]);
        const expected = [...model.items].map(([n, one]) => [names[n], { ...one, said: true }]);
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
        const count = "SELECT in_stock_count AS n FROM store WHERE retailer_id = $1 AND store_id = $2";
        expect(await world.ctx.db.query(count, where)).toEqual([{ n: rows.filter(({ stocked }) => stocked).length }]);
      }
    }),
    { numRuns: rounds(500, 5) },
  );
});
