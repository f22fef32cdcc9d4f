import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);

test("a customization is read by its id, within its retailer", async () => {
  const { id: retailerId } = await t.retailer();
  const other = await t.retailer();
  const body = { barcode: "mug", hidden: true, channels: [] };
  const { customization } = await caller.customizations.post({ retailerId, body });
  const customizationId = customization.id;
  expect(await caller.customizations.get({ retailerId, customizationId })).toEqual(customization);
  for (const input of [
    { retailerId: other.id, customizationId },
    { retailerId, customizationId: "none" },
  ]) {
    await expect(caller.customizations.get(input)).rejects.toMatchObject({ cause: { code: "CustomizationNotFound" } });
  }
});
