import { randomUUID } from "node:crypto";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { MAX_FOUND_STORES } from "../../core/stores/stores.schema.ts";
import { findStores } from "./read-stores.ts";

const t = await createTestContext();
afterAll(() => t.close());
const { id: retailerId } = await t.retailer();
const york = await t.store(retailerId, { name: "The Shambles", city: "York" });
const market = await t.store(retailerId, { name: "Market 0" });
for (let n = 1; n < MAX_FOUND_STORES; n++) await t.store(retailerId, { name: `Market ${n}` });

test("finds stores by a part of the name or city in any case, with the number of all stores", async () => {
  const total = MAX_FOUND_STORES + 1;
  const found = { data: [{ id: york.id, name: "The Shambles", city: "York", timezone: "Europe/London" }], total };
  expect(await findStores(t.ctx, { retailerId, q: "shamb" })).toEqual(found);
  expect(await findStores(t.ctx, { retailerId, q: "YORK" })).toEqual(found);
  expect(await findStores(t.ctx, { retailerId, q: "nowhere" })).toEqual({ data: [], total });
});

test("finds stores by their ids, and leaves out unknown ones", async () => {
  const { data } = await findStores(t.ctx, { retailerId, ids: [york.id, randomUUID()] });
  expect(data.map(({ name }) => name)).toEqual(["The Shambles"]);
  expect((await findStores(t.ctx, { retailerId, ids: [york.id], q: "market" })).data).toEqual([]);
  expect((await findStores(t.ctx, { retailerId, ids: [] })).data).toEqual([]);
});

test("by ids, a person of chosen stores finds only these", async () => {
  const roles = new Map([[retailerId, "manager" as const]]);
  const person = t.as({
    kind: "staff",
    userId: "m",
    name: "Max",
    roles,
    stores: new Map([[retailerId, new Set([york.id])]]),
  });
  const { data } = await findStores(person, { retailerId, ids: [york.id, market.id] });
  expect(data.map(({ name }) => name)).toEqual(["The Shambles"]);
});

test("% and _ in a text stand for themselves", async () => {
  for (const q of ["%", "_", "Mark_t", "\\"]) {
    expect((await findStores(t.ctx, { retailerId, q })).data).toEqual([]);
  }
});

test("returns a bounded number of stores, by name", async () => {
  const { data, total } = await findStores(t.ctx, { retailerId });
  expect(data).toHaveLength(MAX_FOUND_STORES);
  expect(total).toBe(MAX_FOUND_STORES + 1);
  expect(data.map(({ name }) => name)).toEqual(data.map(({ name }) => name).sort());
});

test("finds only stores of a retailer that the caller can use", async () => {
  const other = await t.newPartner("Another");
  const stranger = t.asKey({ partnerId: other.partnerId });
  await expect(findStores(stranger, { retailerId })).rejects.toMatchObject({ code: "RetailerNotFound" });
});
