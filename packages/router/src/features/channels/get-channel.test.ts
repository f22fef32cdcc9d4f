import { createTestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, it } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const api = createCaller(t.ctx);

it("reads the record that the list shows, by each spelling of the channel", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  const parameters = { webhookUrl: "https://8.8.8.8/hook", secret: canary("webhook") };
  await api.channels.enable({ ...ids, body: { type: "webhook", parameters } });
  const [record] = await api.channels.list(ids);
  for (const type of ["webhooks", "webhook"]) expect(await api.channels.get({ ...ids, type })).toEqual(record);
});

it("refuses unknown channels and channels that are not enabled", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  const codeOf = (type: string) => api.channels.get({ ...ids, type }).catch(({ cause }) => cause.code);
  expect([await codeOf("fax"), await codeOf("search")]).toEqual(["UnknownChannel", "ChannelNotEnabled"]);
});
