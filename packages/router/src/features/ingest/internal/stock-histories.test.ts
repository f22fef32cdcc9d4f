import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller } from "../../../router.ts";
import { expireUnseen } from "../expire-unseen.ts";
import type { Ingest } from "../ingest.schema.ts";

const DAY = 24 * 3_600_000;
const SECOND = 1_000;

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

/** More than 20 items, because a feed of a smaller store is never held. */
const keys = [...Array.from({ length: 21 }, (_, n) => String(500_000_000_000 + n)), "mug", "0042", "a\\b"];

type Mode = "update" | "replace";
/** `price` 0 is rejected; null is left out (PATCH). */
type Line = { item: number; zeros: number; price: number | null; quantity: number | null };
type Step =
  | { kind: "feed"; mode: Mode; isWhole: boolean; lines: Line[] }
  | { kind: "again" }
  | { kind: "patch"; lines: Line[] }
  | { kind: "accept" }
  | { kind: "hide"; item: number; hidden: boolean }
  | { kind: "wait"; days: number };

const item = fc.nat(keys.length - 1);
const feedLine = fc.record({
  ...{ item, zeros: fc.nat(2), price: fc.constantFrom(0, 100, 250), quantity: fc.constantFrom(-1, 0, 2, 3, 9) },
});
const patchLine = fc.record({
  ...{ item, zeros: fc.nat(2) },
  price: fc.constantFrom(0, 100, 250, null),
  quantity: fc.constantFrom(0, 2, 9, null),
});
const patch = fc.record({
  kind: fc.constant("patch" as const),
  lines: fc.array(patchLine, { minLength: 1, maxLength: 4 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      ...{ kind: fc.constant("feed" as const), mode: fc.constantFrom<Mode>("update", "replace") },
      ...{ isWhole: fc.boolean(), lines: fc.array(feedLine, { maxLength: 6 }) },
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: "again" }) },
  { weight: 3, arbitrary: patch },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: "accept" }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("hide" as const), item, hidden: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("wait" as const), days: fc.constantFrom(1, 4, 8) }) },
);

/** After a feed of all items, a feed of one item is held. Then the held feed is accepted, with or without steps in between. */
const whole: Step = { kind: "feed", mode: "replace", isWhole: true, lines: [] };
const held: Step = {
  kind: "feed",
  mode: "replace",
  isWhole: false,
  lines: [{ item: 0, zeros: 0, price: 250, quantity: 9 }],
};
const accepted = fc
  .array(fc.oneof(patch, step), { maxLength: 2 })
  .map((between): Step[] => [whole, held, ...between, { kind: "accept" }]);
const history = fc
  .array(fc.oneof({ weight: 8, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: accepted }), {
    ...{ minLength: 8, maxLength: 20, size: "max" },
  })
  .map((groups) => groups.flat());

/** The lines of a feed. A whole feed names every item first, so that its further lines repeat items. */
function linesOf(feed: { isWhole: boolean; lines: Line[] }): Line[] {
  const whole = feed.isWhole ? keys.map((_, n) => ({ item: n, zeros: 0, price: 100, quantity: 5 })) : [];
  return [...whole, ...feed.lines];
}

/** Zeros before long numbers do not matter. Before other barcodes they make another item. */
const spelling = ({ item, zeros }: Line): string => "0".repeat(zeros) + keys[item];
const keyOf = (line: Line): string =>
  (keys[line.item] ?? "").startsWith("5") ? (keys[line.item] ?? "") : spelling(line);

interface Item {
  barcode: string;
  price: number;
  quantity: number;
  absentSince: number | null;
  writtenAt: number;
}

const isChanged = (before: Item | undefined, { barcode, price, quantity }: Item) =>
  before && (before.barcode !== barcode || before.price !== price || before.quantity !== quantity);

/** The rules of stock as a simple model. */
class Model {
  items = new Map<string, Item>();
  published = new Map<string, string>();
  hidden = new Set<string>();
  appliedAt: number | null = null;
  held: { lines: Line[]; mode: Mode; at: number } | null = null;
  last: { lines: Line[]; mode: Mode } | null = null;

