import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { recordAlerts } from "../../core/stores/index.ts";
import { createCaller } from "../../router.ts";

const DAY = 86_400_000;
const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);
const daysOf = async ({ retailerId, storeId }: { retailerId: string; storeId: string }, as = caller) =>
  (await as.fleet.days({ retailerIds: [retailerId], storeIds: [storeId] }))[0]?.days
    .map((day) => ({ healthy: "h", attention: "!", none: "-" })[day])
    .join("");

test("a day is healthy with stock, needs attention with a problem or a refused file, and else has no data", async () => {
  t.setNow("2026-03-02T12:00:00Z");
  const { id } = await t.retailer();
  const { ids } = await t.store(id);
  const patch = () => caller.inventory.patchStock({ ...ids, body: [{ barcode: "a", price: 1, quantity: 1 }] });
  async function* file(lines: number) {
    yield Buffer.from(`barcode,price,quantity\n${Array.from({ length: lines }, (_, n) => `B-${n},1,1`).join("\n")}`);
  }
  const put = (lines: number) => caller.inventory.putStock({ ...ids, mode: "replace", feed: file(lines) });
  const alert = (message: string | null) =>
    t.ctx.db.sqlTransaction(ids, (tx) =>
      recordAlerts(tx, ids, [{ kind: "till_silent", subject: "", message }], t.ctx.now()),
    );
  expect(await daysOf(ids)).toBe("--------------");
  await patch();
  t.advance(2 * DAY);
  await alert("The till is silent.");
  t.advance(DAY);
  await patch();
  await alert(null);
  t.advance(DAY);
  await patch();
  await put(30);
  t.advance(DAY);
  expect((await put(1)).status).toBe("held");
  expect(await daysOf(ids)).toBe("--------h-!!h!");
});

test("a day begins at midnight of the store's time zone", async () => {
  t.setNow("2026-03-02T20:00:00Z");
  const { id } = await t.retailer();
  const tokyo = await t.store(id, { country: "JP", timezone: "Asia/Tokyo" });
  const london = await t.store(id);
  for (const { ids } of [tokyo, london])
    await caller.inventory.patchStock({ ...ids, body: [{ barcode: "a", price: 1, quantity: 1 }] });
  t.setNow("2026-03-03T14:00:00Z");
  expect(await daysOf(tokyo.ids)).toBe("-------------h");
  expect(await daysOf(london.ids)).toBe("------------h-");
});

test("names no store of another partner, and refuses people of a shop", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  const stranger = createCaller(t.asKey({ partnerId: (await t.newPartner("Another")).partnerId }));
  expect(await daysOf(ids, stranger)).toBeUndefined();
  const owner = {
    kind: "staff",
    userId: "o",
    name: "Olga",
    roles: new Map([[ids.retailerId, "owner" as const]]),
  } as const;
  await expect(daysOf(ids, createCaller(t.as(owner)))).rejects.toThrow();
});
