import { createTestContext } from "@highstreet/router/testing";
import { startSending } from "@highstreet/router/testing/listings";
import { canary } from "@highstreet/telemetry/testing/canary";
import { afterAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { createCaller } from "../../router.ts";
import { applyDueSales, expireUnseen } from "../ingest/index.ts";
import { createStaffMember } from "../staff/index.ts";
import { MAX_RULES } from "./rules.schema.ts";
import { isLargeSql } from "./rules.sql.ts";
import { settleDueRules } from "./settle-due-rules.ts";

const t = await createTestContext();
afterAll(() => t.close());
const api = createCaller(t.ctx);

let ids: { retailerId: string; storeId: string };
let retailerId: string;
beforeEach(async () => {
  retailerId = (await t.retailer()).id;
  ({ ids } = await t.store(retailerId));
  const body = [
    { barcode: "mug", price: 0.5, quantity: 5 },
    { barcode: "hat", price: 9, quantity: 5 },
  ];
  await api.inventory.patchStock({ ...ids, body });
});

const cheap = { name: "Hide under £1", when: { all: [{ price: { under: 1 } }] }, effect: { hidden: true } };
async function make(body: object): Promise<{ id: string; version: number }> {
  const { plan } = await api.rules.create({ retailerId, onlyPlan: true, body } as never);
  return api.rules.create({ retailerId, body: { ...body, preview: plan?.preview } } as never);
}
const item = (barcode: string) => api.inventory.getItem({ ...ids, barcode });
async function signedIn(role: "owner" | "manager") {
  const email = `${role}@${retailerId}.example`;
  const userId = await createStaffMember(t.asSystem(), {
    retailerId,
    name: "Pat",
    email,
    password: canary("password"),
    role,
  });
  return t.as({ kind: "staff", userId, name: "Pat", roles: new Map([[retailerId, role]]) });
}
const refusal = (call: Promise<unknown>) =>
  call.then(() => "done").catch((error) => error.cause?.code ?? error.message);

test("a rule takes effect with its call, names itself as the reason, and its fix shows the product", async () => {
  const { id } = await make(cheap);
  const mug = await item("mug");
  expect([mug.hidden, (await item("hat")).hidden]).toEqual([true, false]);
  const reason = mug.visibility.flatMap(({ reasons }) => reasons).find(({ code }) => code === "HiddenByRule");
  expect(reason).toMatchObject({ rule: { id, name: cheap.name }, fix: { body: { hidden: false } } });
  const body = reason?.fix?.body as { hidden: boolean };
  await api.customizations.edit({ ...ids, barcode: "mug", body });
  expect((await item("mug")).hidden).toBe(false);
  const { data } = await api.history.listOperations({ retailerId, kind: "products", page: { size: 5 } });
  expect(data.map(({ undo }) => undo)).toEqual(["edits", "rule"]);
});

test("a person who shows a product that a rule hides leaves an exception", async () => {
  await make(cheap);
  const person = createCaller(await signedIn("owner"));
  await person.customizations.edit({ ...ids, barcode: "mug", body: { hidden: false } });
  expect((await item("mug")).hidden).toBe(false);
});

test("a save needs the preview of the same rule, and of the same other rules", async () => {
  expect(await refusal(api.rules.create({ retailerId, body: cheap } as never))).toBe("PreviewRequired");
  const { plan } = await api.rules.create({ retailerId, onlyPlan: true, body: cheap } as never);
  expect(plan?.stores).toMatchObject([{ storeId: ids.storeId, matches: 1, changes: 1, events: 1 }]);
  const other = { ...cheap, effect: { hidden: false }, preview: plan?.preview };
  expect(await refusal(api.rules.create({ retailerId, body: other } as never))).toBe("PreviewRequired");
  await make({ ...cheap, name: "Another" });
  const body = { ...cheap, preview: plan?.preview };
  expect(await refusal(api.rules.create({ retailerId, body } as never))).toBe("ChangedSince");
});

test("a dry run names the channels that receive the change, and none that the store lacks", async () => {
  const planned: unknown[] = [];
  const dry = createCaller({ ...t.ctx, reportEffects: ({ channels }) => planned.push(channels) });
  const { storeId } = ids;
  await dry.rules.create({ retailerId, onlyPlan: true, body: cheap } as never);
  const parameters = { webhookUrl: "https://receiver.example/hook", secret: canary("webhook") };
  await api.channels.enable({ ...ids, body: { type: "webhooks", parameters } });
  await dry.rules.create({ retailerId, onlyPlan: true, body: cheap } as never);
  expect(planned).toEqual([[], [{ storeId, channel: "webhooks" }]]);
});

test("one who manages a store makes its rules only, and two conditions of one kind are one list", async () => {
  const manager = createCaller(await signedIn("manager"));
  expect(await refusal(manager.rules.create({ retailerId, onlyPlan: true, body: cheap } as never))).toBe(
    "InsufficientScope",
  );
  const { storeId } = ids;
  expect(await refusal(manager.rules.create({ ...ids, onlyPlan: true, body: { ...cheap, storeId } } as never))).toBe(
    "done",
  );
  const twice = { ...cheap, when: { all: [{ price: { under: 1 } }, { price: { under: 2 } }] } };
  expect(await refusal(api.rules.create({ retailerId, body: twice } as never))).toBe("ValidationFailed");
});

test("a condition on stores takes stores of the retailer, in a rule for all stores", async () => {
  const { storeId } = ids;
  const other = (await t.store(retailerId)).ids;
  await api.inventory.patchStock({ ...other, body: [{ barcode: "mug", price: 0.5, quantity: 5 }] });
  const errors = async (body: object) =>
    api.rules.create({ retailerId, onlyPlan: true, body } as never).then(
      () => [],
      ({ cause }) => cause.members.errors.map(({ pointer }: { pointer: string }) => pointer),
    );
  const foreign = (await t.store((await t.retailer()).id)).ids.storeId;
  const ofStores = (...is: string[]) => ({ ...cheap, when: { all: [{ price: { under: 1 } }, { store: { is } }] } });
  expect(await errors(ofStores(storeId, foreign, newId(new Date())))).toEqual([
    "/when/all/1/store/is/1",
    "/when/all/1/store/is/2",
  ]);
  expect(await errors({ ...ofStores(storeId), storeId })).toEqual(["/when/all/1/store/is/0"]);
  const unknown = Array.from({ length: 101 }, () => newId(new Date()));
  expect(await errors(ofStores(...unknown))).toHaveLength(100);
  expect(await errors({ ...cheap, when: { any: [{ store: { isNot: ["Bath"] } }] } })).toHaveLength(1);
  const hidden = async () =>
    [
      await api.inventory.getItem({ ...ids, barcode: "mug" }),
      await api.inventory.getItem({ ...other, barcode: "mug" }),
    ].map((one) => one.hidden);
  const { id } = await make(ofStores(storeId.toUpperCase()));
  expect(await hidden()).toEqual([true, false]);
  const when = { any: [{ store: { isNot: [storeId] } }] };
  const { plan, ...planned } = await api.rules.update({
    retailerId,
    ruleId: id,
    onlyPlan: true,
    body: { when },
  } as never);
  const saved = await api.rules.update({ retailerId, ruleId: id, body: { when, preview: plan?.preview } } as never);
  expect(planned).toEqual({ ...saved, follows: null });
  expect(await hidden()).toEqual([false, true]);
  await api.stores.delete(ids);
  const { name: _, ...rule } = await api.rules.get({ retailerId, ruleId: id });
  expect(await api.rules.update({ retailerId, ruleId: id, body: { ...rule, name: "York" } } as never)).toMatchObject({
    when,
    name: "York",
  });
});

async function* bytes(text: string) {
  yield Buffer.from(text);
}
const shows = async (barcode: string) => !(await item(barcode)).hidden;
const lastEvent = async (barcode: string) =>
  (await api.events.list({ ...ids, page: { size: 100 } })).data.findLast(
    ({ action, data }) => action === "inventory.update" && (data as { barcode: string }).barcode === barcode,
  )?.data;
const DAY = 24 * 3_600_000;

test("a sale, its end, the undo of a file and the expiry of an item follow the rules, with their events", async () => {
  await make(cheap);
  await make({ name: "Hide what is gone", when: { all: [{ quantity: { under: 1 } }] }, effect: { hidden: true } });
  const day = (days: number) => new Date(t.ctx.now().getTime() + days * DAY).toISOString().slice(0, 10);
  const header = "barcode,price,quantity,sale price,sale price starts,sale price ends";
  const put = (...lines: string[]) =>
    api.inventory.putStock({ ...ids, mode: "update", feed: bytes([header, ...lines].join("\n")) });
  await put(`hat,9,5,0.50,${day(2)},${day(3)}`);
  expect(await shows("hat")).toBe(true);
  t.advance(3 * DAY);
  await applyDueSales(t.asSystem());
  expect([await shows("hat"), await lastEvent("hat")]).toMatchObject([false, { status: "out_of_stock", price: 9 }]);
  t.advance(2 * DAY);
  await applyDueSales(t.asSystem());
  expect([await shows("hat"), await lastEvent("hat")]).toMatchObject([true, { status: "in_stock", price: 9 }]);
  const wrong = await put("hat,0.90,5,,,", "mug,0.80,5,,,");
  expect(await shows("hat")).toBe(false);
  t.advance(1_000);
  await api.inventory.patchStock({ ...ids, body: [{ barcode: "mug", price: 7 }] });
  // The mug keeps its later price. The undo stages the earlier one, which a rule hides.
  expect(await api.inventory.undoIngest({ ...ids, ingestId: wrong.id })).toEqual({ restoredItems: 1, keptItems: 1 });
  expect([await shows("hat"), await lastEvent("hat")]).toMatchObject([true, { status: "in_stock" }]);
  expect(await shows("mug")).toBe(true);
  t.advance(6 * DAY);
  await put("cap,5,5,,,");
  t.advance(2 * DAY);
  await put("cap,5,5,,,");
  expect(await expireUnseen(t.asSystem())).toBeGreaterThan(0);
  expect(await shows("hat")).toBe(false);
});

test("product data and its undo, edits and their revert follow the rules, and listings are marked", async () => {
  await startSending(t.ctx, ids, `7${retailerId.slice(-6)}`);
  const marked = async () =>
    (await t.ctx.db.query("DELETE FROM listing_change WHERE retailer_id = $1 RETURNING item_key", [retailerId])).length;
  await marked();
  const effect = { notIn: ["search"] };
  await make({ name: "Not without a picture", when: { all: [{ lacks: "picture" }] }, effect });
  expect([await marked(), (await item("mug")).channels]).toEqual([2, ["local_ads", "webhooks"]]);
  const image = "https://x.example/a.png";
  const fed = await api.products.putFeed({ retailerId, feed: bytes(`barcode,title,image\nmug,Mug,${image}`) });
  expect([await marked(), (await item("mug")).channels]).toEqual([1, null]);
  await api.products.undoIngest({ retailerId, ingestId: fed.id });
  expect((await item("mug")).channels).not.toBeNull();
  await api.customizations.edit({ ...ids, barcode: "mug", body: { title: "Mug", image: [image] } });
  expect((await item("mug")).channels).toBeNull();
  const [entry] = (await api.history.list({ retailerId, page: { size: 1 } })).data;
  await api.history.revert({ retailerId, entryId: entry?.id ?? "" });
  expect((await item("mug")).channels).not.toBeNull();
  await api.inventory.patchStock({ ...ids, body: [{ barcode: "mug", price: 5, title: "Mug", image }] });
  expect((await item("mug")).channels).toBeNull();
});

test("case counts on neither side, words are whole, and a missing value passes only negative conditions", async () => {
  const feed = bytes("barcode,title,brand,category\nmug,Desk LAMP 100%,Lumen,Home > Light");
  await api.products.putFeed({ retailerId, feed });
  const matches = async (condition: object) => {
    const body = { ...cheap, when: { all: [condition] } };
    return (await api.rules.create({ retailerId, onlyPlan: true, body } as never)).plan?.stores[0]?.matches ?? 0;
  };
  const found = [
    await matches({ brand: { is: ["LUMEN"] } }),
    await matches({ brand: { isNot: ["LUMEN"] } }),
    await matches({ category: { is: ["HOME > light"] } }),
    await matches({ category: { isNot: ["home > LIGHT"] } }),
    await matches({ title: { hasAll: ["desk", "lam*"] } }),
    await matches({ title: { hasAny: ["des", "1%0"] } }),
    await matches({ title: { hasNone: ["lamp"] } }),
  ];
  expect(found).toEqual([1, 1, 1, 1, 1, 0, 1]);
});

test("the worker applies the rules of a large shop, and says how far it is", async () => {
  const { id } = await make(cheap);
  const other = await t.store(retailerId);
  await api.inventory.patchStock({ ...other.ids, body: [{ barcode: "mug", price: 0.5, quantity: 5 }] });
  expect((await api.inventory.getItem({ ...other.ids, barcode: "mug" })).hidden).toBe(true);
  // As after a change in a shop with more than 100,000 items.
  await t.ctx.db.query("UPDATE rule SET is_on = false, changed = 2 WHERE retailer_id = $1", [retailerId]);
  await t.ctx.db.query("UPDATE retailer SET rule_version = 2, rules_due_at = $2 WHERE retailer_id = $1", [
    retailerId,
    t.ctx.now(),
  ]);
  expect((await api.rules.get({ retailerId, ruleId: id })).follows).toEqual({ stores: 0, of: 2 });
  await settleDueRules(t.asSystem());
  expect((await api.rules.get({ retailerId, ruleId: id })).follows).toBeNull();
  expect([(await item("mug")).hidden, (await api.inventory.getItem({ ...other.ids, barcode: "mug" })).hidden]).toEqual([
    false,
    false,
  ]);
  const [found] = await t.ctx.db.query<{ isLarge: boolean }>(isLargeSql, [retailerId, [ids.storeId, other.id], 2]);
  expect(found?.isLarge).toBe(true);
});

test("changes of a rule are taken back one after another, the last one first", async () => {
  const { id } = await make(cheap);
  for (const name of ["A", "B", "C"]) await api.rules.update({ retailerId, ruleId: id, body: { name } } as never);
  const { data } = await api.history.list({ retailerId, page: { size: 4 } });
  const undo = (n: number) => refusal(api.history.revert({ retailerId, entryId: data[n]?.id ?? "" }));
  const nameOf = async () => (await api.rules.get({ retailerId, ruleId: id })).name;
  expect([await undo(1), await nameOf()]).toEqual(["ChangedSince", "C"]);
  expect([await undo(0), await nameOf()]).toEqual(["done", "B"]);
  expect([await undo(1), await nameOf()]).toEqual(["done", "A"]);
  expect([await undo(2), await nameOf()]).toEqual(["done", cheap.name]);
  expect([await undo(3), await api.rules.list({ retailerId })]).toEqual(["done", []]);
});

test("the undo of a deletion keeps the limit of rules, and answers that the store is gone", async () => {
  const { storeId } = ids;
  const { id } = await make({ ...cheap, storeId });
  await api.rules.delete({ retailerId, ruleId: id });
  const [entry] = (await api.history.list({ retailerId, page: { size: 1 } })).data;
  const undo = () =>
    api.history.revert({ retailerId, entryId: entry?.id ?? "" }).then(
      () => undefined,
      (error) => error.cause,
    );
  const others = Array.from({ length: MAX_RULES.ofStore }, (_, n) => ({
    ...{ retailerId, id: newId(t.ctx.now()), storeId, number: n + 2, position: n + 2, name: `Rule ${n}`, when: {} },
    ...{ isOn: false, tests: [], effect: {}, changed: 1, createdAt: t.ctx.now(), updatedAt: t.ctx.now() },
  }));
  await t.ctx.db.prisma.rule.createMany({ data: others });
  expect(await undo()).toMatchObject({ code: "QuotaExceeded", members: { limit: MAX_RULES.ofStore } });
  await t.ctx.db.prisma.rule.deleteMany({ where: { retailerId } });
  await api.stores.delete(ids);
  expect(await undo()).toMatchObject({ code: "StoreNotFound", message: expect.stringContaining("has been deleted") });
});

test.each([
  [{ category: { is: [] } }, [["/category/is", "TooSmall"]]],
  [{ category: { like: ["Tea"] } }, [["/category/like", "UnknownField"]]],
  [{ price: { from: "1" } }, [["/price/from", "InvalidType"]]],
  [{ title: { hasNone: ["!"] } }, [["/title/hasNone/0", "InvalidFormat"]]],
  [{ has: "colour" }, [["/has", "InvalidValue"]]],
  [{ colour: { is: ["red"] } }, [["/colour", "UnknownField"]]],
  [{ catgory: { is: ["Tea"] } }, [["/catgory", "UnknownField"]]],
  [{ brand: { is: ["Lumen"] }, price: { under: 1 } }, [["", "InvalidValue"]]],
  [{}, [["", "InvalidValue"]]],
  [3, [["", "InvalidType"]]],
])("the error of the condition %j names the member that the caller wrote", async (condition, expected) => {
  const body = { ...cheap, when: { all: [condition] } };
  const error = await api.rules.create({ retailerId, onlyPlan: true, body } as never).catch(({ cause }) => cause);
  const found = error.members.errors.map(({ pointer, code }: { pointer: string; code: string }) => [
    pointer.replace("/when/all/0", ""),
    code,
  ]);
  expect(found).toEqual(expected);
});
