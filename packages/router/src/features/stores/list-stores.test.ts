import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { listStores } from "./read-stores.ts";

const t = await createTestContext();
afterAll(() => t.close());
const { id: retailerId } = await t.retailer();
const stores = [await t.store(retailerId), await t.store(retailerId, { externalId: "e-1" }), await t.store(retailerId)];
const ids = stores.map(({ id }) => id);

test("lists the stores of a retailer in pages, the oldest first, in both directions", async () => {
  const read = async (after?: string) => {
    const { data, next, prev } = await listStores(t.ctx, { retailerId, page: { size: 2, after } });
    return { ids: data.map(({ id }) => id), next: next ?? undefined, prev: prev ?? undefined };
  };
  const first = await read();
  expect(first).toMatchObject({ ids: ids.slice(0, 2), prev: undefined });
  const second = await read(first.next);
  expect(second).toMatchObject({ ids: ids.slice(2), next: undefined });
  expect((await read(second.prev)).ids).toEqual(first.ids);
});

test("finds one store by its externalId, only within the retailer", async () => {
  const other = await t.retailer();
  const find = (id: string) => listStores(t.ctx, { retailerId: id, externalId: "e-1", page: { size: 2 } });
  expect((await find(retailerId)).data.map(({ id }) => id)).toEqual([ids[1]]);
  expect((await find(other.id)).data).toEqual([]);
});

test("refuses a cursor of another list", async () => {
  const page = { size: 2, after: `n${Buffer.from("x").toString("base64url")}` };
  await expect(listStores(t.ctx, { retailerId, page })).rejects.toMatchObject({ code: "MalformedRequest" });
});
