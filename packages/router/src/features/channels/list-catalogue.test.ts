import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, it } from "vitest";
import { channelIds } from "../../core/channels/channel.schema.ts";
import { resolveChannel } from "../../core/channels/index.ts";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const api = createCaller(t.ctx);

it("lists each channel with the JSON Schema of its parameters", async () => {
  const entries = await api.channels.catalogue();
  expect(entries.map(({ id }) => id)).toEqual(["search", "local_ads", "webhooks"]);
  const [search, ads, webhooks] = entries.map(({ parameters }) => parameters);
  expect(search).toMatchObject({ type: "object", required: ["locationId"], additionalProperties: false });
  expect(ads).toMatchObject({ required: ["dailyBudget"], properties: { dailyBudget: { minimum: 1 } } });
  expect(webhooks).toMatchObject({ required: ["webhookUrl", "secret"] });
});

it("accepts other spellings of a channel, and refuses unknown names", () => {
  expect(channelIds.map(resolveChannel)).toEqual([...channelIds]);
  expect([resolveChannel("local-ads"), resolveChannel("webhook")]).toEqual(["local_ads", "webhooks"]);
  expect(["google", "google-mc"].map(resolveChannel)).toEqual(["search", "search"]);
  for (const name of ["", "Search", "toString", "local ads"]) expect(() => resolveChannel(name)).toThrow(/no channel/);
});