  feed(lines: Line[], mode: Mode, now: number, since = Number.POSITIVE_INFINITY): Partial<Ingest> {
    const isAccepted = since !== Number.POSITIVE_INFINITY;
    const valid = new Map(lines.filter(({ price }) => price).map((line) => [keyOf(line), line]));
    const seen = new Set(lines.map(keyOf));
    const counts = { numberOfLines: lines.length, validLines: valid.size, rejectedLines: lines.length - valid.size };
    if (!valid.size) return { ...counts, status: "refused" };
    const after = new Map<string, Item>();
    for (const [key, item] of this.items) {
      const isLeft = item.writtenAt > since || (item.absentSince ?? 0) > since;
      const absentSince = seen.has(key) ? null : (item.absentSince ?? Math.max(this.appliedAt ?? now, item.writtenAt));
      const quantity = mode === "replace" && !seen.has(key) && item.quantity > 0 ? 0 : item.quantity;
      after.set(key, isLeft ? item : { ...item, absentSince, quantity });
    }
    for (const line of lines.filter(({ price }) => price)) {
      const key = keyOf(line);
      const before = after.get(key);
      if (before && (before.writtenAt > since || (before.absentSince ?? 0) > since)) continue;
      const last = valid.get(key) as Line;
      const spelled = spelling(line);
      const barcode = before && before.barcode.length >= spelled.length ? before.barcode : spelled;
      const state = { barcode, price: last.price ?? 0, quantity: last.quantity ?? 0 };
      after.set(key, { ...state, absentSince: null, writtenAt: before?.writtenAt ?? now });
    }
    const isOther = (key: string, one: Item) => isChanged(this.items.get(key), one);
    const changedItems = [...after].filter(([key, one]) => isOther(key, one)).length;
    const newItems = [...after.keys()].filter((key) => !this.items.has(key)).length;
    const inStock = [...this.items.values()].filter(({ quantity }) => quantity > 0).length;
    const emptied = [...this.items].filter(
      ([key, { quantity }]) => quantity > 0 && (after.get(key)?.quantity ?? 0) <= 0,
    );
    if (!isAccepted && inStock >= 20 && emptied.length * 2 > inStock) {
      this.held = { lines, mode, at: now };
      return { ...counts, changedItems, newItems, status: "held" };
    }
    for (const [key, one] of after) if (isOther(key, one)) one.writtenAt = now;
    this.items = after;
    this.appliedAt = now;
    this.held = null;
    this.last = { lines, mode };
    return { ...counts, changedItems, newItems };
  }

  patch(lines: Line[], now: number): Partial<Ingest> {
    const isKnown = (line: Line) => this.items.has(keyOf(line));
    const stands = (line: Line) =>
      line.price !== 0 && (isKnown(line) || (line.price !== null && line.quantity !== null));
    const valid = new Map(lines.filter(stands).map((line) => [keyOf(line), line]));
    for (const line of lines) {
      const item = this.items.get(keyOf(line));
      if (item && line.price === 0 && !valid.has(keyOf(line))) item.absentSince = now;
    }
    for (const [key, line] of valid) {
      const before = this.items.get(key);
      const spelled = spelling(line);
      const after: Item = {
        barcode: before && before.barcode.length >= spelled.length ? before.barcode : spelled,
        price: line.price ?? before?.price ?? 0,
        quantity: line.quantity ?? before?.quantity ?? 0,
        absentSince: now,
        writtenAt: now,
      };
      // The time of the write is the time of the PATCH.
      if (before?.absentSince === null && isChanged(before, after)) after.absentSince = null;
      this.items.set(key, after);
    }
    return { numberOfLines: lines.length, validLines: valid.size, rejectedLines: lines.length - valid.size };
  }

  expire(now: number): void {
    if (this.appliedAt === null || this.appliedAt < now - 7 * DAY) return;
    for (const item of this.items.values()) {
      if (item.quantity <= 0 || item.absentSince === null || item.absentSince > now - 7 * DAY) continue;
      item.quantity = 0;
      item.writtenAt = now;
    }
  }

  announce(): void {
    for (const [key, { price, quantity }] of this.items) {
      const before = this.published.get(key);
      const status = quantity <= 0 ? "out_of_stock" : quantity < 3 ? "low_stock" : "in_stock";
      if (!this.hidden.has(key)) this.published.set(key, `${status} ${price}`);
      else if (before) this.published.set(key, `out_of_stock ${before.split(" ")[1]}`);
    }
  }
}

type StoreIds = { retailerId: string; storeId: string };
const caller = () => createCaller(world.ctx);

async function* bytes(lines: Line[]) {
  const rows = lines.map((line) => `${spelling(line)},${((line.price ?? 0) / 100).toFixed(2)},${line.quantity}`);
  yield Buffer.from(["barcode,price,quantity", ...rows].join("\n"));
}

function patchBody(lines: Line[]): Record<string, unknown>[] {
  return lines.map((line) => ({
    barcode: spelling(line),
    ...(line.price !== null && { price: line.price / 100 }),
    ...(line.quantity !== null && { quantity: line.quantity }),
  }));
}

const newestHeld = async (ids: StoreIds) =>
  (await caller().inventory.listIngests({ ...ids, page: { size: 100 } })).data.find(({ status }) => status === "held");

