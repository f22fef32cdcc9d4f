import { createTestContext, lockRows } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing/canary";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { runTestClocks } from "../test-clock/index.ts";
import { settleDueRules } from "./settle-due-rules.ts";
import { settleDueShelves } from "./settle-due-shelves.ts";

const t = await createTestContext();
afterAll(() => t.close());
const api = createCaller(t.ctx);

interface Ids {
  retailerId: string;
  storeId: string;
}
let london: Ids | undefined;
let york: Ids | undefined;
let retailerId: string;
const at = (time: string) => t.setNow(new Date(time));
const body = [
  { barcode: "mug", price: 0.5, quantity: 5 },
  { barcode: "hat", price: 9, quantity: 5 },
];
beforeEach(async () => {
  at("2026-12-20T12:00:00Z");
  retailerId = (await t.retailer()).id;
  ({ ids: london } = await t.store(retailerId));
  ({ ids: york } = await t.store(retailerId, { timezone: "America/New_York" }));
  for (const ids of [london, york]) {
    const parameters = { webhookUrl: "https://1.1.1.1/", secret: canary("webhook") };
    await api.channels.enable({ ...(ids as Ids), body: { type: "webhooks", parameters } });
    await api.inventory.patchStock({ ...(ids as Ids), body });
  }
});

const cheap = { name: "Hide under £1", when: { all: [{ price: { under: 1 } }] }, effect: { hidden: true } };
const plan = async (more: object) =>
  (await api.rules.create({ retailerId, onlyPlan: true, body: { ...cheap, ...more } } as never)).plan;
async function make(more: object) {
  const preview = (await plan(more))?.preview;
  return api.rules.create({ retailerId, body: { ...cheap, ...more, preview } } as never);
}
const errorsOf = (call: Promise<unknown>) => call.then(() => "done").catch(({ cause }) => cause.members.errors);
const item = (ids: Ids | undefined, barcode = "mug") => api.inventory.getItem({ ...(ids as Ids), barcode });
const hidden = async () => [(await item(london)).hidden, (await item(york)).hidden];
const events = async (ids: Ids | undefined) =>
  (await api.events.list({ ...(ids as Ids), page: { size: 100 } })).data
    .filter(({ action }) => action === "inventory.update")
    .map(({ data }) => `${(data as { barcode: string }).barcode} ${(data as { status: string }).status}`);
const work = () => settleDueShelves(t.asSystem());

test("a rule begins and ends by itself at the midnights of each store, with the events, and is a reason only meanwhile", async () => {
  const rule = await make({ period: { from: "2026-12-24", until: "2026-12-25" } });
  expect(rule.period).toEqual({ from: "2026-12-24", until: "2026-12-25" });
  const sent = (await events(london)).length;
  at("2026-12-23T23:59:59Z");
  await work();
  expect(await hidden()).toEqual([false, false]);
  at("2026-12-24T00:00:00Z");
  await work();
  expect(await hidden()).toEqual([true, false]);
  const { visibility } = await item(london);
  expect(visibility[0]?.reasons).toMatchObject([{}, { code: "HiddenByRule", rule: { id: rule.id } }]);
  // A change of another rule settles both stores at once, while the rule counts in one of them.
  await make({ name: "Nothing", when: { all: [{ brand: { is: ["Nobody"] } }] } });
  expect(await hidden()).toEqual([true, false]);
  at("2026-12-24T05:00:00Z");
  await work();
  await work();
  expect(await hidden()).toEqual([true, true]);
  at("2026-12-26T00:00:00Z");
  await work();
  expect(await hidden()).toEqual([false, true]);
  expect(JSON.stringify((await item(london)).visibility)).not.toContain("ByRule");
  at("2026-12-26T05:00:00Z");
  await work();
  expect(await hidden()).toEqual([false, false]);
  expect((await events(london)).slice(sent)).toEqual(["mug out_of_stock", "mug in_stock"]);
  expect((await events(york)).slice(sent)).toEqual(["mug out_of_stock", "mug in_stock"]);
  expect((await api.rules.get({ retailerId, ruleId: rule.id })).version).toBe(rule.version);
});

