import { createTestContext } from "@highstreet/router/testing";
import { createRecordingProvider, startSending } from "@highstreet/router/testing/listings";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { publishListings } from "./publish-listings.ts";

let now = (): Date => new Date();
const { providers } = createRecordingProvider(() => now());
const t = await createTestContext({ providers });
now = t.ctx.now;
afterAll(() => t.close());
const api = createCaller(t.ctx);

test("the listings of a channel are counted by state", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  const body = ["5012345678900", "96385074", "SOFA-1"].map((barcode) => ({ barcode, price: 44.9, quantity: 2 }));
  await api.inventory.patchStock({ ...ids, body });
  const count = () => api.listings.counts({ ...ids, type: "search" });
  await expect(count()).rejects.toMatchObject({ cause: { code: "ChannelNotEnabled" } });
  await startSending(t.ctx, ids, "7001");
  const none = { waiting: 0, sent: 0, refused: 0, disapproved: 0, withdrawn: 0, unidentified: 0 };
  expect(await count()).toEqual(none);
  await publishListings(t.asSystem());
  expect(await count()).toEqual({ ...none, sent: 2, unidentified: 1 });
});
