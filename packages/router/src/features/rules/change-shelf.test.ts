import { createTestContext } from "@highstreet/router/testing";
import { startSending } from "@highstreet/router/testing/listings";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { runTestClocks } from "../test-clock/index.ts";
import { settleDueShelves } from "./settle-due-shelves.ts";

const t = await createTestContext();
afterAll(() => t.close());
const api = createCaller(t.ctx);

let ids: { retailerId: string; storeId: string };
beforeEach(async () => {
  ({ ids } = await t.store((await t.retailer()).id));
  const body = [
    { barcode: "mug", price: 4, quantity: 5 },
    { barcode: "hat", price: 9, quantity: 1 },
  ];
  await api.inventory.patchStock({ ...ids, body });
});

const HOUR = 3_600_000;
const inHours = (hours: number): string => new Date(t.ctx.now().getTime() + hours * HOUR).toISOString();
const change = (body: object) => api.rules.changeShelf({ ...ids, body } as never);
const item = (barcode: string) => api.inventory.getItem({ ...ids, barcode });
const codesOf = async (barcode: string, channel: string) =>
  (await item(barcode)).visibility.find((one) => one.channel === channel)?.reasons.map(({ code }) => code);
const events = async () =>
  (await api.events.list({ ...ids, page: { size: 100 } })).data
    .filter(({ action }) => action === "inventory.update")
    .map(({ data }) => `${(data as { barcode: string }).barcode} ${(data as { status: string }).status}`);
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    ({ cause }) => cause,
  );

test("a pause stands above edits until its end, and then only what differs is sent", async () => {
  await api.customizations.edit({ ...ids, barcode: "mug", body: { hidden: false } });
  const sent = await events();
  const { pause, version } = await change({ pause: { until: inHours(2), reason: "Flood" } });
  expect(pause).toMatchObject({ channels: null, reason: "Flood", since: inHours(0) });
  expect(await api.stores.get(ids)).toMatchObject({ pause: { reason: "Flood" }, version });
  expect(await codesOf("mug", "webhooks")).toContain("StorePaused");
  expect((await events()).slice(sent.length).toSorted()).toEqual(["hat out_of_stock", "mug out_of_stock"]);
  t.advance(HOUR);
  await api.inventory.patchStock({
    ...ids,
    body: [
      { barcode: "hat", quantity: 0 },
      { barcode: "new", price: 1, quantity: 9 },
    ],
  });
  await settleDueShelves(t.asSystem());
  expect(await events()).toHaveLength(sent.length + 2);
  t.advance(HOUR);
  await settleDueShelves(t.asSystem());
  await settleDueShelves(t.asSystem());
  expect((await events()).slice(sent.length + 2).toSorted()).toEqual(["mug in_stock", "new in_stock"]);
  expect((await api.stores.get(ids)).pause).toBeNull();
  const [entry] = (await api.history.list({ retailerId: ids.retailerId, page: { size: 1 } })).data;
  expect(entry).toMatchObject({ action: "shelf.update", actor: { kind: "system" }, after: { pause: null } });
});

test("a pause of search stops local ads, too, and sends no event to webhooks", async () => {
  await startSending(t.ctx, ids, `8${ids.storeId.slice(-6)}`);
  await t.ctx.db.query("DELETE FROM listing_change WHERE retailer_id = $1", [ids.retailerId]);
  const sent = await events();
  await change({ pause: { until: inHours(1), channels: ["search"] } });
  expect(await codesOf("mug", "search")).toContain("StorePaused");
  expect(await codesOf("mug", "local_ads")).toContain("StorePaused");
  expect(await codesOf("mug", "webhooks")).not.toContain("StorePaused");
  expect(await events()).toEqual(sent);
  const marked = await t.ctx.db.query("SELECT FROM listing_change WHERE retailer_id = $1", [ids.retailerId]);
  expect(marked).toHaveLength(2);
  const [search] = await api.channels.list(ids);
  expect(search?.warnings.map(({ id }) => id)).toContain("StorePaused");
  expect(JSON.stringify(search?.warnings)).not.toContain(inHours(1));
});

test("a channel that is enabled in a paused store says so at once", async () => {
  const { ids: paused } = await t.store(ids.retailerId);
  await api.rules.changeShelf({ ...paused, body: { pause: { until: inHours(1), channels: ["webhooks"] } } } as never);
  const parameters = { webhookUrl: "https://partner.example/hooks", secret: canary("webhook") };
  const enable = { ...paused, body: { type: "webhooks", parameters } } as never;
  for (const isNew of [true, false]) {
    const { created, channel } = await api.channels.enable(enable);
    expect([created, channel.warnings.map(({ id }) => id)]).toEqual([isNew, expect.arrayContaining(["StorePaused"])]);
  }
});