test("a rule with times begins in all stores at once, and one with weekdays on each of them", async () => {
  await make({ period: { from: "2026-12-21T18:00:00+01:00" } });
  const sundays = { when: { all: [{ barcode: { is: ["hat"] } }] }, period: { weekdays: ["sunday"] } };
  await make({ ...sundays, name: "No hats on Sundays" });
  expect([(await item(london, "hat")).hidden, await hidden()]).toEqual([true, [false, false]]);
  at("2026-12-21T00:00:00Z");
  await work();
  expect([(await item(london, "hat")).hidden, (await item(york, "hat")).hidden]).toEqual([false, true]);
  at("2026-12-21T17:00:00Z");
  await work();
  expect([(await item(london, "hat")).hidden, await hidden()]).toEqual([false, [true, true]]);
  at("2026-12-27T00:00:00Z");
  await work();
  expect([(await item(london, "hat")).hidden, (await item(york, "hat")).hidden]).toEqual([true, false]);
});

test("a stock line before the worker's turn already follows the clock, and the worker writes no second event", async () => {
  await make({ period: { from: "2026-12-21" } });
  at("2026-12-21T00:00:00Z");
  await api.inventory.patchStock({ ...(london as Ids), body: [{ barcode: "mug", price: 0.5, quantity: 9 }] });
  await api.inventory.patchStock({ ...(london as Ids), body: [{ barcode: "cup", price: 0.2, quantity: 9 }] });
  const sent = await events(london);
  expect([(await item(london, "cup")).hidden, sent]).toEqual([true, expect.not.arrayContaining(["cup in_stock"])]);
  await work();
  expect([await hidden(), (await events(london)).filter((one) => one === "mug out_of_stock")]).toEqual([
    [true, false],
    ["mug out_of_stock"],
  ]);
});

test("a dry run says what the rule does when it counts, and when it begins in each store", async () => {
  const period = { from: "2026-12-24", until: "2026-12-26" };
  const later = await plan({ period });
  expect(later?.stores).toMatchObject([
    { storeId: london?.storeId, matches: 1, changes: 1, events: 1, startsAt: "2026-12-24T00:00:00.000Z" },
    { storeId: york?.storeId, matches: 1, changes: 1, events: 1, startsAt: "2026-12-24T05:00:00.000Z" },
  ]);
  expect((await plan({ period: { until: "2026-12-20" } }))?.stores).toMatchObject([
    { startsAt: null },
    { startsAt: null },
  ]);
  await make({ period });
  expect(await hidden()).toEqual([false, false]);
  // Another rule, planned before the first one begins, sees it at rest.
  expect((await plan({ name: "Same" }))?.stores).toMatchObject([{ changes: 1 }, { changes: 1 }]);
});

test("a change of the period takes effect with its call, needs its preview, and can be undone", async () => {
  const { id: ruleId } = await make({ period: { until: "2026-12-31" } });
  expect(await hidden()).toEqual([true, true]);
  const change = { period: { from: "2027-01-02" } };
  const refused = await api.rules
    .update({ retailerId, ruleId, body: change } as never)
    .catch(({ cause }) => cause.code);
  expect(refused).toBe("PreviewRequired");
  const planned = await api.rules.update({ retailerId, ruleId, onlyPlan: true, body: change } as never);
  const saved = { ...change, preview: planned.plan?.preview };
  expect((await api.rules.update({ retailerId, ruleId, body: saved } as never)).period).toEqual(change.period);
  expect(await hidden()).toEqual([false, false]);
  const [entry] = (await api.history.list({ retailerId, page: { size: 1 } })).data;
  expect(entry).toMatchObject({ before: { period: { until: "2026-12-31" } }, after: change });
  await api.history.revert({ retailerId, entryId: entry?.id ?? "" });
  expect(await hidden()).toEqual([true, true]);
  const always = await api.rules.update({ retailerId, ruleId, onlyPlan: true, body: { period: null } } as never);
  const body = { period: null, preview: always.plan?.preview };
  expect((await api.rules.update({ retailerId, ruleId, body } as never)).period).toBeNull();
  at("2027-06-01T00:00:00Z");
  await work();
  expect(await hidden()).toEqual([true, true]);
});

