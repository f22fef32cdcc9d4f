import { createTestContext } from "@highstreet/router/testing";
import { startSending } from "@highstreet/router/testing/listings";
import { canary } from "@highstreet/telemetry/testing/canary";
import { afterAll, beforeEach, expect, test } from "vitest";
import { editLimits } from "../../core/items/edit-limits.schema.ts";
import { createCaller } from "../../router.ts";
import { settleDueShelves } from "./settle-due-shelves.ts";

const t = await createTestContext();
afterAll(() => t.close());
const api = createCaller(t.ctx);

let ids: { retailerId: string; storeId: string };
let retailerId: string;
beforeEach(async () => {
  t.setNow(new Date("2026-12-20T12:00:00Z"));
  retailerId = (await t.retailer()).id;
  ({ ids } = await t.store(retailerId));
  const parameters = { webhookUrl: "https://1.1.1.1/", secret: canary("webhook") };
  await api.channels.enable({ ...ids, body: { type: "webhooks", parameters } });
  const body = [
    { barcode: "5012345678900", price: 4, quantity: 5, title: "Mug", brand: "Lumen", category: "Home" },
    { barcode: "hat", price: 9, quantity: 5, title: "Hat" },
    { barcode: "bare", price: 9, quantity: 5 },
  ];
  await api.inventory.patchStock({ ...ids, body });
});

const all = { any: [{ price: { from: 0 } }] };
async function make(effect: object, more: object = {}) {
  const body = { name: JSON.stringify(effect).slice(0, 90), when: all, effect, ...more };
  const { plan } = await api.rules.create({ retailerId, onlyPlan: true, body } as never);
  const rule = await api.rules.create({ retailerId, body: { ...body, preview: plan?.preview } } as never);
  return { plan, rule };
}
const item = (barcode: string) => api.inventory.getItem({ ...ids, barcode });
const titles = async () => [(await item("5012345678900")).title, (await item("hat")).title, (await item("bare")).title];
const undo = async () => {
  const [entry] = (await api.history.list({ retailerId, page: { size: 1 } })).data;
  return api.history.revert({ retailerId, entryId: entry?.id ?? "" });
};
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    ({ cause }) => cause.members.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code]),
  );

test("a title follows the product, and an item that lacks a value of it keeps its own", async () => {
  const { plan, rule } = await make({ title: "{brand} – {title} (100% {title})" });
  expect(plan?.stores).toMatchObject([{ matches: 3, changes: 0, texts: 1, events: 0, ownSettings: 0 }]);
  const after = "Lumen – Mug (100% Mug)";
  expect(plan?.samples).toMatchObject([
    { barcode: "5012345678900", hides: [], shows: [], texts: [{ field: "title", before: "Mug", after }] },
  ]);
  expect(await titles()).toEqual([after, "Hat", null]);
  const named = [{ field: "title", rule: { id: rule.id, name: rule.name, storeId: null } }];
  expect([(await item("5012345678900")).textsByRules, (await item("hat")).textsByRules]).toEqual([named, []]);
  await api.customizations.edit({ retailerId, barcode: "hat", body: { brand: "{title}" } });
  expect(await titles()).toEqual([after, "{title} – Hat (100% Hat)", null]);
  const title = "Long ".repeat(25).trim();
  await api.inventory.patchStock({ ...ids, body: [{ barcode: "5012345678900", title }] });
  expect(await titles()).toEqual([title, "{title} – Hat (100% Hat)", null]);
  await api.customizations.edit({ ...ids, barcode: "5012345678900", body: { title: "Own" } });
  expect((await item("5012345678900")).title).toBe("Own");
  expect((await item("5012345678900")).textsByRules).toEqual([]);
});

test("every reader has the texts of rules: lists, search, exports, missing data, webhooks and listings", async () => {
  const before = (await item("5012345678900")).missing.map(({ field }) => field);
  for (const effect of [{ title: "Beaker {title}" }, { brand: "Ruled" }, { description: "<p>By a rule</p>" }]) {
    await make(effect);
  }
  await make({ category: "Kitchen" });
  const texts = { title: "Beaker Mug", brand: "Ruled", description: "<p>By a rule</p>", category: "Kitchen" };
  const shown = await item("5012345678900");
  expect(shown).toMatchObject(texts);
  expect(before).toContain("description");
  expect(shown.missing.map(({ field }) => field)).not.toContain("description");
  const product = await api.inventory.getProduct({ retailerId, barcode: "5012345678900" });
  expect(product).toMatchObject(texts);
  expect(product.textsByRules.map(({ field }) => field).toSorted()).toEqual(Object.keys(texts).toSorted());
  for (const q of ["beaker mug", "mug"]) {
    expect((await api.inventory.listItems({ ...ids, q, page: {} })).data[0]).toMatchObject(texts);
    const found = await api.inventory.findProducts({ retailerId, filter: { q } });
    expect(found.data).toMatchObject([{ barcode: "5012345678900", title: texts.title, brand: "Ruled" }]);
  }
  for await (const part of await api.inventory.exportProducts({ retailerId, filter: { q: "beaker mug" } } as never)) {
    expect(part).toMatchObject([{ title: texts.title, cells: { title: texts.title, brand: "Ruled" } }]);
  }
  await api.inventory.patchStock({ ...ids, body: [{ barcode: "5012345678900", price: 5 }] });
  const [event] = await t.ctx.db.query<{ product: string }>(
    "SELECT product FROM store_event WHERE retailer_id = $1 AND subject = '5012345678900' ORDER BY sequence DESC LIMIT 1",
    [retailerId],
  );
  expect(JSON.parse(event?.product ?? "null")).toMatchObject(texts);
  // What GET answers is no edit. Another text is one.
  for (const at of [{ retailerId }, ids]) {
    const { title, brand, description, images, version, updatedAt } = shown;
    const body = { title, brand, description, images, updatedAt };
    expect(await api.customizations.edit({ ...at, barcode: "5012345678900", body } as never)).toMatchObject({
      version,
    });
  }
});

