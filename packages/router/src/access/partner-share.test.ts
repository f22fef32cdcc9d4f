import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test, vi } from "vitest";
import { createCaller } from "../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const here = await t.retailer();
const other = await t.newPartner("Other");
const there = await t.retailer({}, t.asKey({ partnerId: other.partnerId }));

test("a call of a person with roles at two partners counts for the partner of its retailer", async () => {
  const shareOf = vi.spyOn(t.ctx.db, "shareOf");
  const { stores, staff } = createCaller(
    t.as({
      ...{ kind: "staff", userId: "u", name: "Pat", partnerId: t.partner.partnerId },
      roles: new Map([here, there].map(({ id }) => [id, "owner"])),
      partners: new Map([
        [here.id, t.partner.partnerId],
        [there.id, other.partnerId],
      ]),
    }),
  );
  await stores.find({ retailerId: here.id });
  expect(shareOf).toHaveBeenLastCalledWith(t.partner.partnerId);
  await stores.find({ retailerId: there.id.toUpperCase() });
  expect(shareOf).toHaveBeenLastCalledWith(other.partnerId);
  await staff.findShops({ q: "shop" });
  expect(shareOf).toHaveBeenLastCalledWith(t.partner.partnerId);
});