test("a store with another clock, and one that is added later, follow the periods", async () => {
  await make({ period: { from: "2026-12-21" } });
  await api.stores.update({ ...(york as Ids), body: { timezone: "Pacific/Auckland" } } as never);
  await work();
  expect(await hidden()).toEqual([false, true]);
  const { ids: added } = await t.store(retailerId);
  await work();
  await api.inventory.patchStock({ ...added, body });
  expect((await item(added)).hidden).toBe(false);
  at("2026-12-21T00:00:00Z");
  await work();
  expect((await item(added)).hidden).toBe(true);
});

test("a store that is locked has its turn later, and no other store waits for it", async () => {
  await make({ period: { from: "2026-12-21" } });
  at("2026-12-22T00:00:00Z");
  const { storeId } = london as Ids;
  await lockRows(t, "store WHERE retailer_id = $1 AND store_id = $2", [retailerId, storeId], async () => {
    await work();
    expect(await hidden()).toEqual([false, true]);
  });
  await work();
  expect(await hidden()).toEqual([true, true]);
});

test("the worker begins a rule of a large shop in its turn of the store, and then at its time", async () => {
  const { id } = await make({ period: { from: "2026-12-21" } });
  // As after a change in a shop with more than 100,000 items: no store knows the period.
  await t.ctx.db.query("UPDATE store SET shelf_due_at = NULL WHERE retailer_id = $1", [retailerId]);
  await t.ctx.db.query("UPDATE retailer SET rule_version = 2, rules_due_at = $2 WHERE retailer_id = $1", [
    retailerId,
    t.ctx.now(),
  ]);
  expect((await api.rules.get({ retailerId, ruleId: id })).follows).toEqual({ stores: 0, of: 2 });
  await settleDueRules(t.asSystem());
  expect(await hidden()).toEqual([false, false]);
  at("2026-12-22T00:00:00Z");
  await work();
  expect(await hidden()).toEqual([true, true]);
});

test("a test clock begins and ends a rule", async () => {
  const caller = t.asKey({ isTest: true });
  const tester = createCaller(caller);
  const { id } = await t.retailer({}, caller);
  const { ids } = await t.store(id, {}, caller);
  await tester.inventory.patchStock({ ...ids, body });
  const rule = { ...cheap, period: { from: "2027-02-01", until: "2027-02-01" } };
  const { plan: planned } = await tester.rules.create({ retailerId: id, onlyPlan: true, body: rule } as never);
  await tester.rules.create({ retailerId: id, body: { ...rule, preview: planned?.preview } } as never);
  const isHidden = async () => (await tester.inventory.getItem({ ...ids, barcode: "mug" })).hidden;
  for (const [time, expected] of [
    ["2027-01-31T23:00:00Z", false],
    ["2027-02-01T00:00:00Z", true],
    ["2027-02-02T00:00:00Z", false],
  ] as const) {
    const aheadSeconds = (Date.parse(time) - t.ctx.now().getTime()) / 1_000;
    await tester.testClock.move({ retailerId: id, body: { aheadSeconds } });
    await runTestClocks(t.asSystem());
    expect(await isHidden()).toBe(expected);
  }
});

test.each([
  [{ from: "2026-02-30" }, "/period/from"],
  [{ from: "24.12.2026" }, "/period/from"],
  [{ until: "2026-12-24T18:00" }, "/period/until"],
  [{ until: "9999-12-31" }, "/period/until"],
  [{ from: "2026-12-24", until: "2026-12-23" }, "/period/until"],
  [{ from: "2026-12-24T18:00:00Z", until: "2026-12-24T18:00:00Z" }, "/period/until"],
  [{ until: "2026-12-19" }, "/period/until"],
  [{ weekdays: ["monday"], until: "2026-12-20" }, "/period/until"],
  [{ weekdays: [] }, "/period/weekdays"],
  [{ weekdays: ["Mon"] }, "/period/weekdays/0"],
  [{}, "/period"],
])("the period %j is refused, and the error names its member", async (period, pointer) => {
  expect(await errorsOf(plan({ period }))).toMatchObject([{ pointer }]);
});
