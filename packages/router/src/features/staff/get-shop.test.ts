import { afterAll, expect, test } from "vitest";
import { createTestTeam } from "../../../tests/staff/test-team.ts";
import { getShop } from "./read-staff.ts";

const t = await createTestTeam();
afterAll(() => t.close());

test("a shop has its time zone and the caller's role; the partner role counts at every shop of the partner", async () => {
  const retailerId = t.shop.id;
  const [ada, val] = [await t.join("ada@tills.example", "partner"), await t.join("val@shop.example", "viewer")];
  expect(await getShop(ada.ctx, { retailerId })).toEqual({
    ...{ id: retailerId, name: "Corner Shop", role: "partner", isTest: false, timezone: "Europe/London" },
    isOfStores: false,
  });
  expect(await getShop(val.ctx, { retailerId })).toMatchObject({ role: "viewer" });
  await expect(getShop(val.ctx, { retailerId: (await t.retailer()).id })).rejects.toMatchObject({
    code: "RetailerNotFound",
  });
  await expect(getShop(t.ctx, { retailerId })).rejects.toMatchObject({ code: "InsufficientScope" });
});
