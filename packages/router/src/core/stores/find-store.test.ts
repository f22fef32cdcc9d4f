import { randomUUID } from "node:crypto";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, describe, expect, test } from "vitest";
import { findStore } from "./find-store.ts";

const t = await createTestContext();
afterAll(() => t.close());
const shop = await t.retailer();
const other = await t.retailer();
const { ids } = await t.store(shop.id);
const elsewhere = await t.store(other.id);

const missing = {
  code: "RetailerNotFound",
  message: "There is no retailer with this id, or it is not yours to see. GET /retailers lists those of your key.",
};
const noStore = {
  code: "StoreNotFound",
  message: "The retailer has no store with this id. GET /retailers/{retailerId}/stores lists its stores.",
};

describe("findStore", () => {
  test("returns the store's row to its partner's key, to staff with a role there and to the system", async () => {
    const callers = [
      t.ctx,
      t.asKey({ retailerIds: new Set([shop.id]) }),
      t.as({ kind: "staff", userId: "u", name: "Ann", roles: new Map([[shop.id, "viewer"]]) }),
      t.asSystem(),
    ];
    for (const caller of callers) {
      expect(await findStore(caller, ids)).toMatchObject({
        ...ids,
        currency: "GBP",
        timezone: "Europe/London",
        areaType: "suburban",
      });
    }
  });

  test("has the same error for a retailer of another partner, outside of the key's list, missing, or with an invalid id", async () => {
    const stranger = await t.newPartner();
    const callers = [
      t.asKey({ partnerId: stranger.partnerId }),
      t.asKey({ retailerIds: new Set([other.id]) }),
      t.as({ kind: "staff", userId: "u", name: "Ann", roles: new Map([[other.id, "owner"]]) }),
      t.as(null),
    ];
    for (const caller of callers) await expect(findStore(caller, ids)).rejects.toMatchObject(missing);
    for (const retailerId of [randomUUID(), "x", ""]) {
      await expect(findStore(t.ctx, { ...ids, retailerId })).rejects.toMatchObject(missing);
    }
  });

  test("checks the retailer before the store, and the store within the retailer", async () => {
    await expect(findStore(t.ctx, { retailerId: "x", storeId: "x" })).rejects.toMatchObject(missing);
    for (const storeId of ["x", randomUUID(), elsewhere.id]) {
      await expect(findStore(t.ctx, { ...ids, storeId })).rejects.toMatchObject(noStore);
    }
  });
});
