import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { getConnection, listConnections } from "./connections.ts";
import { saveConnection } from "./save-connection.ts";

const t = await createTestContext();
afterAll(() => t.close());

test("lists the connections of one retailer", async () => {
  const { id: retailerId } = await t.retailer();
  const other = await t.retailer();
  const saved = await saveConnection(t.ctx, {
    ...{ retailerId, body: { connector: "square", credential: { accessToken: "EAAA" } } },
  });
  expect(await listConnections(t.ctx, { retailerId })).toEqual([saved]);
  expect(await listConnections(t.ctx, { retailerId: other.id })).toEqual([]);
  expect(await getConnection(t.ctx, { retailerId, connector: "square" })).toEqual(saved);
});