test("a listing is sent again when a text of a rule begins, changes or ends, and no event is written for it", async () => {
  await startSending(t.ctx, ids, `6${retailerId.slice(-6)}`);
  const marked = async () =>
    (await t.ctx.db.query("DELETE FROM listing_change WHERE retailer_id = $1 RETURNING item_key", [retailerId])).length;
  const events = async () => (await api.events.list({ ...ids, page: { size: 100 } })).data.length;
  await marked();
  const [sent, first] = [await events(), await titles()];
  const change = async (ruleId: string, body: object) => {
    const { plan } = await api.rules.update({ retailerId, ruleId, onlyPlan: true, body } as never);
    await api.rules.update({ retailerId, ruleId, body: { ...body, preview: plan?.preview } } as never);
  };
  const period = { from: "2026-12-24", until: "2026-12-24" };
  const { rule } = await make({ title: "New: {title}" });
  expect([await marked(), await titles()]).toEqual([2, ["New: Mug", "New: Hat", null]]);
  await change(rule.id, { effect: { title: "Old: {title}" } });
  expect([await marked(), await titles()]).toEqual([2, ["Old: Mug", "Old: Hat", null]]);
  await undo();
  expect([await marked(), await titles()]).toEqual([2, ["New: Mug", "New: Hat", null]]);
  await change(rule.id, { on: false });
  expect([await marked(), await titles()]).toEqual([2, first]);
  await change(rule.id, { on: true, period });
  expect([await marked(), await titles()]).toEqual([0, first]);
  t.setNow(new Date("2026-12-24T00:00:00Z"));
  await settleDueShelves(t.asSystem());
  expect([await marked(), await titles()]).toEqual([2, ["New: Mug", "New: Hat", null]]);
  t.setNow(new Date("2026-12-25T00:00:00Z"));
  await settleDueShelves(t.asSystem());
  expect([await marked(), await titles()]).toEqual([2, first]);
  await change(rule.id, { period: null });
  await marked();
  await api.rules.delete({ retailerId, ruleId: rule.id });
  expect([await marked(), await titles()]).toEqual([2, first]);
  await undo();
  expect([await marked(), await titles()]).toEqual([2, ["New: Mug", "New: Hat", null]]);
  expect(await events()).toBe(sent);
});

test("a store has its own text before that of all stores, and a rule judges by the values without rules", async () => {
  const { storeId } = await t.store(retailerId).then(({ ids: other }) => other);
  await api.inventory.patchStock({
    retailerId,
    storeId,
    body: [{ barcode: "hat", price: 9, quantity: 5, title: "Hat" }],
  });
  await make({ brand: "Of all" });
  await make({ brand: "Of one" }, { storeId });
  await make({ hidden: true }, { when: { all: [{ has: "brand" }] } });
  const hats = [await item("hat"), await api.inventory.getItem({ retailerId, storeId, barcode: "hat" })];
  expect(hats.map(({ brand, hidden }) => [brand, hidden])).toEqual([
    ["Of all", false],
    ["Of one", false],
  ]);
  expect(hats.map(({ textsByRules }) => textsByRules[0]?.rule.storeId)).toEqual([null, storeId]);
  const { rule } = await make({ title: "Only here: {title}" }, { storeId });
  const product = await api.inventory.getProduct({ retailerId, barcode: "hat" });
  expect(product.textsByRules[0]).toEqual({ field: "title", rule: { id: rule.id, name: rule.name, storeId } });
  expect((await item("5012345678900")).hidden).toBe(true);
  const { plan } = await make({ brand: "Never" });
  expect(plan?.stores).toMatchObject([{ texts: 0 }, { texts: 0 }]);
});

test.each([
  [{ title: "{price} {title}" }, "title", "InvalidValue"],
  [{ title: "{title" }, "title", "InvalidValue"],
  [{ title: "{{title}}" }, "title", "InvalidValue"],
  [{ title: " " }, "title", "TooSmall"],
  [{ title: "x".repeat(editLimits.title + 1) }, "title", "TooBig"],
  [{ brand: "x".repeat(editLimits.brand + 1) }, "brand", "TooBig"],
  [{ description: "<script>1</script>" }, "description", "InvalidValue"],
  [{ category: 3 }, "category", "InvalidType"],
])("the text %j is refused with its pointer", async (effect, field, code) => {
  const body = { name: "Text", when: all, effect };
  expect(await refusal(api.rules.create({ retailerId, onlyPlan: true, body } as never))).toEqual([
    [`/effect/${field}`, code],
  ]);
});
