import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChangeNotice, NumberedNotice } from "../../kernel/changes.schema.ts";
import { newId } from "../../kernel/ids.ts";
import { createCaller } from "../../router.ts";
import { ChangeWatch } from "./change-watch.ts";

let t: TestContext;
let retailerId: string;
let shop: { retailerId: string; storeId: string };
beforeAll(async () => {
  t = await createTestContext();
  ({ id: retailerId } = await t.retailer());
  ({ ids: shop } = await t.store(retailerId));
});
afterAll(() => t.close());

/** The test alone looks, so that it decides which changes one look sees. */
const watchOf = (options: ConstructorParameters<typeof ChangeWatch>[1] = {}) =>
  new ChangeWatch(t.ctx.db, { pauseMs: 3_600_000, ...options });

/** A stream, with the notices that it has yielded so far. */
function follow(watch: ChangeWatch, after?: string, person = "pat") {
  const leaving = new AbortController();
  const got: NumberedNotice[] = [];
  const ended = (async () => {
    for await (const notice of watch.follow({ retailerId, person, after, signal: leaving.signal })) got.push(notice);
  })();
  ended.catch(() => undefined);
  const leave = async () => {
    leaving.abort();
    await ended;
  };
  const has = (count: number) => expect.poll(() => got.length).toBeGreaterThanOrEqual(count);
  return { got, ended, leave, has, notices: () => got.map(({ notice }) => notice) };
}

const sell = (barcode: string, ids = shop) =>
  createCaller(t.ctx).inventory.patchStock({ ...ids, body: [{ barcode, price: 2, quantity: 3 }] });

test("a new stream begins with a notice about everything, and is silent while nothing changes", async () => {
  const watch = watchOf();
  const stream = follow(watch);
  await stream.has(1);
  expect(stream.got[0]?.notice).toMatchObject({ storeId: null, topics: expect.arrayContaining(["stock", "team"]) });
  await watch.look();
  await stream.leave();
  expect([stream.got.length, watch.streams]).toEqual([1, 0]);
});

test("all changes of a store between two looks are one notice with their topics and without data", async () => {
  const other = await t.store(retailerId);
  const watch = watchOf();
  const stream = follow(watch);
  await stream.has(1);
  for (const barcode of ["7001", "7002", "7003"]) await sell(barcode);
  await sell("7001", other.ids);
  await createCaller(t.ctx).channels.enable({
    ...shop,
    body: { type: "webhooks", parameters: { webhookUrl: "https://shop.example/hook", secret: canary("webhook") } },
  });
  await watch.look();
  await stream.has(3);
  await stream.leave();
  const of = (storeId: string | null) =>
    stream
      .notices()
      .slice(1)
      .filter((notice) => notice.storeId === storeId);
  expect(of(other.id)).toEqual([{ storeId: other.id, topics: expect.arrayContaining(["stock"]) }]);
  expect(of(shop.storeId)).toEqual([
    { storeId: shop.storeId, topics: expect.arrayContaining(["stock", "channels", "deliveries"]) },
  ]);
  expect(of(shop.storeId)[0]).not.toHaveProperty("data");
});

const teaEdit = { title: "Tea", description: "Green", brand: "Tea & Co", image: ["https://shop.example/tea.jpg"] };
const changes: Record<string, [() => Promise<unknown>, ChangeNotice["topics"][number]]> = {
  "a new name of the shop": [
    () => createCaller(t.ctx).retailers.update({ retailerId, body: { name: "New name" } }),
    "stores",
  ],
  "a new store": [() => t.store(retailerId), "stores"],
  "an edit of a title": [
    () => createCaller(t.ctx).customizations.edit({ retailerId, barcode: "7001", body: teaEdit }),
    "edits",
  ],
  "an open alert": [
    () =>
      t.ctx.db.prisma.alert.create({
        data: { ...shop, kind: "till_silent", id: newId(t.ctx.now()), message: "Silent", openedAt: t.ctx.now() },
      }),
    "alerts",
  ],
  "a new webhook endpoint": [
    () => createCaller(t.ctx).endpoints.create({ retailerId, body: { url: "https://shop.example/all" } }),
    "channels",
  ],
  "an event that waits for a webhook endpoint": [
    () =>
      t.ctx.db.prisma.deliveryPosition.create({
        data: { ...shop, endpointId: newId(t.ctx.now()), cursor: 0, inFlightHighWater: 0, dueAt: t.ctx.now() },
      }),
    "deliveries",
  ],
  "a search for listings to send": [
    () => t.ctx.db.prisma.publication.create({ data: { ...shop, dueAt: t.ctx.now(), problemsDueAt: t.ctx.now() } }),
    "listings",
  ],
};

