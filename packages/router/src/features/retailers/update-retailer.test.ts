import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createRetailer } from "./create-retailer.ts";
import { updateRetailer } from "./update-retailer.ts";

const t = await createTestContext();
afterAll(() => t.close());

test("keeps missing fields and clears fields with null", async () => {
  const { id: retailerId } = await createRetailer(t.ctx, {
    body: { name: "A", contactName: "Ann", contactPhone: "1" },
  });
  const changed = await updateRetailer(t.ctx, { retailerId, body: { name: "B", contactPhone: null } });
  expect(changed).toMatchObject({ name: "B", contactName: "Ann", contactPhone: null, version: 2 });
});
