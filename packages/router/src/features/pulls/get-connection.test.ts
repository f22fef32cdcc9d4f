import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { getConnection } from "./connections.ts";

const t = await createTestContext();
afterAll(() => t.close());

test("a shop system that is not connected, and one that does not exist, are not found", async () => {
  const { id: retailerId } = await t.retailer();
  for (const connector of ["square", "abacus"]) {
    await expect(getConnection(t.ctx, { retailerId, connector })).rejects.toMatchObject({ code: "ConnectionNotFound" });
  }
});
