import { createTestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, it } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const api = createCaller(t.ctx);

it("lists the channels of one store in the order in which they were enabled", async () => {
  const { id } = await t.retailer();
  const [{ ids }, other] = [await t.store(id), await t.store(id, { name: "Second" })];
  const secret = canary("webhook");
  await api.channels.enable({
    ...ids,
    body: { type: "webhook", parameters: { webhookUrl: "https://93.184.215.14/stock", secret } },
  });
  t.advance(1_000);
  await api.channels.enable({ ...ids, body: { type: "search", parameters: { locationId: "81" } } });
  const channels = await api.channels.list(ids);
  expect(channels.map((channel) => channel.id)).toEqual(["webhooks", "search"]);
  expect(JSON.stringify(channels)).not.toContain(secret);
  expect(await api.channels.list(other.ids)).toEqual([]);
});
