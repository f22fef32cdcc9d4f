import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { removeConnection } from "./remove-connection.ts";
import { saveConnection } from "./save-connection.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);
const connector = "square";

test("removal disconnects the stores of the connection, and no others", async () => {
  const { id: retailerId } = await t.retailer();
  const [mine, other] = [(await t.store(retailerId)).ids, (await t.store(retailerId)).ids];
  await saveConnection(t.ctx, { retailerId, body: { connector, credential: { accessToken: "EAAA" } } });
  await caller.inventory.connect({ ...mine, body: { provider: "connection", parameters: { connector } } });
  await caller.inventory.connect({ ...other, body: { provider: "csv-upload", parameters: {} } });
  await removeConnection(t.ctx, { retailerId, connector });
  expect((await caller.inventory.getSource(mine)).status).toBe("disconnected");
  expect((await caller.inventory.getSource(other)).status).toBe("pending");
  const { data } = await caller.history.list({ retailerId, page: { size: 1 } });
  expect(data[0]).toMatchObject({ action: "connection.remove", before: { connector }, after: null });
  await expect(removeConnection(t.ctx, { retailerId, connector })).rejects.toMatchObject({
    code: "ConnectionNotFound",
  });
});