test.each(Object.entries(changes))("%s reaches the stream", async (_, [change, topic]) => {
  const watch = watchOf();
  const stream = follow(watch);
  await stream.has(1);
  await change();
  await watch.look();
  await stream.has(2);
  await stream.leave();
  expect(
    stream
      .notices()
      .slice(1)
      .flatMap(({ topics }) => topics),
  ).toContain(topic);
});

test("a channel that is enabled and removed between two looks is a notice, as a page may have read it", async () => {
  const { ids } = await t.store(retailerId);
  const watch = watchOf();
  const stream = follow(watch);
  await stream.has(1);
  const caller = createCaller(t.ctx);
  await caller.channels.enable({ ...ids, body: { type: "search", parameters: { locationId: "7" } } });
  await caller.channels.remove({ ...ids, type: "search" });
  await watch.look();
  await stream.has(2);
  await stream.leave();
  expect(stream.notices().filter(({ storeId }) => storeId === ids.storeId)).toEqual([
    { storeId: ids.storeId, topics: expect.arrayContaining(["channels"]) },
  ]);
});

test("a change of more than 20 stores is one notice for the whole shop", async () => {
  const watch = watchOf();
  const stream = follow(watch);
  await stream.has(1);
  for (let n = 0; n < 21; n++) await t.store(retailerId);
  await watch.look();
  await stream.has(2);
  await stream.leave();
  expect(stream.notices().slice(1)).toEqual([{ storeId: null, topics: expect.arrayContaining(["stores"]) }]);
});

test("a stream that continues after an id gets what it missed, also what no other stream saw", async () => {
  const watch = watchOf();
  const first = follow(watch);
  await first.has(1);
  await first.leave();
  await sell("7101");
  const second = follow(watch, first.got[0]?.id);
  await expect.poll(() => watch.streams).toBe(1);
  await watch.look();
  await second.has(1);
  const third = follow(watch, first.got[0]?.id);
  await third.has(1);
  await Promise.all([second.leave(), third.leave()]);
  expect(second.notices()).toEqual([{ storeId: shop.storeId, topics: expect.arrayContaining(["stock"]) }]);
  expect(third.got).toEqual(second.got);
});

test.each(["unknown.1", "", "x", `${newId(new Date())}.0`])(
  "a stream that continues after the unknown id %j begins with everything",
  async (after) => {
    const stream = follow(watchOf(), after);
    await stream.has(1);
    await stream.leave();
    expect(stream.notices()).toMatchObject([{ storeId: null, topics: expect.arrayContaining(["stock", "edits"]) }]);
  },
);

test("many streams of many shops need one statement a look", async () => {
  let statements = 0;
  const query: typeof t.ctx.db.query = (text, values) => {
    statements++;
    return t.ctx.db.query(text, values);
  };
  const watch = new ChangeWatch({ query }, { pauseMs: 3_600_000 });
  const streams = Array.from({ length: 8 }, () => follow(watch));
  await Promise.all(streams.map((stream) => stream.has(1)));
  statements = 0;
  await watch.look();
  expect(statements).toBe(1);
  await Promise.all(streams.map((stream) => stream.leave()));
});

test("streams beyond the limit of a person or of the process are refused, and a closed one makes room", async () => {
  const watch = watchOf({ most: 3, mostEach: 2 });
  const open = [follow(watch), follow(watch)];
  await Promise.all(open.map((stream) => stream.has(1)));
  await expect(follow(watch).ended).rejects.toMatchObject({ code: "RateLimited", message: /^You have 2 live/ });
  const other = follow(watch, undefined, "sam");
  await other.has(1);
  await expect(follow(watch, undefined, "kim").ended).rejects.toMatchObject({ code: "RateLimited" });
  await open[0]?.leave();
  const again = follow(watch);
  await again.has(1);
  await Promise.all([open[1], other, again].map((stream) => stream?.leave()));
  expect(watch.streams).toBe(0);
});

test("the end of the process ends all streams and refuses new ones", async () => {
  const ending = new AbortController();
  const watch = watchOf({ ending: ending.signal });
  const streams = [follow(watch), follow(watch)];
  await Promise.all(streams.map((stream) => stream.has(1)));
  ending.abort();
  await Promise.all(streams.map(({ ended }) => ended));
  expect(watch.streams).toBe(0);
  await expect(follow(watch).ended).rejects.toMatchObject({ code: "Unavailable" });
});

test("after a failed look the next one finds the same changes", async () => {
  let fails = false;
  const errors: unknown[] = [];
  const query: typeof t.ctx.db.query = (text, values) =>
    fails ? Promise.reject(new Error("no database")) : t.ctx.db.query(text, values);
  const watch = new ChangeWatch({ query }, { pauseMs: 5, onError: (error) => errors.push(error) });
  const stream = follow(watch);
  await stream.has(1);
  fails = true;
  await sell("7201");
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  fails = false;
  await stream.has(2);
  await stream.leave();
  expect(stream.notices()[1]).toEqual({ storeId: shop.storeId, topics: expect.arrayContaining(["stock"]) });
});