async function perform(step: Step, ids: StoreIds, last: Model["last"]): Promise<Partial<Ingest> | undefined> {
  const { inventory, customizations } = caller();
  if (step.kind === "feed") return inventory.putStock({ ...ids, mode: step.mode, feed: bytes(linesOf(step)) });
  if (step.kind === "again" && last) return inventory.putStock({ ...ids, mode: last.mode, feed: bytes(last.lines) });
  if (step.kind === "patch") return inventory.patchStock({ ...ids, body: patchBody(step.lines) });
  if (step.kind === "hide") {
    const barcode = keys[step.item] ?? "";
    await customizations.post({ ...ids, body: { barcode, hidden: step.hidden } });
  }
  if (step.kind === "accept") {
    const held = await newestHeld(ids);
    if (held) return inventory.acceptIngest({ ...ids, ingestId: held.id });
  }
  return undefined;
}

function foresee(model: Model, step: Step, now: number): Partial<Ingest> | undefined {
  if (step.kind === "feed") return model.feed(linesOf(step), step.mode, now);
  if (step.kind === "again" && model.last) return model.feed(model.last.lines, model.last.mode, now);
  if (step.kind === "patch") return model.patch(step.lines, now);
  if (step.kind === "hide") model.hidden[step.hidden ? "add" : "delete"](keys[step.item] ?? "");
  if (step.kind === "accept" && model.held) return model.feed(model.held.lines, model.held.mode, now, model.held.at);
  return undefined;
}

const rows = (query: string, ids: StoreIds) =>
  world.ctx.db.query(`${query} WHERE retailer_id = $1 AND store_id = $2 ORDER BY 1, 2`, [ids.retailerId, ids.storeId]);

/** All data of a store without ids and times, so that stores with the same history are equal. */
async function everything(ids: StoreIds) {
  const found = {
    items: await rows(
      `SELECT item_key, barcode, status, quantity, price, currency, condition, absent_since, announced_status, announced_price,
              announced_currency, created_at, updated_at FROM stock_item`,
      ids,
    ),
    // The order of events is defined for each item, but not within a feed.
    events: await rows(
      "SELECT subject, row_number() OVER (PARTITION BY subject ORDER BY sequence) AS n, action, data FROM store_event",
      ids,
    ),
    ingests: await rows(
      `SELECT row_number() OVER (ORDER BY ingest_id), mode, status, columns, number_of_lines, valid_lines, in_stock_valid_lines,
              changed_items, new_items, rejected_lines, reason, digest, created_at FROM ingest`,
      ids,
    ),
    store: await rows("SELECT in_stock_count, stock_version, next_sequence FROM store", ids),
  };
  return JSON.parse(JSON.stringify(found).replaceAll(ids.storeId, "store").replaceAll(ids.retailerId, "retailer"));
}

/** Items that do not know the sequence of their last event. */
const forgetful = (ids: StoreIds) =>
  world.ctx.db.query(
    `SELECT item_key FROM stock_item i WHERE retailer_id = $1 AND store_id = $2 AND announced_sequence IS DISTINCT FROM (
       SELECT max(sequence) FROM store_event e
       WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.subject = i.item_key)`,
    [ids.retailerId, ids.storeId],
  );

/** Applies the events in order. */
function pictureOf(events: { action: string; subject: string; data: string }[]): Map<string, string> {
  const picture = new Map<string, string>();
  for (const { action, subject, data } of events) {
    if (action !== "inventory.update") continue;
    const { status, price } = JSON.parse(data);
    const state = `${status} ${Math.round(price * 100)}`;
    expect(picture.get(subject), "no event repeats the one before it").not.toBe(state);
    picture.set(subject, state);
  }
  return picture;
}

const newStore = async () => (await world.store((await world.retailer()).id)).ids;

test("any history of feeds, tills, edits and waiting leaves the stock of the model", async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const ids = await newStore();
      const model = new Model();
      for (const one of steps) {
        world.advance(one.kind === "wait" ? one.days * DAY : SECOND);
        const now = world.ctx.now().getTime();
        const last = model.last;
        const ingest = await perform(one, ids, last);
        const foreseen = foresee(model, one, now);
        if (foreseen) expect(ingest).toMatchObject(foreseen);
        model.announce();
        await expireUnseen(world.asSystem());
        model.expire(now);
        model.announce();

        const found = await everything(ids);
        const items = found.items.map((row: Record<string, string>) => [
          row.item_key,
          {
            barcode: row.barcode,
            price: Math.round(Number(row.price) * 100),
            quantity: Number(row.quantity),
            absentSince: row.absent_since === null ? null : Date.parse(row.absent_since as string),
          },
        ]);
        const expected = [...model.items].map(([key, { writtenAt: _when, ...item }]) => [key, item]);
        expect(Object.fromEntries(items)).toEqual(Object.fromEntries(expected));
        expect(found.store[0].in_stock_count).toBe([...model.items.values()].filter((one) => one.quantity > 0).length);
        expect(pictureOf(found.events)).toEqual(model.published);
        expect(await forgetful(ids)).toEqual([]);
      }
    }),
    { numRuns: rounds(25) },
  );
});