test("a pause can be changed by members, resumed and taken back, and its end lies ahead", async () => {
  expect(await refusal(change({ pause: { reason: "Flood" } }))).toMatchObject({
    members: { errors: [{ pointer: "/pause/until", code: "Required" }] },
  });
  for (const until of [inHours(0), inHours(-1), inHours(24 * 367)]) {
    expect(await refusal(change({ pause: { until } }))).toMatchObject({ code: "ValidationFailed" });
  }
  const first = await change({ pause: { until: inHours(1), reason: "Flood" } });
  const longer = await change({ pause: { until: inHours(3) } });
  expect(longer.pause).toEqual({ ...first.pause, until: inHours(3) });
  expect((await change({ pause: longer.pause })).version).toBe(longer.version);
  await change({ pause: null });
  const undo = async () => {
    const [entry] = (await api.history.list({ retailerId: ids.retailerId, page: { size: 1 } })).data;
    return api.history.revert({ retailerId: ids.retailerId, entryId: entry?.id ?? "" });
  };
  await undo();
  expect((await api.rules.getShelf(ids)).pause).toEqual(longer.pause);
  expect(await codesOf("mug", "webhooks")).toContain("StorePaused");
  t.advance(4 * HOUR);
  await settleDueShelves(t.asSystem());
  expect(await refusal(undo())).toMatchObject({ code: "ChangedSince" });
});

test("a dry run counts what the change does, and changes nothing", async () => {
  const before = await events();
  const planOf = (body: object) => api.rules.changeShelf({ ...ids, onlyPlan: true, body } as never);
  const { version } = await planOf({ pause: null });
  const { plan, ...planned } = await planOf({ safetyStock: { all: 1 } });
  expect(planned).toMatchObject({ safetyStock: { all: 1 }, version: version + 1 });
  const hides = { hides: 1, shows: 0 };
  expect(plan?.stores).toMatchObject([{ changes: 1, events: 1, channels: { search: hides, webhooks: hides } }]);
  expect(plan?.samples).toMatchObject([{ barcode: "hat" }]);
  expect([await events(), (await api.rules.getShelf(ids)).safetyStock]).toEqual([before, null]);
});

test("safety stock is a threshold in each channel, and the item keeps what the till says", async () => {
  const sent = await events();
  await change({ safetyStock: { search: 2 } });
  expect([await codesOf("hat", "search"), await events()]).toEqual([["ChannelNotEnabled"], sent]);
  await change({ safetyStock: { webhooks: 1 } });
  expect((await api.rules.getShelf(ids)).safetyStock).toEqual({ search: 2, webhooks: 1 });
  expect((await events()).slice(sent.length)).toEqual(["hat out_of_stock"]);
  expect(await item("hat")).toMatchObject({ quantity: 1, status: "low_stock" });
  await api.inventory.patchStock({ ...ids, body: [{ barcode: "hat", quantity: 2 }] });
  await api.inventory.patchStock({ ...ids, body: [{ barcode: "mug", quantity: 1 }] });
  expect((await events()).slice(sent.length + 1)).toEqual(["hat low_stock", "mug out_of_stock"]);
  await change({ safetyStock: null });
  expect((await events()).slice(sent.length + 3)).toEqual(["mug low_stock"]);
});

test("a rule sets the safety stock of its products, whatever the store says", async () => {
  await startSending(t.ctx, ids, `9${ids.storeId.slice(-6)}`);
  await change({ safetyStock: { all: 1 } });
  const rule = { name: "Last ones", when: { all: [{ barcode: { is: ["mug"] } }] }, effect: { safetyStock: 5 } };
  const { plan } = await api.rules.create({ ...ids, onlyPlan: true, body: rule } as never);
  expect(plan?.stores).toMatchObject([{ changes: 1, events: 1 }]);
  await api.rules.create({ ...ids, body: { ...rule, preview: plan?.preview } } as never);
  const search = (await item("mug")).visibility.find(({ channel }) => channel === "search");
  const said = {
    code: "OutOfStock",
    message: expect.stringContaining("5 left, safety stock 5"),
    rule: { name: "Last ones" },
  };
  expect(search?.reasons).toMatchObject([said]);
  expect((await events()).at(-1)).toBe("mug out_of_stock");
});

test("the worker applies a change to a large store, and a pause ends by the test clock", async () => {
  await t.ctx.db.query("UPDATE store SET safety_stock = '{\"all\": 1}', shelf_due_at = $2 WHERE retailer_id = $1", [
    ids.retailerId,
    t.ctx.now(),
  ]);
  expect((await api.rules.getShelf(ids)).isPending).toBe(true);
  expect((await change({ safetyStock: { all: 1 } })).isPending).toBe(true);
  await settleDueShelves(t.asSystem());
  expect([(await api.rules.getShelf(ids)).isPending, (await events()).at(-1)]).toEqual([false, "hat out_of_stock"]);

  const tester = createCaller(t.asKey({ isTest: true }));
  const { id: retailerId } = await t.retailer({}, t.asKey({ isTest: true }));
  const { ids: test } = await t.store(retailerId, {}, t.asKey({ isTest: true }));
  await tester.rules.changeShelf({ ...test, body: { pause: { until: inHours(5) } } } as never);
  await tester.testClock.move({ retailerId, body: { aheadSeconds: 6 * 3_600 } });
  await runTestClocks(t.asSystem());
  expect((await tester.stores.get(test)).pause).toBeNull();
});
