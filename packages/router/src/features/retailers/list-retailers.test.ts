import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { listRetailers } from "./read-retailers.ts";

const t = await createTestContext();
afterAll(() => t.close());

test("lists only the retailers that the actor may access", async () => {
  const { partnerId } = await t.newPartner();
  const fresh = t.asKey({ partnerId });
  const [one, two] = [await t.retailer({}, fresh), await t.retailer({}, fresh)];
  const page = { size: 100 };
  const seen = async (caller = fresh) => (await listRetailers(caller, { page })).data.map(({ id }) => id).sort();
  const staff = t.as({ kind: "staff", userId: "u", name: "Ann", roles: new Map([[two.id, "viewer"]]) });
  expect(await seen()).toEqual([one.id, two.id].sort());
  expect(await seen(t.asKey({ partnerId, retailerIds: new Set([one.id]) }))).toEqual([one.id]);
  expect(await seen(t.ctx)).not.toContain(one.id);
  expect(await seen(t.asKey({ retailerIds: new Set([one.id]) }))).toEqual([]);
  expect(await seen(staff)).toEqual([two.id]);
  expect(await seen(t.asSystem())).toEqual(expect.arrayContaining([one.id, two.id]));
});
