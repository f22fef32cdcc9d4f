import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, it } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const api = createCaller(t.ctx);

it("removes only the named channel, and records this in the history", async () => {
  const { id } = await t.retailer();
  const { ids } = await t.store(id);
  await api.channels.enable({ ...ids, body: { type: "search", parameters: { locationId: "91" } } });
  t.advance(1_000);
  expect(await api.channels.remove({ ...ids, type: "search" })).toBeNull();
  expect(await api.channels.list(ids)).toEqual([]);
  const { data } = await api.history.list({ retailerId: id, page: { size: 1 } });
  expect(data[0]).toMatchObject({ action: "channel.remove", target: { type: "channel", id: "search" }, after: null });
});

it("refuses unknown channels and channels that are not enabled", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  for (const [type, code] of [
    ["fax", "UnknownChannel"],
    ["search", "ChannelNotEnabled"],
    ["local-ads", "ChannelNotEnabled"],
    ["webhook", "ChannelNotEnabled"],
  ] as const)
    await expect(api.channels.remove({ ...ids, type })).rejects.toMatchObject({ cause: { code } });
});
