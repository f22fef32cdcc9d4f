import { createTestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { createStaffMember } from "./create-staff-member.ts";
import { findShops, getMe } from "./read-staff.ts";
import { MAX_SHOPS } from "./staff.schema.ts";

const t = await createTestContext();
afterAll(() => t.close());

test("a person with the partner role finds a shop beyond the first ones, by a part of its name", async () => {
  const shop = await t.retailer({ name: "Zebra Crafts" });
  const { partnerId } = await t.ctx.db.prisma.retailer.findUniqueOrThrow({ where: { id: shop.id } });
  const others = Array.from({ length: MAX_SHOPS }, (_, n) => `Shop ${n + 100}`);
  for (const name of others) await t.retailer({ name });
  const pat = { name: "Pat", email: "pat@shop.example", password: canary("password"), role: "owner" } as const;
  const userId = await createStaffMember(t.asSystem(), { ...pat, retailerId: shop.id });
  const partner = t.as({ kind: "staff", userId, name: "Pat", roles: new Map(), isPartner: true, partnerId });
  expect(await getMe(partner)).toMatchObject({ retailers: others.map((name) => ({ name })), hasMoreRetailers: true });
  expect(await findShops(partner, { q: "zebra" })).toEqual([{ id: shop.id, name: "Zebra Crafts", role: "partner" }]);
  expect(await findShops(partner, { q: "%" })).toEqual([]);

  const roles = new Map([[shop.id, "viewer" as const]]);
  const viewer = t.as({ kind: "staff", userId, name: "Pat", roles });
  expect(await findShops(viewer, { q: "" })).toEqual([{ id: shop.id, name: "Zebra Crafts", role: "viewer" }]);
  expect(await findShops(viewer, { q: "Shop" })).toEqual([]);
  expect(await getMe(viewer)).toMatchObject({ hasMoreRetailers: false });
});

test("refuses other callers", async () => {
  await expect(findShops(t.ctx, { q: "" })).rejects.toMatchObject({ code: "InsufficientScope" });
  await expect(findShops(t.as(null), { q: "" })).rejects.toMatchObject({ code: "Unauthorized" });
});
